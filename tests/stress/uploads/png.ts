import { crc32, deflateSync } from 'node:zlib'
import type { Random } from '../support/seeded-random.ts'

export type PngKind = { colour: 0 | 2 | 3 | 4 | 6; depth: 1 | 2 | 4 | 8 | 16; interlaced: boolean }
type Shape = PngKind & { width: number; height: number; filter: number }

const SAMPLES = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const
const DEPTHS = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] } as const
/** Adam7: where each pass begins and the distance of its pixels. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** Every colour type of the format. */
export const pngKinds: PngKind[] = ([0, 2, 3, 4, 6] as const).flatMap((colour) =>
  DEPTHS[colour].flatMap((depth) => [false, true].map((interlaced) => ({ colour, depth, interlaced }))),
)

/** A valid PNG of that shape with random pixels; `before` goes before its data. */
export function pngOf(shape: Shape, random: Random, before: Buffer[] = []): Buffer {
  const data = deflateSync(pixels(shape, random), { level: random.below(10) })
  const palette = shape.colour === 3 ? [chunk('PLTE', bytesBy(random, 3 * 2 ** shape.depth))] : []
  return pngFrom([header(shape), ...palette, ...before, ...split(data, 1 + random.below(3)), chunk('IEND', '')])
}

export function pngFrom(chunks: Buffer[]): Buffer {
  return Buffer.concat([SIGNATURE, ...chunks])
}

export function header({ width, height, depth, colour, interlaced }: Omit<Shape, 'filter'>): Buffer {
  const fields = Buffer.alloc(13)
  fields.writeUInt32BE(width, 0)
  fields.writeUInt32BE(height, 4)
  fields.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8)
  return chunk('IHDR', fields)
}

export function chunk(type: string, content: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(content)])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

function pixels(shape: Shape, random: Random): Buffer {
  const { width, height } = shape
  if (!shape.interlaced) return rows(shape, { width, height }, random)
  const passes = PASSES.map(([x, y, right, down]) =>
    rows(shape, { width: Math.ceil((width - x) / right), height: Math.ceil((height - y) / down) }, random),
  )
  return Buffer.concat(passes)
}

function rows({ colour, depth, filter }: Shape, { width, height }: { width: number; height: number }, random: Random) {
  if (width <= 0 || height <= 0) return Buffer.alloc(0)
  const bytes = Math.ceil((width * SAMPLES[colour] * depth) / 8)
  return Buffer.concat(Array.from({ length: height }, () => Buffer.concat([Buffer.of(filter), bytesBy(random, bytes)])))
}

function split(data: Buffer, parts: number): Buffer[] {
  const size = Math.ceil(data.length / parts)
  return Array.from({ length: parts }, (_, at) => chunk('IDAT', data.subarray(at * size, (at + 1) * size)))
}

export function bytesBy(random: Random, count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, () => random.below(256)))
}
