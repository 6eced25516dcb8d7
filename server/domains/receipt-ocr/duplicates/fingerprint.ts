import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import { maxPixels } from '../../../platform/images/format.ts'
import { runInThread } from '../../../platform/workers/thread.ts'
import type { SightedLandmark } from './landmarks.ts'
import type { Plane } from './pyramid.ts'

/** Print is too small to read at this size; the shape of the receipt and of its lines is left. */
const SIZE = { narrowSide: 300, longSide: 900 }
const LIMITS = { milliseconds: 10_000, memoryBytes: 64 * 1024 * 1024, heapMb: 128 }

/** The landmarks of a stored picture, by which copies of it are recognised without reading it. Throws where it cannot be decoded. */
export async function fingerprintOf(picture: Buffer): Promise<SightedLandmark[]> {
  const source = opened(picture)
  const { autoOrient } = await source.metadata()
  const shades = await shadesIn(source.resize(sizeFor(autoOrient)))
  const script = new URL('./landmark-thread.ts', import.meta.url)
  return runInThread(script, { data: { picture: shades }, transfer: [shades.data.buffer], limits: LIMITS })
}

/** A stored picture in shades of grey at this size. Throws where it cannot be decoded. */
export function shadesOf(picture: Buffer, size: ResizeOptions): Promise<Plane> {
  return shadesIn(opened(picture).resize(size))
}

function opened(picture: Buffer): Sharp {
  return sharp(picture, { failOn: 'error', limitInputPixels: maxPixels('jpeg'), autoOrient: true })
}

async function shadesIn(picture: Sharp) {
  const { data, info } = await picture
    .flatten({ background: '#ffffff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const shades = Float32Array.from(
    { length: info.width * info.height },
    (_, at) => (data[at * info.channels] ?? 0) / 255,
  )
  return { data: shades, width: info.width, height: info.height }
}

/** The same for a receipt that lies on its side. */
function sizeFor({ width, height }: { width: number; height: number }) {
  const { narrowSide, longSide } = SIZE
  const [widest, highest] = width > height ? [longSide, narrowSide] : [narrowSide, longSide]
  return { width: widest, height: highest, fit: 'inside' } as const
}
