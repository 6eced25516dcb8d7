import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { box, u16, u32 } from '../../../tests/support/pictures/heic-samples.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { decodeHeic } from './heic.ts'
import { measureHeicCost, withoutAppendix } from './heic-cost.ts'

const folder = await temporaryFolder()
const SMALL = { width: 100, height: 100 }
const FTYP_BYTES = 24
const LARGE = { width: 40_000, height: 40_000 }

test('D-43 extents without bytes are rejected before they are counted', async () => {
  const items = Array.from({ length: 65_535 }, (_, id) => Buffer.concat([u16(id), u16(0), u16(65_535)]))
  const path = join(folder, 'endless.heic')
  await writeFile(path, heic(box('iloc', u32(0), u16(0), u16(items.length), ...items)))
  await expect(decodeHeic({ path, start: 0 })).rejects.toMatchObject({
    name: 'UndecodablePicture',
    reason: 'content',
    cause: { name: 'RangeError' },
  })
})

const twice = Buffer.concat([u16(1), u16(0), u16(2), u32(0), u32(0), u32(0), u32(0)])
// A box without a name that extends to the end.
const behind = Buffer.alloc(1000)
test.each([
  ['more places than the box holds', heic(box('iloc', u32(0), u16(0x4400), u16(2), place(1, 10)), behind)],
  ['more properties', heic(box('iprp', box('ipma', u32(0), u32(2), u16(1), Buffer.of(1, 1))), behind)],
  ['more numbers of a size', heic(box('iprp', box('ipco', box('ispe', u32(0), u32(100)))), behind)],
  ['more parts', heic(box('iref', u32(0), box('dimg', u16(1), u16(3), u16(2))), behind)],
  ['an item of more bytes than the file', heic(box('iloc', u32(0), u16(0x4400), u16(1), twice))],
  ['parts listed twice', large(box('dimg', u16(1), u16(1), u16(2)), box('dimg', u16(1), u16(1), u16(3)))],
  ['a picture within a picture within itself', large(box('dimg', u16(9), u16(2), u16(9), u16(1)))],
  ['a picture in the second of two lists', Buffer.concat([small(), large().subarray(FTYP_BYTES)])],
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
  const file = Buffer.concat([small(), behind])
  expect(withoutAppendix(file)).toEqual(small())
  expect(measureHeicCost(file)).toEqual({ tiles: 1, pixels: 10_000, bytes: 10 })
})

function latin(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

function small(): Buffer {
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
