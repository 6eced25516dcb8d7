import sharp from 'sharp'
import { decode } from '../images/decode.ts'
import { maxPixels, openPictureFile } from '../images/format.ts'

/** A byte for each pixel; 255 is white. */
export type Grayscale = { data: Uint8Array; width: number; height: number }

/** `background` is the brightness of the paper. */
export type PageImage = Grayscale & { data: Uint8Array<ArrayBuffer>; background: number }

const NARROW_SIDE = 2000
const MEGAPIXELS = 12
const SAMPLE_EVERY = 97
/** A tenth of a picture is brighter than its paper, or as white. */
const BACKGROUND_PERCENTILE = 0.9

/** An upright picture, no larger than OCR needs. Throws UndecodablePicture, or the error of reading the file. */
export async function toGrayscale(picture: string | Buffer): Promise<PageImage> {
  const source = typeof picture === 'string' ? await openFile(picture) : await openBuffer(picture)
  const { data, info } = await source.greyscale().raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height, background: estimateBackground(data) }
}

function estimateBackground(pixels: Uint8Array): number {
  const sample = pixels.filter((_, at) => at % SAMPLE_EVERY === 0).toSorted()
  return sample[Math.floor(sample.length * BACKGROUND_PERCENTILE)] ?? 255
}

async function openFile(path: string) {
  const file = await openPictureFile(path, 'receipt')
  const size = { longSide: NARROW_SIDE, narrowSide: NARROW_SIDE }
  const { data, info } = await decode(file, size, (picture) => picture.raw().toBuffer({ resolveWithObject: true }))
  const { width, height } = info
  return sharp(data, { raw: { width, height, channels: 3 } }).resize(limitsFor(width, height))
}

async function openBuffer(picture: Buffer) {
  const source = sharp(picture, { failOn: 'error', limitInputPixels: maxPixels('jpeg'), autoOrient: true })
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

/** Half the width and height: sampling a large picture directly would skip thin strokes. */
export function downscaleByHalf({ data, width, height }: Grayscale) {
  const [narrow, low] = [width >> 1, height >> 1]
  const smaller = new Uint8Array(narrow * low)
  for (let at = 0; at < smaller.length; at += 1) {
    const from = Math.floor(at / narrow) * 2 * width + (at % narrow) * 2
    const sum = (data[from] ?? 0) + (data[from + 1] ?? 0) + (data[from + width] ?? 0) + (data[from + width + 1] ?? 0)
    smaller[at] = sum / 4
  }
  return { data: smaller, width: narrow, height: low }
}
