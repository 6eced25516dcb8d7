import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { HeicAnswer } from './heic-worker.ts'
import { isOutOfMemory, UndecodablePicture } from './undecodable.ts'

// The decoder was built to grow to 2 GB; 50 megapixels in tiles, as phones write them, take 270 MB.
const LIMITS = { milliseconds: 20_000, memoryBytes: 512 * 1024 * 1024 }
const JAVASCRIPT_HEAP_MB = 128
/** It took too long, or too much memory. */
const LIMIT_CODES = ['ABORT_ERR', 'ERR_WORKER_OUT_OF_MEMORY']

/**
 * The pixels of a HEIC file, already turned as the file says: 4 bytes each, red, green, blue, alpha. Each file gets a thread of its
 * own that ends with it, so that a hostile one can neither hold the server up nor leave anything behind.
 * Throws UndecodablePicture where the picture is at fault; a thread that cannot start or read as it is.
 */
export async function decodeHeic(path: string, limits = LIMITS) {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), {
    workerData: { path, memoryBytes: limits.memoryBytes },
    resourceLimits: { maxOldGenerationSizeMb: JAVASCRIPT_HEAP_MB },
    stdout: true,
    stderr: true,
  })
  try {
    return unpack(await answerOf(worker, limits.milliseconds))
  } finally {
    await worker.terminate()
  }
}

async function answerOf(worker: Worker, milliseconds: number): Promise<HeicAnswer> {
  try {
    const [answer] = await once(worker, 'message', { signal: AbortSignal.timeout(milliseconds) })
    return answer
  } catch (error) {
    throw isOurs(error) ? error : new UndecodablePicture('content', error)
  }
}

/** The decoder's errors carry no code; what carries one comes of the disk or of the thread. */
function isOurs(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  return code === undefined ? isOutOfMemory(error) : !LIMIT_CODES.includes(code)
}

function unpack(answer: HeicAnswer) {
  if ('refused' in answer) throw new UndecodablePicture(answer.refused)
  return { ...answer, pixels: Buffer.from(answer.pixels) }
}
