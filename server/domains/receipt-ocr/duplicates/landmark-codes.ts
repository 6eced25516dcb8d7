import type { Code, Landmark, SightedLandmark } from './landmarks.ts'

const BITS = 24
const INDEXED = 64
const GUESSES = 4
const BYTES = 14
const PLACE_STEPS = 16
const SIZE_STEPS = 64

/** The codes by which a picture is found: two for each landmark, as whole numbers of the database. */
export function indexCodesOf(landmarks: Landmark[]): number[] {
  return unique(landmarks.slice(0, INDEXED).flatMap(({ code }) => halves.map((half) => indexCode(code, half))))
}

/** The codes to search for: each as it is, and with each of its least certain bits the other way. */
export function searchCodesOf(landmarks: SightedLandmark[]): number[] {
  return unique(
    landmarks.slice(0, INDEXED).flatMap(({ code, margins }) =>
      halves.flatMap((half) => {
        const own = indexCode(code, half)
        return [own, ...leastCertain(margins[half]).map((bit) => own ^ (1 << bit))]
      }),
    ),
  )
}

/** Landmarks as few bytes: place, size and code. */
export function packed(landmarks: Landmark[]): Buffer {
  const bytes = Buffer.alloc(landmarks.length * BYTES)
  for (const [index, { x, y, size, code }] of landmarks.entries()) {
    const at = index * BYTES
    bytes.writeUInt16LE(Math.round(x * PLACE_STEPS), at)
    bytes.writeUInt16LE(Math.round(y * PLACE_STEPS), at + 2)
    bytes.writeUInt16LE(Math.round(size * SIZE_STEPS), at + 4)
    bytes.writeUInt32LE(code[0], at + 6)
    bytes.writeUInt32LE(code[1], at + 10)
  }
  return bytes
}

/** The landmarks that were packed. */
export function unpacked(bytes: Buffer): Landmark[] {
  return Array.from({ length: Math.floor(bytes.length / BYTES) }, (_, index) => {
    const at = index * BYTES
    return {
      x: bytes.readUInt16LE(at) / PLACE_STEPS,
      y: bytes.readUInt16LE(at + 2) / PLACE_STEPS,
      size: bytes.readUInt16LE(at + 4) / SIZE_STEPS,
      code: [bytes.readUInt32LE(at + 6), bytes.readUInt32LE(at + 10)],
    }
  })
}

const halves = [0, 1] as const

function indexCode(code: Code, half: 0 | 1): number {
  return (code[half] & ((1 << BITS) - 1)) | (half << BITS)
}

function leastCertain(margins: number[]): number[] {
  const bits = margins.slice(0, BITS).map((margin, bit) => ({ margin, bit }))
  return bits
    .toSorted((one, other) => one.margin - other.margin)
    .slice(0, GUESSES)
    .map(({ bit }) => bit)
}

function unique(codes: number[]): number[] {
  return [...new Set(codes)]
}
