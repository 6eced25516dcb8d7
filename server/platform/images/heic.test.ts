import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { box, tiledHeic, u16, u32 } from '../../../tests/support/pictures/heic-samples.ts'
import { receiptNames, receiptsDir } from '../../../tests/support/pictures/receipts.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { decodeHeic } from './heic.ts'
import { measureHeicCost, withoutAppendix } from './heic-cost.ts'
import { encodePicture } from './pictures.ts'

const SAMPLE = '059.heic'
const MEGABYTE = 1024 * 1024
const folder = await temporaryFolder()

describe.skipIf(!receiptNames.includes(SAMPLE))('D-43 HEIC is decoded on the server', () => {
  const sample = () => readFile(join(receiptsDir, SAMPLE))

  test('S-5.06 D-43 a HEIC shows the same as its jpeg version, also behind a line break and as a Samsung motion photo', async () => {
    const jpeg = sharp(join(receiptsDir, SAMPLE.replace('.heic', '.jpg')))
    const film = '\0\0\x30\x0a\x10\0\0\0MotionPhoto_Data\0\0\0\x18ftypmp42\0\0\0\0isommp42'.padEnd(60_000, 'A')
    const path = await fileOf(
      Buffer.concat([Buffer.from('\r\n'), await sample(), Buffer.from(`${film}SEFT`, 'latin1')]),
    )
    const { format, full } = await encodePicture(path, 'receipt')
    const { width, height } = await jpeg.metadata()
    expect({ format, width: full.width, height: full.height }).toEqual({ format: 'heic', width, height })
    expect(difference(await small(jpeg), await small(sharp(full.path)))).toBeLessThan(4)
  })

  test('D-43 a picture is rotated once, as the file says', async () => {
    const tile = await encodePicture(await tiled({ rows: 1, columns: 1, quarterTurns: 0 }), 'receipt')
    const turned = await encodePicture(await tiled({ rows: 1, columns: 1, quarterTurns: 1 }), 'receipt')
    expect([turned.full.width, turned.full.height]).toEqual([tile.full.height, tile.full.width])
    const upright = sharp(await sharp(turned.full.path).rotate(90).toBuffer())
    expect(difference(await small(upright), await small(sharp(tile.full.path)))).toBeLessThan(2)
  })

  test('D-43 a HEIC whose data promises more bytes than follow, or with zeros behind it, is accepted, half a file is rejected', async () => {
    const whole = await sample()
    const half = await fileOf(whole.subarray(0, whole.length / 2))
    const zeros = await fileOf(Buffer.concat([whole, Buffer.alloc(5000)]))
    const at = whole.indexOf('mdat', 0, 'latin1') - 4
    whole.writeUInt32BE(whole.readUInt32BE(at) + 5000, at)
    for (const path of [zeros, await fileOf(whole)]) expect(await sizeOf(path)).toEqual([1080, 1527])
    await expect(sizeOf(half)).rejects.toMatchObject({ name: 'UndecodablePicture', reason: 'content' })
  })

  test('D-43 a photo of a 50-megapixel phone is accepted', { timeout: 120_000 }, async () => {
    const path = await tiled({ rows: 5, columns: 8, quarterTurns: 0, declared: { width: 8160, height: 6144 } })
    expect(await sizeOf(path)).toEqual([8160, 6144])
  })

  test.each([
    ['more than 52 megapixels', { rows: 9, columns: 9, quarterTurns: 0 }],
    [
      '400 tiles behind a small size',
      { rows: 20, columns: 20, quarterTurns: 0, declared: { width: 100, height: 100 } },
    ],
    ['tiles that are the same bytes', { rows: 2, columns: 2, quarterTurns: 0, shared: true }],
  ])('D-43 a decompression bomb of %s is rejected before it is decoded', async (_what, shape) => {
    const rejected = { name: 'UndecodablePicture', reason: 'pixels' }
    await expect(sizeOf(await tiled(shape))).rejects.toMatchObject(rejected)
  })

  test('D-43 decoding that takes too long or too much memory is stopped', async () => {
    const path = await tiled({ rows: 4, columns: 4, quarterTurns: 0 })
    for (const limits of [
      { milliseconds: 100, memoryBytes: 256 * MEGABYTE },
      { milliseconds: 20_000, memoryBytes: 64 * MEGABYTE },
    ])
      await expect(sizeOf(path, limits)).rejects.toMatchObject({ name: 'UndecodablePicture', reason: 'content' })
  })

  async function tiled(shape: Parameters<typeof tiledHeic>[1]) {
    return fileOf(tiledHeic(await sample(), shape))
  }
})

test('D-43 an error of the disk is not reported as an undecodable HEIC', async () => {
  await expect(sizeOf(join(folder, 'absent.heic'))).rejects.toMatchObject({ code: 'ENOENT' })
})

let files = 0
async function fileOf(content: Buffer): Promise<string> {
  files += 1
  const path = join(folder, `${files}.heic`)
  await writeFile(path, content)
  return path
}

// Without the pixels: a failing test would print them all.
async function sizeOf(path: string, limits?: Parameters<typeof decodeHeic>[1]) {
  const { width, height } = await decodeHeic({ path, start: 0 }, limits)
  return [width, height]
}

function small(picture: Sharp) {
  return picture.clone().greyscale().resize(200, 300, { fit: 'fill' }).raw().toBuffer()
}

function difference(a: Buffer, b: Buffer) {
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length
}

const SMALL = { width: 100, height: 100 }
const FTYP_BYTES = 24
const LARGE = { width: 40_000, height: 40_000 }

