import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { receiptNames, receiptsDir } from '../../../tests/support/pictures/receipts.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { decode } from './decode.ts'
import { isOutOfMemory } from './format.ts'
import { encodePicture } from './pictures.ts'

const folder = await temporaryFolder()
/** The smallest, a common one, the longest and a scan of a whole page; all others are of the same kinds. */
const photographs = ['317.jpg', '059.jpg', '134.jpg', '425.jpg'].filter((name) => receiptNames.includes(name))

describe('S-5.06 pictures that are accepted', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'S-5.07 a %s receipt becomes WebP, whatever its name says',
    async (format) => {
      const path = await fileOf(await blank(600, 900).toFormat(format).toBuffer(), 'named.heic')
      const picture = await encodePicture(path, 'receipt')
      expect(picture).toMatchObject({ format, full: { width: 600, height: 900 }, thumb: { width: 480, height: 720 } })
      expect(await chunksOf(picture.full.path)).toEqual(['VP8 '])
      expect(await readFile(picture.full.path)).toHaveLength(picture.full.bytes)
    },
  )

  test('D-43 a photo is stored with 2600 pixels on its long side', async () => {
    const { full, thumb } = await encodePicture(await fileOf(await blank(3000, 4000).jpeg().toBuffer()), 'receipt')
    expect(full).toMatchObject({ width: 1950, height: 2600 })
    expect(thumb).toMatchObject({ width: 480, height: 640 })
  })

  test('D-43 a long receipt keeps 1000 pixels across, so that its text stays legible', async () => {
    const { full, thumb } = await encodePicture(await fileOf(await blank(3000, 9000).jpeg().toBuffer()), 'receipt')
    expect(full).toMatchObject({ width: 1000, height: 3000 })
    expect(thumb).toMatchObject({ width: 480, height: 1440 })
    const narrow = await encodePicture(await fileOf(await blank(900, 6000).jpeg().toBuffer()), 'receipt')
    expect(narrow.full).toMatchObject({ width: 900, height: 6000 })
  })

  test('D-43 a picture longer than WebP allows is downscaled to that length', async () => {
    const { full } = await encodePicture(await fileOf(await blank(100, 20_000).jpeg().toBuffer()), 'receipt')
    expect(full).toMatchObject({ width: 82, height: 16_383 })
  })

  test('S-5.14 an avatar is cropped to a square for lists', async () => {
    const { full, thumb } = await encodePicture(await fileOf(await blank(2000, 3000).png().toBuffer()), 'avatar')
    expect([full, thumb]).toMatchObject([
      { width: 1024, height: 1536 },
      { width: 256, height: 256 },
    ])
  })

  test('D-43 the placeholder is a data: URI of at most 600 characters, even of noise', async () => {
    const { placeholder } = await encodePicture(await fileOf(await noise(500, 500)), 'receipt')
    const tiny = await sharp(Buffer.from(placeholder.replace('data:image/webp;base64,', ''), 'base64')).metadata()
    expect(tiny).toMatchObject({ format: 'webp', width: 16 })
    expect(placeholder.length).toBeLessThanOrEqual(600)
  })

  test('D-43 transparency becomes white and grey stays grey', async () => {
    const clear = sharp({ create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    const { full } = await encodePicture(await fileOf(await clear.png().toBuffer()), 'receipt')
    expect(await colourOf(full.path)).toEqual([255, 255, 255])
    const grey = await encodePicture(
      await fileOf(await blank(20, 20, '#808080').greyscale().png().toBuffer()),
      'receipt',
    )
    expect(await colourOf(grey.full.path)).toEqual([128, 128, 128])
  })

  test('D-43 only the first frame of an animated picture is used', async () => {
    const frames = [await blank(30, 40, '#ff0000').png().toBuffer(), await blank(30, 40, '#0000ff').png().toBuffer()]
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(gif).metadata()).pages).toBe(2)
    const { full } = await encodePicture(await fileOf(gif), 'receipt')
    expect(full).toMatchObject({ width: 30, height: 40 })
    const [red = 0, , blue = 0] = await colourOf(full.path)
    expect([red > 200, blue < 50]).toEqual([true, true])
  })
})

