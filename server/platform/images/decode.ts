import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { MachineBusy } from '../workers/queue.ts'
import { checkPixels, isOutOfMemory, maxPixels, type PictureFile, UndecodablePicture } from './format.ts'
import { decodeHeic } from './heic.ts'

const TIME_LIMIT_SECONDS = 20
/** A picture that got less of the processors until then was not slow: the machine was busy. */
const BUSY_BELOW_SECONDS = 10
const WEBP_LONGEST_PX = 16_383
/** Degrees by orientation. Pictures are rotated after the resizing, because rotation needs all of them in memory. */
const ROTATIONS: Record<number, number> = { 3: 180, 6: 90, 8: 270 }

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})
sharp.cache(false)
sharp.concurrency(1)

/** At most `longSide`, unless the narrow side would be below `narrowSide`: receipts are long. */
export type Size = { longSide: number; narrowSide: number }

/** The first frame, upright and opaque, row by row to `finish`. Throws UndecodablePicture or MachineBusy. */
export async function decode<T>(
  file: PictureFile,
  size: Size,
  finish: (picture: Sharp) => Promise<T>,
  wallMilliseconds?: number,
): Promise<T> {
  if (file.format === 'heic')
    return withDecodeErrors(file.path, finish(resize(await openHeic(file, wallMilliseconds), size)))
  try {
    return await withDecodeErrors(file.path, finish(resize(await openOther(file), size)))
  } catch (error) {
    const complete = COMPLETIONS[file.format]
    const isDefect = error instanceof UndecodablePicture && error.reason === 'content' && !isTimeout(error.cause)
    if (!complete || !isDefect) throw error
    const bytes = complete((await readFile(file.path)).subarray(file.start))
    const completed = await openOther(file, { bytes, failOn: 'warning' }).catch(() => undefined)
    if (!completed) throw error
    return withDecodeErrors(file.path, finish(resize(completed, size)))
  }
}

const END_OF_JPEG = Buffer.of(0xff, 0xd9)

/** What the file of a complete picture may lack: the end mark of a JPEG, or the true length of a WebP. */
const COMPLETIONS: Partial<Record<PictureFile['format'], (bytes: Buffer) => Buffer>> = {
  jpeg: (bytes) => Buffer.concat([bytes, END_OF_JPEG]),
  webp: (bytes) => {
    bytes.writeUInt32LE(bytes.length - 8, 4)
    return bytes
  },
}

type Opened = { picture: Sharp; width: number; height: number; degrees: number }

function resize({ picture, width, height, degrees }: Opened, size: Size): Sharp {
  const [narrow, long] = [Math.min(width, height), Math.max(width, height)]
  const scale = Math.min(1, Math.max(size.longSide / long, size.narrowSide / narrow), WEBP_LONGEST_PX / long)
  return picture
    .resize(atLeastOne(width * scale), atLeastOne(height * scale), { fit: 'fill', kernel: 'cubic' })
    .rotate(degrees)
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .timeout({ seconds: TIME_LIMIT_SECONDS })
}

async function openHeic(file: PictureFile, wallMilliseconds: number | undefined): Promise<Opened> {
  const clock = decodingClock()
  const decoding = decodeHeic(file, wallMilliseconds === undefined ? {} : { wallMilliseconds })
  const { pixels, width, height } = await decoding.finally(clock.stop)
  return { picture: sharp(pixels, { raw: { width, height, channels: 4 } }), width, height, degrees: 0 }
}

type OtherOptions = { bytes?: Buffer; failOn?: 'error' | 'warning' }

async function openOther(file: PictureFile, { bytes, failOn = 'error' }: OtherOptions = {}): Promise<Opened> {
  const source = bytes ?? (file.start === 0 ? file.path : (await readFile(file.path)).subarray(file.start))
  const found = await withDecodeErrors(file.path, sharp(source, { limitInputPixels: false }).metadata())
  checkPixels(file.format, found)
  const degrees = ROTATIONS[found.orientation ?? 1]
  const options: SharpOptions = { failOn, limitInputPixels: maxPixels(file.format) }
  if (degrees === undefined)
    return { picture: sharp(source, { ...options, autoOrient: true }), ...found.autoOrient, degrees: 0 }
  return { picture: sharp(source, options), width: found.width, height: found.height, degrees }
}

async function withDecodeErrors<T>(path: string, work: Promise<T>): Promise<T> {
  const clock = decodingClock()
  try {
    return await work
  } catch (error) {
    if (isOutOfMemory(error)) throw error
    if (isTimeout(error) && clock.seconds() < BUSY_BELOW_SECONDS) throw new MachineBusy('Decoding had to wait too long')
    // The errors of the decoder do not say that the disk fails.
    await finished(createReadStream(path).resume())
    throw new UndecodablePicture('content', error)
  } finally {
    clock.stop()
  }
}

/** Sharp measures wall time only. */
const isTimeout = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout')

/** Decodings that run now, each with the most that ran at once since it began. */
const running = new Set<{ most: number }>()

/** Processor time without the main thread, divided by the decodings that shared it. Must be stopped. */
function decodingClock(): { seconds: () => number; stop: () => void } {
  const [all, main] = [process.cpuUsage(), process.threadCpuUsage()]
  const own = { most: 0 }
  running.add(own)
  for (const each of running) each.most = Math.max(each.most, running.size)
  const seconds = () => {
    const [total, mine] = [process.cpuUsage(all), process.threadCpuUsage(main)]
    return (total.user + total.system - mine.user - mine.system) / 1e6 / own.most
  }
  return { seconds, stop: () => running.delete(own) }
}

const atLeastOne = (pixels: number): number => Math.max(1, Math.round(pixels))
