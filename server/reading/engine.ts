import { READING_MAX_MS } from '@stampus/contract/limits'
import { isOutOfMemory } from '../images/undecodable.ts'
import { askThread, overrun, type ThreadLimits } from '../limits/thread.ts'
import { greyOf } from './preparing.ts'
import { type Reading, ReadingFault } from './reading.ts'
import { tesseractCode } from './tesseract-code.ts'

const LIMITS = { milliseconds: READING_MAX_MS, memoryBytes: 256 * 1024 * 1024, heapMb: 192 }

/** `today` is `YYYY-MM-DD`: no receipt is of a later day. */
export type ReadingOptions = { today: string; limits?: Partial<ThreadLimits>; signal?: AbortSignal }

/**
 * What the picture of a receipt says: a file, or the bytes of a jpeg, png or webp. Each is read in a thread of its own that ends
 * with it, or once the signal is aborted. Throws ReadingFault where it cannot be read.
 */
export async function readPicture(
  picture: string | Buffer,
  { today, limits: given = {}, signal }: ReadingOptions,
): Promise<Reading> {
  try {
    const grey = await greyOf(picture)
    const limits = { ...LIMITS, ...given }
    const data = { grey, today, code: await tesseractCode(), milliseconds: limits.milliseconds }
    const asked = { data, transfer: [grey.data.buffer], limits, signal }
    return await askThread<Reading>(new URL('./reader.ts', import.meta.url), asked)
  } catch (error) {
    throw new ReadingFault(overrun(error) ?? reasonOf(error), error)
  }
}

function reasonOf(error: unknown): 'memory' | 'broken' {
  const limited = error instanceof RangeError && error.message === 'Memory limit'
  return limited || isOutOfMemory(error) ? 'memory' : 'broken'
}
