/** Coded pictures (a photo has one for each tile), their pixels and bytes, each counted per use. */
type HeicCost = { tiles: number; pixels: number; bytes: number }

/** 10 MB within these limits take 6 s. A photo of 48 megapixels has 192 tiles and perhaps a small picture. */
const MAX = { tiles: 320, pixels: 75_000_000 }
/** Phones do not nest pictures deeper. */
const MAX_DEPTH = 4

/** In a photo no byte is used twice; a file that does is a decompression bomb. */
export const isTooCostly = ({ tiles, pixels, bytes }: HeicCost, fileBytes: number): boolean =>
  tiles > MAX.tiles || pixels > MAX.pixels || bytes > fileBytes

/** Throws RangeError if the file violates the standard. */
export function measureHeicCost(file: Buffer): HeicCost {
  const [meta, second] = readFileBoxes(file).filter(({ type }) => type === 'meta')
  if (!meta || second) throw new RangeError('Not one meta box')
  const boxes = readBoxes(file, meta.start + 4, meta.end)
  const contentOf = (type: string) => boxes.filter((box) => box.type === type)
  const bytes = largestOf(contentOf('iloc').map((box) => readItemBytes(file, box)))
  const pixels = largestOf(contentOf('iprp').map((box) => readItemPixels(file, box)))
  const parts = toUniqueMap(contentOf('iref').flatMap((box) => readItemParts(file, box)))
  const used = new Set([...parts.values()].flat())
  const known = new Map<number, HeicCost>()
  const costOf = (item: number, depth: number): HeicCost => {
    if (depth > MAX_DEPTH) throw new RangeError('Pictures within pictures')
    const before = known.get(item)
    if (before) return before
    const own = pixels.get(item)
    const coded = { tiles: own ? 1 : 0, pixels: own ?? 0, bytes: own ? (bytes.get(item) ?? 0) : 0 }
    const ownParts = parts.get(item)
    const found = ownParts ? join(coded, sum(ownParts.map((part) => costOf(part, depth + 1))), Math.max) : coded
    known.set(item, found)
    return found
  }
  const items = [...bytes.keys(), ...parts.keys()]
  const total = sum([...new Set(items)].filter((item) => !used.has(item)).map((item) => costOf(item, 0)))
  if (items.some((item) => !known.has(item))) throw new RangeError('Pictures within themselves')
  return total
}

const join = (one: HeicCost, other: HeicCost, how: (a: number, b: number) => number): HeicCost => ({
  tiles: how(one.tiles, other.tiles),
  pixels: how(one.pixels, other.pixels),
  bytes: how(one.bytes, other.bytes),
})
const sum = (costs: HeicCost[]) =>
  costs.reduce((total, cost) => join(total, cost, (a, b) => a + b), { tiles: 0, pixels: 0, bytes: 0 })

/** A file may give several numbers for an item, and the decoder may use any. */
function largestOf(found: Iterable<[number, number]>[]): Map<number, number> {
  const numbers = new Map<number, number>()
  for (const pairs of found)
    for (const [item, number] of pairs) numbers.set(item, Math.max(number, numbers.get(item) ?? 0))
  return numbers
}

function toUniqueMap(found: [number, number[]][]): Map<number, number[]> {
  const parts = new Map(found)
  if (parts.size < found.length) throw new RangeError('A picture made twice')
  return parts
}

type Box = { type: string; start: number; end: number }

/** The file without what phones append after the last box. Decoders stop there too: they get only what was measured. */
export const withoutAppendix = (file: Buffer): Buffer => file.subarray(0, readFileBoxes(file).at(-1)?.end)

/** The last box may promise more bytes than follow, if they are those of pictures. */
function readFileBoxes(file: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= file.length; ) {
    const box = readBox(file, at, file.length)
    const isCut = box?.type === 'mdat' && box.end > file.length
    if (!box || (box.end > file.length && !isCut) || (box.type === 'ftyp' && at > 0)) break
    boxes.push(isCut ? { ...box, end: file.length } : box)
    at = box.end
  }
  return boxes
}

