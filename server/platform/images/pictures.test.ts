import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { decode } from './decode.ts'
import { isOutOfMemory, maxPixels } from './format.ts'
import { encodePicture } from './pictures.ts'

const folder = await temporaryFolder()
const FORMATS = ['jpeg', 'png', 'webp', 'gif'] as const

let files = 0
async function fileOf(content: Buffer, name = 'upload') {
  files += 1
  const path = join(folder, `${files}-${name}`)
  await writeFile(path, content)
  return path
}
const encode = async (content: Buffer, kind: 'receipt' | 'avatar' = 'receipt') =>
  encodePicture(await fileOf(content), kind)
async function expectRejection(path: string, reason: string) {
  await expect(encodePicture(path, 'receipt')).rejects.toMatchObject({ name: 'UndecodablePicture', reason })
}

const blank = (width: number, height: number, background = '#c0ffee') =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })
const noisy = (width: number, height: number, sigma = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma } } })

const colourOf = async (path: string) => [...(await sharp(path).resize(1, 1).raw().toBuffer())]

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

test.each(FORMATS)('S-5.06 S-5.07 a %s receipt becomes WebP, whatever its name says', async (format) => {
  const path = await fileOf(await blank(600, 900).toFormat(format).toBuffer(), 'named.heic')
  const picture = await encodePicture(path, 'receipt')
  expect(picture).toMatchObject({ format, full: { width: 600, height: 900 }, thumb: { width: 480, height: 720 } })
  expect(await chunksOf(picture.full.path)).toEqual(['VP8 '])
  expect(await readFile(picture.full.path)).toHaveLength(picture.full.bytes)
})

test.each([
  ['a photo: 2600 pixels on its long side', [1350, 2700], [1300, 2600], [480, 960]],
  ['a long receipt: 1000 pixels across, so that its text stays legible', [1100, 3300], [1000, 3000], [480, 1440]],
  ['a narrow receipt as it is', [900, 6000], [900, 6000], [216, 1440]],
  ['a picture longer than WebP allows at that length', [100, 20_000], [82, 16_383], [7, 1440]],
] as const)('D-43 the server stores %s', async (_what, [width, height], full, thumb) => {
  const stored = await encode(await blank(width, height).jpeg().toBuffer())
  const sizes = [stored.full, stored.thumb].map((each) => [each.width, each.height])
  expect(sizes).toEqual([full, thumb])
})

test('S-5.14 an avatar is cropped to a square for lists, and is no gif', async () => {
  const { full, thumb } = await encode(await blank(1200, 1800).png().toBuffer(), 'avatar')
  expect([full, thumb]).toMatchObject([
    { width: 1024, height: 1536 },
    { width: 256, height: 256 },
  ])
  await expect(encode(await blank(10, 10).gif().toBuffer(), 'avatar')).rejects.toMatchObject({ reason: 'type' })
})

test('D-43 the placeholder is a data: URI of at most 600 characters, even of noise', async () => {
  const { placeholder } = await encode(await noisy(500, 500, 80).png().toBuffer())
  const tiny = await sharp(Buffer.from(placeholder.replace('data:image/webp;base64,', ''), 'base64')).metadata()
  expect(tiny).toMatchObject({ format: 'webp', width: 16 })
  expect(placeholder.length).toBeLessThanOrEqual(600)
})

test('D-43 transparency becomes white, grey stays grey, and only the first frame of an animated picture is used', async () => {
  const clear = sharp({ create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
  const white = await encode(await clear.png().toBuffer())
  expect(await colourOf(white.full.path)).toEqual([255, 255, 255])
  const grey = await encode(await blank(20, 20, '#808080').greyscale().png().toBuffer())
  expect(await colourOf(grey.full.path)).toEqual([128, 128, 128])
  const frames = [await blank(30, 40, '#ff0000').png().toBuffer(), await blank(30, 40, '#0000ff').png().toBuffer()]
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(gif).metadata()).pages).toBe(2)
  const { full } = await encode(gif)
  expect(full).toMatchObject({ width: 30, height: 40 })
  const [red = 0, , blue = 0] = await colourOf(full.path)
  expect([red > 200, blue < 50]).toEqual([true, true])
})

test('D-43 the orientation is applied and all metadata is removed, such as the place', async () => {
  const corner = [{ input: await blank(80, 40, '#ff0000').png().toBuffer(), gravity: 'northwest' }]
  const picture = blank(150, 100).composite(corner).jpeg()
  for (let orientation = 1; orientation <= 8; orientation += 1) {
    const jpeg = await picture
      .clone()
      .withMetadata({ orientation })
      .withExifMerge({ IFD0: { Copyright: 'LEAKED-NAME' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '3/1 8/1 0/1' } })
      .toBuffer()
    expect(jpeg.includes('LEAKED-NAME')).toBe(true)
    const upright = await fileOf(await sharp(jpeg).autoOrient().png().toBuffer())
    const { full, thumb } = await encode(jpeg)
    for (const { path } of [full, thumb]) {
      expect([orientation, (await differenceOf(upright, path)) < 2]).toEqual([orientation, true])
      expect(await chunksOf(path)).toEqual(['VP8 '])
      expect(await readFile(path, 'latin1')).not.toMatch(/LEAKED|Exif|GPS|ICCP/)
    }
  }
})

