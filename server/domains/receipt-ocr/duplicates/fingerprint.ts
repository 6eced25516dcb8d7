import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import { maxPixels } from '../../../platform/images/format.ts'
import { runInThread } from '../../../platform/workers/thread.ts'
import type { Descriptor, DetectedKeypoint, Keypoint } from './keypoints.ts'

/** Text is illegible at this size; the shape of the receipt and of its lines remains. */
const SIZE = { narrowSide: 300, longSide: 900 }
export const PICTURE_LIMITS = {
  milliseconds: 10_000,
  wallMilliseconds: 40_000,
  memoryBytes: 64 * 1024 * 1024,
  heapMb: 128,
}

/** The keypoints by which copies of a picture are recognised without OCR. Throws if it cannot be decoded. */
export async function computeFingerprint(picture: Buffer): Promise<DetectedKeypoint[]> {
  const source = openPicture(picture)
  const { autoOrient } = await source.metadata()
  const pixels = await readPixels(source.resize(sizeFor(autoOrient)))
  const script = new URL('./keypoints-thread.ts', import.meta.url)
  return runInThread(script, { data: { picture: pixels }, transfer: [pixels.data.buffer], limits: PICTURE_LIMITS })
}

/** A stored picture in grayscale at this size. Throws if it cannot be decoded. */
export const toFloatImage = (picture: Buffer, size: ResizeOptions) => readPixels(openPicture(picture).resize(size))

function openPicture(picture: Buffer): Sharp {
  return sharp(picture, { failOn: 'error', limitInputPixels: maxPixels('jpeg'), autoOrient: true })
}

async function readPixels(picture: Sharp) {
  const { data, info } = await picture
    .flatten({ background: '#ffffff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = Float32Array.from(
    { length: info.width * info.height },
    (_, at) => (data[at * info.channels] ?? 0) / 255,
  )
  return { data: pixels, width: info.width, height: info.height }
}

function sizeFor({ width, height }: { width: number; height: number }) {
  const { narrowSide, longSide } = SIZE
  const [widest, highest] = width > height ? [longSide, narrowSide] : [narrowSide, longSide]
  return { width: widest, height: highest, fit: 'inside' } as const
}

const BITS = 24
const INDEXED_KEYPOINTS = 64
const FLIPPED_BITS = 4
const BYTES_EACH = 14
const POSITION_STEPS = 16
const SIZE_STEPS = 64

/** The codes by which a picture is found: one for each half of the descriptors, as integers of the database. */
export function computeIndexCodes(keypoints: Keypoint[]): number[] {
  return unique(
    keypoints
      .slice(0, INDEXED_KEYPOINTS)
      .flatMap(({ descriptor }) => halves.map((half) => indexCode(descriptor, half))),
  )
}

/** The codes to search for: each as it is, and with one of its least certain bits flipped. */
export function computeSearchCodes(keypoints: DetectedKeypoint[]): number[] {
  return unique(
    keypoints.slice(0, INDEXED_KEYPOINTS).flatMap(({ descriptor, margins }) =>
      halves.flatMap((half) => {
        const own = indexCode(descriptor, half)
        return [own, ...leastCertain(margins[half]).map((bit) => own ^ (1 << bit))]
      }),
    ),
  )
}

export function packKeypoints(keypoints: Keypoint[]): Buffer {
  const bytes = Buffer.alloc(keypoints.length * BYTES_EACH)
  for (const [index, { x, y, size, descriptor }] of keypoints.entries()) {
    const at = index * BYTES_EACH
    bytes.writeUInt16LE(Math.round(x * POSITION_STEPS), at)
    bytes.writeUInt16LE(Math.round(y * POSITION_STEPS), at + 2)
    bytes.writeUInt16LE(Math.round(size * SIZE_STEPS), at + 4)
    bytes.writeUInt32LE(descriptor[0], at + 6)
    bytes.writeUInt32LE(descriptor[1], at + 10)
  }
  return bytes
}

export function unpackKeypoints(bytes: Buffer): Keypoint[] {
  return Array.from({ length: Math.floor(bytes.length / BYTES_EACH) }, (_, index) => {
    const at = index * BYTES_EACH
    return {
      x: bytes.readUInt16LE(at) / POSITION_STEPS,
      y: bytes.readUInt16LE(at + 2) / POSITION_STEPS,
      size: bytes.readUInt16LE(at + 4) / SIZE_STEPS,
      descriptor: [bytes.readUInt32LE(at + 6), bytes.readUInt32LE(at + 10)],
    }
  })
}

const halves = [0, 1] as const

const indexCode = (descriptor: Descriptor, half: 0 | 1) => (descriptor[half] & ((1 << BITS) - 1)) | (half << BITS)

function leastCertain(margins: number[]): number[] {
  const bits = margins.slice(0, BITS).map((margin, bit) => ({ margin, bit }))
  return bits
    .toSorted((one, other) => one.margin - other.margin)
    .slice(0, FLIPPED_BITS)
    .map(({ bit }) => bit)
}

const unique = (codes: number[]) => [...new Set(codes)]