/** Undefined if its size is shorter than its own head. */
function readBox(file: Buffer, at: number, end: number): Box | undefined {
  const short = file.readUInt32BE(at)
  const header = short === 1 ? 16 : 8
  if (at + header > end) return undefined
  const size = short === 1 ? Number(file.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short
  const type = file.toString('latin1', at + 4, at + 8)
  return size < header ? undefined : { type, start: at + header, end: at + size }
}

function readBoxes(file: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = []
  for (let at = start; at + 8 <= end; ) {
    const box = readBox(file, at, end)
    if (!box || box.end > end) throw new RangeError('A box beyond its end')
    boxes.push(box)
    at = box.end
  }
  return boxes
}

/** Throws RangeError beyond the end of the box. */
function createReader(file: Buffer, { start, end }: Box) {
  let at = start
  return (bytes: number): number => {
    if (at + bytes > end) throw new RangeError('More than its box holds')
    let value = 0
    for (let read = 0; read < bytes; read += 1) value = value * 256 + file.readUInt8(at + read)
    at += bytes
    return value
  }
}

// Generators, because a hostile file holds millions of items.
function* readItemBytes(file: Buffer, box: Box): Generator<[number, number]> {
  const next = createReader(file, box)
  const version = next(1)
  next(3)
  const [sizes, more] = [next(1), next(1)]
  const [offset, length, base, index] = [sizes >> 4, sizes & 15, more >> 4, version === 0 ? 0 : more & 15]
  // Otherwise extents could be repeated without end.
  if (index + offset + length === 0) throw new RangeError('Extents of no width')
  for (let items = next(version < 2 ? 2 : 4); items > 0; items -= 1) {
    const item = next(version < 2 ? 2 : 4)
    next((version === 0 ? 0 : 2) + 2 + base)
    let bytes = 0
    for (let extents = next(2); extents > 0; extents -= 1) {
      next(index + offset)
      // A length of zero means the whole file.
      bytes += next(length) || file.length
    }
    if (bytes > file.length) throw new RangeError('More bytes than the file has')
    yield [item, bytes]
  }
}

function readItemParts(file: Buffer, box: Box): [number, number[]][] {
  const idBytes = createReader(file, box)(1) === 0 ? 2 : 4
  return readBoxes(file, box.start + 4, box.end)
    .filter(({ type }) => type === 'dimg')
    .map((each) => {
      const next = createReader(file, each)
      const item = next(idBytes)
      return [item, Array.from({ length: next(2) }, () => next(idBytes))]
    })
}

function* readItemPixels(file: Buffer, { start, end }: Box): Generator<[number, number]> {
  const boxes = readBoxes(file, start, end)
  const properties = boxes.filter(({ type }) => type === 'ipco').flatMap((box) => readBoxes(file, box.start, box.end))
  const pixels = properties.map((box) => (box.type === 'ispe' ? readPixels(file, box) : 0))
  for (const box of boxes.filter(({ type }) => type === 'ipma')) yield* readUses(file, box, pixels)
}

function readPixels(file: Buffer, box: Box): number {
  const next = createReader(file, box)
  next(4)
  return next(4) * next(4)
}

function* readUses(file: Buffer, box: Box, pixels: number[]): Generator<[number, number]> {
  const next = createReader(file, box)
  const version = next(1)
  const isWide = (next(3) & 1) === 1
  for (let items = next(4); items > 0; items -= 1) {
    const item = next(version === 0 ? 2 : 4)
    const uses = Array.from({ length: next(1) }, () => next(isWide ? 2 : 1) & (isWide ? 0x7fff : 0x7f))
    yield [item, Math.max(0, ...uses.map((use) => pixels[use - 1] ?? 0))]
  }
}