const twice = Buffer.concat([u16(1), u16(0), u16(2), u32(0), u32(0), u32(0), u32(0)])
// A box without a name that extends to the end.
const behind = Buffer.alloc(1000)
/** Items in endless number, each of extents without bytes. */
const items = Array.from({ length: 65_535 }, (_, id) => Buffer.concat([u16(id), u16(0), u16(65_535)]))
test.each([
  ['extents without bytes', heic(box('iloc', u32(0), u16(0), u16(items.length), ...items))],
  ['more places than the box holds', heic(box('iloc', u32(0), u16(0x4400), u16(2), place(1, 10)), behind)],
  ['more properties', heic(box('iprp', box('ipma', u32(0), u32(2), u16(1), Buffer.of(1, 1))), behind)],
  ['more numbers of a size', heic(box('iprp', box('ipco', box('ispe', u32(0), u32(100)))), behind)],
  ['more parts', heic(box('iref', u32(0), box('dimg', u16(1), u16(3), u16(2))), behind)],
  ['an item of more bytes than the file', heic(box('iloc', u32(0), u16(0x4400), u16(1), twice))],
  ['parts listed twice', large(box('dimg', u16(1), u16(1), u16(2)), box('dimg', u16(1), u16(1), u16(3)))],
  ['a picture within a picture within itself', large(box('dimg', u16(9), u16(2), u16(9), u16(1)))],
  ['a picture in the second of two lists', Buffer.concat([plainHeic(), large().subarray(FTYP_BYTES)])],
  ['a list of pictures that is cut off', large().subarray(0, -1)],
])('D-43 a file with %s is rejected', (_what, file) => {
  expect(() => measureHeicCost(file)).toThrow(RangeError)
})

test('D-43 of two sizes or byte counts the larger one counts, in either order, and the pixels even if there are parts', () => {
  const largest = { tiles: 1, pixels: 1_600_000_000, bytes: 10 }
  for (const [first, then] of [[SMALL, LARGE] as const, [LARGE, SMALL] as const]) {
    const uses = [useOf(1, 1), useOf(1, 2)]
    const inOne = [box('ipma', u32(0), u32(2), ...uses)]
    const inTwo = uses.map((use) => box('ipma', u32(0), u32(1), use))
    for (const ipma of [inOne, inTwo]) {
      const file = heic(places(place(1, 10)), box('iprp', box('ipco', size(first), size(then)), ...ipma))
      expect(measureHeicCost(file)).toEqual(largest)
    }
  }
  for (const [first, then] of [[10, 90] as const, [90, 10] as const]) {
    const inOne = [places(place(1, first), place(1, then))]
    const inTwo = [places(place(1, first)), places(place(1, then))]
    for (const iloc of [inOne, inTwo])
      expect(measureHeicCost(heic(...iloc, properties(SMALL, 1)))).toEqual({ tiles: 1, pixels: 10_000, bytes: 90 })
  }
  expect(measureHeicCost(large(box('dimg', u16(1), u16(1), u16(3))))).toEqual(largest)
})

test.each([
  ['a second file', large()],
  ['a second list behind what is no box', Buffer.concat([Buffer.from('\r\n--b--\r\n'), large().subarray(FTYP_BYTES)])],
  ['a second list behind a box of no size', Buffer.concat([u32(4), u32(0), large().subarray(FTYP_BYTES)])],
  ['a stray boundary', latin('\r\n--boundary-left--\r\n')],
  ['a film', latin('\0\0\0\x18ftypmp42\0\0\0\0isommp42\0\0\0\x30moovAAAA'.padEnd(200, 'A'))],
  ['a box of no size', latin('\0\0\0\x04AAAA'.padEnd(99, 'A'))],
  ['a box of impossible size', latin(`\0\0\0\x01AAAA${'\xff'.repeat(16)}`)],
  ['a page', latin('<!doctype html><p>')],
  ['seven bytes', latin('trailer')],
])('D-43 %s behind a picture neither counts nor reaches the decoder', (_what, behind) => {
  const file = Buffer.concat([plainHeic(), behind])
  expect(withoutAppendix(file)).toEqual(plainHeic())
  expect(measureHeicCost(file)).toEqual({ tiles: 1, pixels: 10_000, bytes: 10 })
})

function latin(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

function plainHeic(): Buffer {
  return heic(places(place(1, 10)), properties(SMALL, 1))
}

/** A picture of too many pixels, and the parts that pictures have. */
function large(...parts: Buffer[]): Buffer {
  return heic(places(place(1, 10)), properties(LARGE, 1), box('iref', u32(0), ...parts))
}

/** A file whose list of items holds these boxes. */
function heic(...boxes: Buffer[]): Buffer {
  return Buffer.concat([box('ftyp', 'heic', u32(0), 'mif1heic'), box('meta', u32(0), ...boxes)])
}

function places(...each: Buffer[]): Buffer {
  return box('iloc', u32(0), u16(0x4400), u16(each.length), ...each)
}

/** The location of the bytes of an item. */
function place(item: number, bytes: number): Buffer {
  return Buffer.concat([u16(item), u16(0), u16(1), u32(0), u32(bytes)])
}

function properties(of: typeof SMALL, item: number): Buffer {
  return box('iprp', box('ipco', size(of)), box('ipma', u32(0), u32(1), useOf(item, 1)))
}

function size({ width, height }: typeof SMALL): Buffer {
  return box('ispe', u32(0), u32(width), u32(height))
}

/** Gives one property to an item. */
function useOf(item: number, property: number): Buffer {
  return Buffer.concat([u16(item), Buffer.of(1, property)])
}
