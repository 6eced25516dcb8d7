import { READING_MAX_MS } from '@stampus/contract/limits'
import { isOutOfMemory } from '../../platform/images/undecodable-picture.ts'
import { engineOfMachine } from '../../platform/ocr/engine-choice.ts'
import { greyOf } from '../../platform/ocr/prepare-picture.ts'
import type { Grey } from '../../platform/ocr/straighten.ts'
import { tesseractCode } from '../../platform/ocr/tesseract/tesseract-code.ts'
import type { Cost } from '../../platform/workers/child-messages.ts'
import { askThread, overrun, type ThreadLimits } from '../../platform/workers/thread.ts'
import { readWithPaddle } from './engine-paddle.ts'
import { type Engine, type Facts, type Reading, ReadingFault } from './ocr-result.ts'

const TESSERACT_LIMITS = { memoryBytes: 256 * 1024 * 1024, heapMb: 192 }

/**
 * `today` is `YYYY-MM-DD`: no receipt is of a later day. `onFacts` is called with what is clear while the rest is read, `onCost` with what
 * the reading took in its own process; only PaddleOCR calls them.
 */
export type ReadingOptions = {
  today: string
  engine?: Engine
  limits?: Partial<ThreadLimits>
  signal?: AbortSignal | undefined
  onFacts?: ((facts: Facts) => void) | undefined
  onCost?: ((cost: Cost) => void) | undefined
}

/**
 * What the picture of a receipt says: a file, or the bytes of a jpeg, png or webp. It is read apart from the server, in a process or a
 * thread that ends with the server, or once the signal is aborted. Throws ReadingFault where it cannot be read.
 */
export async function readPicture(picture: string | Buffer, options: ReadingOptions): Promise<Reading> {
  const { engine = engineOfMachine(), limits: given = {} } = options
  try {
    const grey = await greyOf(picture)
    const limits = { milliseconds: READING_MAX_MS, ...given }
    const read = engine === 'paddle' ? readWithPaddle : readWithTesseract
    return { engine, ...(await read(grey, { ...options, limits })) }
  } catch (error) {
    throw new ReadingFault(overrun(error) ?? reasonOf(error), error)
  }
}

async function readWithTesseract(
  grey: Grey,
  { today, limits: given, signal }: ReadingOptions & { limits: { milliseconds: number } },
): Promise<Reading> {
  const limits = { ...TESSERACT_LIMITS, ...given }
  const data = { grey, today, code: await tesseractCode(), milliseconds: limits.milliseconds }
  const asked = { data, transfer: [grey.data.buffer], limits, signal }
  return askThread<Reading>(new URL('./engine-tesseract-thread.ts', import.meta.url), asked)
}

function reasonOf(error: unknown): 'memory' | 'broken' {
  const limited = error instanceof RangeError && error.message === 'Memory limit'
  return limited || isOutOfMemory(error) ? 'memory' : 'broken'
}
