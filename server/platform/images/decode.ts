import { createReadStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { checkPixels, type PictureFormat, pixelsAllowed } from './format.ts'
import { decodeHeic } from './heic.ts'
import { isOutOfMemory, UndecodablePicture } from './undecodable-picture.ts'

const TIME_LIMIT_SECONDS = 20
const WEBP_LONGEST_PX = 16_383
/** What telephones write when they are held otherwise: turned once it is small, for a turn needs the whole picture. */
const TURNS = new Map([
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
 * How large a picture is kept, in pixels: its long side at most `longSide`, but the narrow side of a large picture no smaller than
 * `narrowSide`, because receipts are strips and their small print must stay legible.
 */
export type Size = { longSide: number; narrowSide: number }

/**
 * A picture's first frame, upright, opaque, sRGB, of at most that size, as `finish` makes it of the pipeline: rows go through it as
 * they are decoded, so that no more of the picture than it needs is held.
 * Throws UndecodablePicture where the picture is at fault; faults of disk and memory as they are.
 */
export async function decode<T>(
  path: string,
  { format, size }: { format: PictureFormat; size: Size },
  finish: (picture: Sharp) => Promise<T>,
): Promise<T> {
  const { picture, width, height, turn } = format === 'heic' ? await openHeic(path) : await openOther(path, format)
  const [narrow, long] = [Math.min(width, height), Math.max(width, height)]
  const scale = Math.min(1, Math.max(size.longSide / long, size.narrowSide / narrow), WEBP_LONGEST_PX / long)
  const shown = picture
    .resize(atLeastOne(width * scale), atLeastOne(height * scale), { fit: 'fill', kernel: 'cubic' })
    .rotate(turn)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .timeout({ seconds: TIME_LIMIT_SECONDS })
  return orBlamed(path, finish(shown))
}

async function openHeic(path: string) {
  const { pixels, width, height } = await decodeHeic(path)
  return { picture: sharp(pixels, { raw: { width, height, channels: 4 } }), width, height, turn: 0 }
}

async function openOther(path: string, format: PictureFormat) {
  const found = await orBlamed(path, sharp(path, { limitInputPixels: false }).metadata())
  checkPixels(format, found)
  const turn = TURNS.get(found.orientation ?? 1)
  const options: SharpOptions = { failOn: 'error', limitInputPixels: pixelsAllowed(format) }
  if (turn === undefined)
    return { picture: sharp(path, { ...options, autoOrient: true }), ...found.autoOrient, turn: 0 }
  return { picture: sharp(path, options), width: found.width, height: found.height, turn }
}

async function orBlamed<T>(path: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isOutOfMemory(error)) throw error
    await readToItsEnd(path)
    throw new UndecodablePicture('content', error)
  }
}

/** Throws where the disk is at fault, which the decoder's errors do not tell. */
async function readToItsEnd(path: string): Promise<void> {
  await finished(createReadStream(path).resume())
}

function atLeastOne(pixels: number): number {
  return Math.max(1, Math.round(pixels))
}
