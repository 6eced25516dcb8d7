import { exceededLimit, runInThread, type ThreadLimits } from '../workers/thread.ts'
import type { HeicAnswer } from './heic-worker.ts'
import { isOutOfMemory, UndecodablePicture } from './undecodable-picture.ts'

// The decoder was built to grow to 2 GB; 50 megapixels in tiles, as phones write them, take 270 MB.
const LIMITS = { milliseconds: 20_000, memoryBytes: 512 * 1024 * 1024, heapMb: 128 }

/**
 * The pixels of a HEIC file, already turned as the file says: 4 bytes each, red, green, blue, alpha. Each file gets a thread of its
 * own. Throws UndecodablePicture where the picture is at fault; a thread that cannot start or read as it is.
 */
export async function decodeHeic(path: string, limits: Partial<ThreadLimits> = {}) {
  try {
    const script = new URL('./heic-worker.ts', import.meta.url)
    return unpack(await runInThread<HeicAnswer>(script, { data: { path }, limits: { ...LIMITS, ...limits } }))
  } catch (error) {
    throw isOurs(error) ? error : new UndecodablePicture('content', error)
  }
}

/** The decoder's errors carry no code; what carries one comes of the disk or of the thread. */
function isOurs(error: unknown): boolean {
  if (error instanceof UndecodablePicture || isOutOfMemory(error)) return true
  return error instanceof Error && 'code' in error && exceededLimit(error) === undefined
}

function unpack(answer: HeicAnswer) {
  if ('refused' in answer) throw new UndecodablePicture(answer.refused)
  return { ...answer, pixels: Buffer.from(answer.pixels) }
}