describe('D-43 metadata', () => {
  test('D-43 the orientation is applied and all metadata is removed, such as the place', async () => {
    const redOnTheLeft = [{ input: await blank(150, 200, '#ff0000').png().toBuffer(), gravity: 'west' }]
    const jpeg = await blank(300, 200)
      .composite(redOnTheLeft)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Copyright: 'LEAKED-NAME' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '3/1 8/1 0/1' } })
      .toBuffer()
    expect(jpeg.includes('LEAKED-NAME')).toBe(true)
    const { full, thumb } = await encodePicture(await fileOf(jpeg), 'receipt')
    expect(full).toMatchObject({ width: 200, height: 300 })
    for (const { path } of [full, thumb]) {
      expect(await chunksOf(path)).toEqual(['VP8 '])
      const [red = 0, green = 0] = await sharp(path).resize(1, 2, { fit: 'fill' }).raw().toBuffer()
      expect([red > 200, green < 50]).toEqual([true, true])
      expect(await readFile(path, 'latin1')).not.toMatch(/LEAKED|Exif|GPS|ICCP/)
    }
  })
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('D-43 a picture of EXIF orientation %i becomes upright', async (orientation) => {
  const corner = [{ input: await blank(80, 40, '#ff0000').png().toBuffer(), gravity: 'northwest' }]
  const jpeg = await blank(300, 200).composite(corner).jpeg().withMetadata({ orientation }).toBuffer()
  const upright = join(folder, `upright-${orientation}.png`)
  await sharp(jpeg).autoOrient().png().toFile(upright)
  const { full } = await encodePicture(await fileOf(jpeg), 'receipt')
  expect(await differenceOf(upright, full.path)).toBeLessThan(2)
})

describe('D-43 pictures with a defect that decoders accept', () => {
  const photo = () => sharp({ create: { width: 300, height: 400, channels: 3, background: '#c0ffee', noise: grain } })
  const whole = (format: 'jpeg' | 'png' | 'webp' | 'gif') => photo().toFormat(format).toBuffer()
  const grain = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const behind = (text: string) => (picture: Buffer) => Buffer.concat([picture, Buffer.from(text)])
  const before = (text: string) => (picture: Buffer) => Buffer.concat([Buffer.from(text), picture])
  const longer = (by: number) => (picture: Buffer) => {
    picture.writeUInt32LE(picture.length - 8 + by, 4)
    return picture
  }

  test.each([
    ['jpeg', 'without its end mark', (picture: Buffer) => picture.subarray(0, -2)],
    ['jpeg', 'with half of its end mark', (picture: Buffer) => picture.subarray(0, -1)],
    [
      'jpeg',
      'with a line break in place of its end mark',
      (picture: Buffer) => behind('\r\n')(picture.subarray(0, -2)),
    ],
    ['jpeg', 'behind a line break', before('\r\n')],
    ['jpeg', 'behind a byte order mark', before('\uFEFF\n')],
    ['png', 'behind a line break', before('\n')],
    ['webp', 'behind a line break', before('\r\n\r\n')],
    ['gif', 'behind a line break', before('\n')],
    ['jpeg', 'with something behind it', behind('SEFH trailer SEFT'.repeat(99))],
    ['png', 'with something behind it', behind('trailer')],
    ['png', 'without its end', (picture: Buffer) => picture.subarray(0, -12)],
    ['webp', 'with something behind it', behind('trailer')],
    ['webp', 'that promises more bytes', longer(100)],
    ['webp', 'that promises no bytes', (picture: Buffer) => longer(8 - picture.length)(picture)],
    ['gif', 'without its end', (picture: Buffer) => picture.subarray(0, -1)],
  ] as const)('D-43 a %s %s is accepted', async (format, _what, change) => {
    const picture = await encodePicture(await fileOf(change(await whole(format))), 'receipt')
    expect(picture).toMatchObject({ format, full: { width: 300, height: 400 } })
  })

  test('D-43 a progressive JPEG without its end mark shows the same as with it', async () => {
    const jpeg = await photo().jpeg({ progressive: true }).toBuffer()
    const [cut, complete] = [await fileOf(jpeg.subarray(0, -2)), await fileOf(jpeg)]
    const pictures = [await encodePicture(cut, 'receipt'), await encodePicture(complete, 'receipt')]
    const [one, other] = await Promise.all(pictures.map(({ full }) => readFile(full.path)))
    expect(one).toEqual(other)
  })

  test.each([3, 10, 1000])(
    'D-43 a JPEG that also lacks the %i bytes before its end mark is rejected',
    async (bytes) => {
      const path = await fileOf((await whole('jpeg')).subarray(0, -2 - bytes))
      await expect(encodePicture(path, 'receipt')).rejects.toMatchObject({ reason: 'content' })
    },
  )
})

test('D-43 a photo of a 50-megapixel phone is accepted', { timeout: 60_000 }, async () => {
  const { full } = await encodePicture(await fileOf(await blank(8160, 6144).jpeg().toBuffer()), 'receipt')
  expect(full).toMatchObject({ width: 2600, height: 1958 })
})

