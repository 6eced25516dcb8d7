import { createReadStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { checkPixels, isOutOfMemory, maxPixels, type PictureFormat, UndecodablePicture } from './format.ts'
import { decodeHeic } from './heic.ts'

const TIME_LIMIT_SECONDS = 20
const WEBP_LONGEST_PX = 16_383
/** EXIF orientations of phones, in degrees. The picture is rotated after it is resized: rotation needs all of it in memory. */
const ROTATIONS = new Map([
  [3, 180],
  [6, 90],
  [8, 270],
])

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})
sharp.cache(false)
sharp.concurrency(1)

/**
 * The size to downscale to, in pixels. The long side becomes at most `longSide`, unless the narrow side would become smaller than
 * `narrowSide`: receipts are long strips with small print.
 */
export type Size = { longSide: number; narrowSide: number }

/**
 * Decodes the first frame: upright, opaque, sRGB, of at most `size`. `finish` completes the pipeline, through which rows go as they are
 * decoded, so that little of the picture is in memory. Throws UndecodablePicture, or errors of disk and memory as they are.
 */
export async function decode<T>(
  path: string,
  { format, size }: { format: PictureFormat; size: Size },
  finish: (picture: Sharp) => Promise<T>,
): Promise<T> {
  const { picture, width, height, degrees } = format === 'heic' ? await openHeic(path) : await openOther(path, format)
  const [narrow, long] = [Math.min(width, height), Math.max(width, height)]
  const scale = Math.min(1, Math.max(size.longSide / long, size.narrowSide / narrow), WEBP_LONGEST_PX / long)
  const pipeline = picture
    .resize(atLeastOne(width * scale), atLeastOne(height * scale), { fit: 'fill', kernel: 'cubic' })
    .rotate(degrees)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .timeout({ seconds: TIME_LIMIT_SECONDS })
  return withDecodeErrors(path, finish(pipeline))
}

async function openHeic(path: string) {
  const { pixels, width, height } = await decodeHeic(path)
  return { picture: sharp(pixels, { raw: { width, height, channels: 4 } }), width, height, degrees: 0 }
}

async function openOther(path: string, format: PictureFormat) {
  const found = await withDecodeErrors(path, sharp(path, { limitInputPixels: false }).metadata())
  checkPixels(format, found)
  const degrees = ROTATIONS.get(found.orientation ?? 1)
  const options: SharpOptions = { failOn: 'error', limitInputPixels: maxPixels(format) }
  if (degrees === undefined)
    return { picture: sharp(path, { ...options, autoOrient: true }), ...found.autoOrient, degrees: 0 }
  return { picture: sharp(path, options), width: found.width, height: found.height, degrees }
}

async function withDecodeErrors<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isOutOfMemory(error)) throw error
    await checkReadable(path)
    throw new UndecodablePicture('content', error)
  }
}

/** Throws if the disk fails: the errors of the decoder do not say so. */
async function checkReadable(path: string): Promise<void> {
  await finished(createReadStream(path).resume())
}

function atLeastOne(pixels: number): number {
  return Math.max(1, Math.round(pixels))
}
