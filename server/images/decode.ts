import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { checkPixels, type PictureFormat, pixelsAllowed } from './format.ts'
import { decodeHeic } from './heic.ts'
import { isOutOfMemory, UndecodablePicture } from './undecodable.ts'

const TIME_LIMIT_SECONDS = 20
const WEBP_LONGEST_PX = 16_383

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})
sharp.cache(false)
sharp.concurrency(1)

/** Pixels in memory: 3 bytes each, red, green, blue. */
export type Pixels = { data: Buffer; width: number; height: number }

/**
 * Decodes a picture's first frame: upright, opaque, sRGB, its narrow side at most `narrowSide` pixels. The limit is on the narrow side
 * because receipts are strips: on the long one it would make the small print of a long receipt illegible.
 * Throws UndecodablePicture where the picture is at fault; faults of disk and memory as they are.
 */
export async function decode(path: string, format: PictureFormat, narrowSide: number): Promise<Pixels> {
  const { picture, width, height } = format === 'heic' ? await openHeic(path) : await openOther(path, format)
  const scale = Math.min(1, narrowSide / Math.min(width, height), WEBP_LONGEST_PX / Math.max(width, height))
  try {
    const { data, info } = await picture
      .resize(atLeastOne(width * scale), atLeastOne(height * scale), { fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .timeout({ seconds: TIME_LIMIT_SECONDS })
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch (error) {
    throw blamed(error)
  }
}

async function openHeic(path: string) {
  const { pixels, width, height } = await decodeHeic(path)
  return { picture: sharp(pixels, { raw: { width, height, channels: 4 } }), width, height }
}

// Read here and not by the decoder, whose errors do not tell a fault of the disk from one of the picture.
async function openOther(path: string, format: PictureFormat) {
  const file = await readFile(path)
  const { width, height } = await uprightSize(file)
  checkPixels(format, { width, height })
  const picture = sharp(file, { failOn: 'error', limitInputPixels: pixelsAllowed(format), autoOrient: true })
  return { picture, width, height }
}

async function uprightSize(file: Buffer) {
  try {
    const { autoOrient } = await sharp(file, { limitInputPixels: false }).metadata()
    return autoOrient
  } catch (error) {
    throw blamed(error)
  }
}

function blamed(error: unknown): unknown {
  return isOutOfMemory(error) ? error : new UndecodablePicture('content', error)
}

function atLeastOne(pixels: number): number {
  return Math.max(1, Math.round(pixels))
}