describe('D-43 rejected files', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

  test.each([
    ['an empty file', ''],
    ['one byte', 'x'],
    ['a renamed SVG', svg],
    ['a TIFF', 'II*\0\x08\0\0\0'],
    ['an AVIF', '\0\0\0\x20ftypavif\0\0\0\0avifmif1'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
  ])('S-5.06 %s is rejected by its first bytes', async (_what, text) => {
    await expectRejection(await fileOf(Buffer.from(text, 'latin1')), 'type')
  })

  test('S-5.14 a gif is no avatar', async () => {
    const path = await fileOf(await blank(10, 10).gif().toBuffer())
    await expect(encodePicture(path, 'avatar')).rejects.toMatchObject({ reason: 'type' })
  })

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'D-43 a truncated %s is rejected and leaves no file',
    async (format) => {
      const whole = await sharp(await noise(400, 400))
        .toFormat(format)
        .toBuffer()
      const path = await fileOf(whole.subarray(0, whole.length / 2))
      await expectRejection(path, 'content')
      expect((await readdir(folder)).filter((name) => join(folder, name).startsWith(`${path}.`))).toEqual([])
    },
  )

  test.each(['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF\x1a\0\0\0WEBP', '\0\0\0\x18ftypheic'])(
    'D-43 a file with only the right first bytes is rejected (%j)',
    async (head) => {
      const path = await fileOf(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(svg.repeat(20))]))
      await expectRejection(path, 'content')
    },
  )

  test('D-43 an SVG is never decoded, not even after the right first bytes', async () => {
    await expect(sharp(Buffer.from(svg)).toBuffer()).rejects.toThrow(/unsupported/)
  })

  test.each([
    ['png', 5001, 5000],
    ['gif', 5001, 5000],
    ['jpeg', 10_401, 5000],
  ] as const)('D-43 a %s bomb of %i x %i pixels is rejected by the pixel limit', async (format, width, height) => {
    await expectRejection(await fileOf(await blank(width, height).toFormat(format).toBuffer()), 'pixels')
  })

  async function expectRejection(path: string, reason: string) {
    await expect(encodePicture(path, 'receipt')).rejects.toMatchObject({ name: 'UndecodablePicture', reason })
  }

  test('D-43 an error of the disk is not reported as an undecodable picture', async () => {
    await expect(encodePicture(join(folder, 'absent'), 'receipt')).rejects.toMatchObject({ code: 'ENOENT' })
    const jpeg = { path: join(folder, 'absent'), format: 'jpeg', start: 0 } as const
    const opened = decode(jpeg, { longSide: 2600, narrowSide: 1000 }, (picture) => picture.raw().toBuffer())
    await expect(opened).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

test.each([
  ['vips: out of memory -- size == 48MB', true],
  ['Array buffer allocation failed', true],
  ['VipsJpeg: premature end of JPEG image', false],
])('D-43 %j is recognised as a lack of memory or not', (message, expected) => {
  expect(isOutOfMemory(new Error(message))).toBe(expected)
})

describe.skipIf(photographs.length === 0)('D-43 the real receipts', () => {
  test.each(photographs)('S-5.06 %s is decoded in full, at a legible size', async (name) => {
    const original = join(receiptsDir, name)
    const { width, height } = await sharp(original).metadata()
    const { full, thumb } = await encodePicture(await fileOf(await readFile(original)), 'receipt')
    const scale = Math.min(1, Math.max(2600 / Math.max(width, height), 1000 / Math.min(width, height)))
    expect([full.width, full.height]).toEqual([Math.round(width * scale), Math.round(height * scale)])
    expect(await differenceOf(original, full.path)).toBeLessThan(4)
    expect(await differenceOf(original, thumb.path)).toBeLessThan(6)
    await Promise.all([full.path, thumb.path].map((path) => rm(path)))
  })
})

let count = 0
async function fileOf(content: Buffer, name = 'upload') {
  count += 1
  const path = join(folder, `${count}-${name}`)
  await writeFile(path, content)
  return path
}

function blank(width: number, height: number, background = '#c0ffee') {
  return sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })
}

function noise(width: number, height: number) {
  const generated = { type: 'gaussian' as const, mean: 128, sigma: 80 }
  return sharp({ create: { width, height, channels: 3, background: '#000', noise: generated } })
    .png()
    .toBuffer()
}

async function colourOf(path: string) {
  const { data } = await sharp(path).resize(1, 1).raw().toBuffer({ resolveWithObject: true })
  return [...data]
}

/** The names of the chunks of a WebP file. */
async function chunksOf(path: string) {
  const file = await readFile(path)
  const names: string[] = []
  for (let at = 12; at < file.length; at += 8 + 2 * Math.ceil(file.readUInt32LE(at + 4) / 2)) {
    names.push(file.toString('latin1', at, at + 4))
  }
  return names
}

/** The mean difference of the brightness (0 to 255) of two pictures at one small size. */
async function differenceOf(one: string, other: string) {
  const [a, b] = await Promise.all(
    [one, other].map((path) => sharp(path).greyscale().resize(200, 300, { fit: 'fill' }).raw().toBuffer()),
  )
  if (!a || !b) return Number.NaN
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length
}