const photo = () => noisy(90, 120)
const behind = (text: string) => (picture: Buffer) => Buffer.concat([picture, Buffer.from(text)])
const before = (text: string) => (picture: Buffer) => Buffer.concat([Buffer.from(text), picture])
const shorter = (by: number) => (picture: Buffer) => picture.subarray(0, -by)
const longer = (by: number) => (picture: Buffer) => {
  picture.writeUInt32LE(picture.length - 8 + by, 4)
  return picture
}

test.each([
  ['jpeg', 'without its end mark', shorter(2)],
  ['jpeg', 'with half of its end mark', shorter(1)],
  ['jpeg', 'with a line break in place of its end mark', (picture: Buffer) => behind('\r\n')(shorter(2)(picture))],
  ['jpeg', 'behind a line break', before('\r\n')],
  ['jpeg', 'behind a byte order mark', before('\uFEFF\n')],
  ['png', 'behind a line break', before('\n')],
  ['webp', 'behind a line break', before('\r\n\r\n')],
  ['gif', 'behind a line break', before('\n')],
  ['jpeg', 'with something behind it', behind('SEFH trailer SEFT'.repeat(99))],
  ['png', 'with something behind it', behind('trailer')],
  ['png', 'without its end', shorter(12)],
  ['webp', 'with something behind it', behind('trailer')],
  ['webp', 'that promises more bytes', longer(100)],
  ['webp', 'that promises no bytes', (picture: Buffer) => longer(8 - picture.length)(picture)],
  ['gif', 'without its end', shorter(1)],
] as const)('D-43 a %s %s is accepted', async (format, _what, change) => {
  const picture = await encode(change(await photo().toFormat(format).toBuffer()))
  expect(picture).toMatchObject({ format, full: { width: 90, height: 120 } })
})

test('D-43 a progressive JPEG without its end mark shows the same as with it, and one that lacks more is rejected', async () => {
  const jpeg = await photo().jpeg({ progressive: true }).toBuffer()
  const pictures = [await encode(jpeg.subarray(0, -2)), await encode(jpeg)]
  const [one, other] = await Promise.all(pictures.map(({ full }) => readFile(full.path)))
  expect(one).toEqual(other)
  const plain = await photo().jpeg().toBuffer()
  for (const bytes of [3, 10, 1000]) await expectRejection(await fileOf(shorter(2 + bytes)(plain)), 'content')
})

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

test.each(FORMATS)('D-43 a truncated %s is rejected and leaves no file', async (format) => {
  const whole = await photo().toFormat(format).toBuffer()
  const path = await fileOf(whole.subarray(0, whole.length / 2))
  await expectRejection(path, 'content')
  expect((await readdir(folder)).filter((name) => join(folder, name).startsWith(`${path}.`))).toEqual([])
})

test.each(['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF\x1a\0\0\0WEBP', '\0\0\0\x18ftypheic'])(
  'D-43 a file with only the right first bytes is rejected (%j)',
  async (head) => {
    const content = Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(svg.repeat(20))])
    await expectRejection(await fileOf(content), 'content')
    await expect(sharp(Buffer.from(svg)).toBuffer()).rejects.toThrow(/unsupported/)
  },
)

test('D-43 a bomb of too many pixels is rejected', async () => {
  await expectRejection(await fileOf(await blank(5001, 5000).png().toBuffer()), 'pixels')
  const jpeg = await blank(20, 20).jpeg().toBuffer()
  const frame = jpeg.indexOf('\xff\xc0', 0, 'latin1')
  // It only claims its size: to encode so many pixels takes seconds.
  jpeg.writeUInt16BE(5000, frame + 5)
  jpeg.writeUInt16BE(10_401, frame + 7)
  await expectRejection(await fileOf(jpeg), 'pixels')
  const limits = (['jpeg', 'heic', 'png', 'webp', 'gif'] as const).map(maxPixels)
  expect(limits).toEqual([52_000_000, 52_000_000, 25_000_000, 25_000_000, 25_000_000])
})

test('D-43 an error of the disk is not reported as an undecodable picture', async () => {
  await expect(encodePicture(join(folder, 'absent'), 'receipt')).rejects.toMatchObject({ code: 'ENOENT' })
  const jpeg = { path: join(folder, 'absent'), format: 'jpeg', start: 0 } as const
  const opened = decode(jpeg, { longSide: 2600, narrowSide: 1000 }, (picture) => picture.raw().toBuffer())
  await expect(opened).rejects.toMatchObject({ code: 'ENOENT' })
})

test.each([
  ['vips: out of memory -- size == 48MB', true],
  ['Array buffer allocation failed', true],
  ['VipsJpeg: premature end of JPEG image', false],
])('D-43 %j is recognised as a lack of memory or not', (message, expected) => {
  expect(isOutOfMemory(new Error(message))).toBe(expected)
})
