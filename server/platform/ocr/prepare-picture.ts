import sharp from 'sharp'
import { decode } from '../images/decode.ts'
import { formatOf, pixelsAllowed } from '../images/format.ts'
import type { Grey } from './straighten.ts'

const NARROW_SIDE = 2000
const MEGAPIXELS = 12
const EVERY = 97
const BRIGHTER_THAN = 0.9

/** A receipt's picture upright and without colours, no larger than reading needs. Throws UndecodablePicture, or what its file does. */
export async function greyOf(picture: string | Buffer): Promise<Grey> {
  const source = typeof picture === 'string' ? await openFile(picture) : await openBuffer(picture)
  const { data, info } = await source.greyscale().raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height, paper: paperOf(data) }
}

/** A tenth of a picture is brighter than the paper on it, or white as that. */
function paperOf(shades: Uint8Array): number {
  const some = shades.filter((_, at) => at % EVERY === 0).toSorted()
  return some[Math.floor(some.length * BRIGHTER_THAN)] ?? 255
}

async function openFile(path: string) {
  const shape = { format: await formatOf(path, 'receipt'), size: { longSide: NARROW_SIDE, narrowSide: NARROW_SIDE } }
  const { data, info } = await decode(path, shape, (picture) => picture.raw().toBuffer({ resolveWithObject: true }))
  const { width, height } = info
  return sharp(data, { raw: { width, height, channels: 3 } }).resize(limitsFor(width, height))
}

async function openBuffer(picture: Buffer) {
  const source = sharp(picture, { failOn: 'error', limitInputPixels: pixelsAllowed('jpeg'), autoOrient: true })
  const { autoOrient } = await source.metadata()
  return source.resize(limitsFor(autoOrient.width, autoOrient.height)).flatten({ background: '#ffffff' })
}

function limitsFor(width: number, height: number) {
  const scale = Math.min(1, NARROW_SIDE / Math.min(width, height), Math.sqrt((MEGAPIXELS * 1e6) / (width * height)))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    fit: 'fill',
  } as const
}
