import { OCR_MAX_WALL_MS } from '@stampus/contract/limits'
import { dayIn } from '@stampus/contract/values/days'
import type { Config } from '../../config.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { detectEngine, type Engine, OcrError } from '../../platform/ocr/engine.ts'
import { Cancelled } from '../../platform/workers/fair-queue.ts'
import { MachineBusy } from '../../platform/workers/queue.ts'
import type { OcrResult } from './ocr-result.ts'
import type { ReaderOptions } from './read-receipt.ts'

/** Reads a picture, a file or its bytes. Throws OcrError, MachineBusy, or Cancelled if the signal is aborted. */
export type ReceiptReader = (picture: Buffer | string, options?: ReaderOptions) => Promise<OcrResult>

/** Increase it when results change: results of older releases are not reused. */
export const READER_RELEASE = 11

export function createReader(
  { TIME_ZONE }: Pick<Config, 'TIME_ZONE'>,
  now: () => Date,
  engine: Engine = detectEngine(),
): ReceiptReader {
  return async (picture, { signal, ...calls } = {}) => {
    const { readReceipt } = await import('./read-receipt.ts')
    const today = dayIn(TIME_ZONE, now())
    return readWithDeadline(OCR_MAX_WALL_MS, signal, (stop) =>
      readReceipt(picture, { today, engine, signal: stop, ...calls }),
    )
  }
}

/** Stops waiting after so many milliseconds. Throws MachineBusy, or Cancelled if the caller's own signal is aborted. */
export async function readWithDeadline<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new MachineBusy('OCR had to wait too long')), milliseconds)
  const stop = signal ? AbortSignal.any([signal, late.signal]) : late.signal
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  // The caller's signal may come from an outer deadline.
  const reason = () => (stop.reason instanceof MachineBusy ? stop.reason : new Cancelled('The client has gone'))
  const onStop = () => reject(reason())
  stop.addEventListener('abort', onStop, { once: true })
  try {
    if (stop.aborted) throw reason()
    return await Promise.race([stopped, read(stop)])
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', onStop)
  }
}

/** Counts the results of a reader by outcome, but not runs stopped because the client has gone. */
export function countedReader(reader: ReceiptReader, engine: Engine, { ocrRuns }: Metrics): ReceiptReader {
  return async (picture, options) => {
    try {
      const result = await reader(picture, options)
      ocrRuns.inc({ engine, outcome: 'read' })
      return result
    } catch (error) {
      if (error instanceof OcrError) ocrRuns.inc({ engine, outcome: error.reason })
      if (error instanceof MachineBusy) ocrRuns.inc({ engine, outcome: 'busy' })
      throw error
    }
  }
}
