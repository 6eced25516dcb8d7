import sharp from 'sharp'
import { checkPixels, type PictureFormat, pixelsAllowed } from './format.ts'
import { decodeHeic } from './heic.ts'
import { UndecodablePicture } from './undecodable.ts'

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
 * Throws UndecodablePicture.
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
    throw new UndecodablePicture('content', error)
  }
}

async function openHeic(path: string) {
  const { pixels, width, height } = await decodeHeic(path)
  return { picture: sharp(pixels, { raw: { width, height, channels: 4 } }), width, height }
}

async function openOther(path: string, format: PictureFormat) {
  const { width, height } = await uprightSize(path)
  checkPixels(format, { width, height })
  const picture = sharp(path, { failOn: 'error', limitInputPixels: pixelsAllowed(format), autoOrient: true })
  return { picture, width, height }
}

async function uprightSize(path: string) {
  try {
    const { autoOrient } = await sharp(path, { limitInputPixels: false }).metadata()
    return autoOrient
  } catch (error) {
    throw new UndecodablePicture('content', error)
  }
}

function atLeastOne(pixels: number): number {
  return Math.max(1, Math.round(pixels))
}
