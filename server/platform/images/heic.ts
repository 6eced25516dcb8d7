import { QueueFull } from '../workers/queue.ts'
import { exceededLimit, runInThread, type ThreadLimits } from '../workers/thread.ts'
import { isOutOfMemory, type PictureFile, UndecodablePicture } from './format.ts'
import type { HeicResult } from './heic-worker.ts'

// The decoder can grow to 2 GB; 52 megapixels in tiles, as phones write them, take 270 MB.
const LIMITS = { milliseconds: 20_000, wallMilliseconds: 40_000, memoryBytes: 512 * 1024 * 1024, heapMb: 128 }

/** Decodes in a thread to upright RGBA pixels. Throws UndecodablePicture, MachineBusy, or errors of thread and disk. */
export async function decodeHeic({ path, start }: Omit<PictureFile, 'format'>, limits: Partial<ThreadLimits> = {}) {
  try {
    const script = new URL('./heic-worker.ts', import.meta.url)
    return unpack(await runInThread<HeicResult>(script, { data: { path, start }, limits: { ...LIMITS, ...limits } }))
  } catch (error) {
    throw isSystemError(error) ? error : new UndecodablePicture('content', error)
  }
}

/** Errors of the decoder have no code; those of the disk and the thread have one. */
function isSystemError(error: unknown): boolean {
  if (error instanceof UndecodablePicture || error instanceof QueueFull || isOutOfMemory(error)) return true
  return error instanceof Error && 'code' in error && exceededLimit(error) === undefined
}

function unpack(result: HeicResult) {
  if ('rejected' in result) throw new UndecodablePicture(result.rejected)
  return { ...result, pixels: Buffer.from(result.pixels) }
}
