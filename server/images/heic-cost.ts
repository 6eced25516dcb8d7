/**
 * What decoding a HEIC file takes: its coded pictures (of which a phone's photograph has one for each tile), their pixels, and the
 * bytes that are decoded; each counted as often as it is used.
 */
export type HeicCost = { tiles: number; pixels: number; bytes: number }

/**
 * Measured on one processor: 0.2 s for a file, 16 ms a megapixel and 0.4 s a megabyte, so that 10 MB within these limits take 6 s.
 * A photograph of 48 megapixels has 192 tiles of 512 × 512 pixels; beside it may be a small picture and one of its brightness.
 */
const MOST = { tiles: 320, pixels: 75_000_000 }
/** A picture of pictures of pictures is none that a phone writes. */
const DEEPEST = 4

/** Whether a file would cost more than any photograph. A byte is decoded once: a file that uses one again is a bomb. */
export function isTooCostly({ tiles, pixels, bytes }: HeicCost, fileBytes: number): boolean {
  return tiles > MOST.tiles || pixels > MOST.pixels || bytes > fileBytes
}

/** What all pictures of a file would cost. Throws RangeError where the file is not as the standard says. */
export function heicCost(file: Buffer): HeicCost {
  const meta = boxesIn(file, 0, file.length).find(({ type }) => type === 'meta')
  if (!meta) throw new RangeError('No meta box')
  const boxes = boxesIn(file, meta.start + 4, meta.end)
  const contentOf = (type: string) => boxes.filter((box) => box.type === type)
  const bytes = new Map(contentOf('iloc').flatMap((box) => bytesOfItems(file, box)))
  const pixels = new Map(contentOf('iprp').flatMap((box) => pixelsOfItems(file, box)))
  const parts = new Map(contentOf('iref').flatMap((box) => partsOfItems(file, box)))
  const used = new Set([...parts.values()].flat())
  const known = new Map<number, HeicCost>()
  const costOf = (item: number, depth: number): HeicCost => {
    if (depth > DEEPEST) throw new RangeError('Pictures within pictures')
    const ownParts = parts.get(item)
    const own = pixels.get(item)
    const cost = known.get(item) ?? (ownParts ? sum(ownParts.map((part) => costOf(part, depth + 1))) : undefined)
    const found = cost ?? { tiles: own ? 1 : 0, pixels: own ?? 0, bytes: own ? (bytes.get(item) ?? 0) : 0 }
    known.set(item, found)
    return found
  }
  const whole = [...new Set([...bytes.keys(), ...parts.keys()])].filter((item) => !used.has(item))
  return sum(whole.map((item) => costOf(item, 0)))
}

function sum(costs: HeicCost[]): HeicCost {
  const total = { tiles: 0, pixels: 0, bytes: 0 }
  for (const { tiles, pixels, bytes } of costs) {
    total.tiles += tiles
    total.pixels += pixels
    total.bytes += bytes
  }
  return total
}

type Box = { type: string; start: number; end: number }

function boxesIn(file: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = []
  for (let at = start; at + 8 <= end; ) {
    const short = file.readUInt32BE(at)
    const header = short === 1 ? 16 : 8
    const size = short === 1 ? Number(file.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short
    if (size < header || at + size > end) throw new RangeError('A box beyond its end')
    boxes.push({ type: file.toString('latin1', at + 4, at + 8), start: at + header, end: at + size })
    at += size
  }
  return boxes
}

/** Reads numbers one after the other. */
function readerAt(file: Buffer, start: number) {
  let at = start
  return (bytes: number): number => {
    let value = 0
    for (let read = 0; read < bytes; read += 1) value = value * 256 + file.readUInt8(at + read)
    at += bytes
    return value
  }
}

function bytesOfItems(file: Buffer, { start }: Box): [number, number][] {
  const next = readerAt(file, start)
  const version = next(1)
  next(3)
  const [sizes, more] = [next(1), next(1)]
  const [offset, length, base, index] = [sizes >> 4, sizes & 15, more >> 4, version === 0 ? 0 : more & 15]
  const count = next(version < 2 ? 2 : 4)
  return Array.from({ length: count }, () => {
    const item = next(version < 2 ? 2 : 4)
    next((version === 0 ? 0 : 2) + 2 + base)
    let bytes = 0
    for (let extents = next(2); extents > 0; extents -= 1) {
      next(index + offset)
      // None means all of the file.
      bytes += next(length) || file.length
    }
    return [item, bytes] as [number, number]
  })
}

function partsOfItems(file: Buffer, { start, end }: Box): [number, number[]][] {
  const idBytes = file.readUInt8(start) === 0 ? 2 : 4
  return boxesIn(file, start + 4, end)
    .filter(({ type }) => type === 'dimg')
    .map((box) => {
      const next = readerAt(file, box.start)
      const item = next(idBytes)
      return [item, Array.from({ length: next(2) }, () => next(idBytes))]
    })
}

function pixelsOfItems(file: Buffer, { start, end }: Box): [number, number][] {
  const boxes = boxesIn(file, start, end)
  const properties = boxes.filter(({ type }) => type === 'ipco').flatMap((box) => boxesIn(file, box.start, box.end))
  const pixels = properties.map(({ type, start: at }) =>
    type === 'ispe' ? file.readUInt32BE(at + 4) * file.readUInt32BE(at + 8) : 0,
  )
  return boxes.filter(({ type }) => type === 'ipma').flatMap((box) => usesIn(file, box, pixels))
}

function usesIn(file: Buffer, { start }: Box, pixels: number[]): [number, number][] {
  const next = readerAt(file, start)
  const version = next(1)
  const isWide = (next(3) & 1) === 1
  return Array.from({ length: next(4) }, () => {
    const item = next(version === 0 ? 2 : 4)
    const uses = Array.from({ length: next(1) }, () => next(isWide ? 2 : 1) & (isWide ? 0x7fff : 0x7f))
    return [item, Math.max(0, ...uses.map((use) => pixels[use - 1] ?? 0))] as [number, number]
  })
}
