import { GaveUp } from '../../platform/workers/fair-queue.ts'
import { ReadingFault } from './ocr-result.ts'

/**
 * Reads within so many milliseconds, whatever the reader does: the signal asks it to stop. Throws ReadingFault
 * of reason `time`, or GaveUp where the caller's own signal is aborted.
 */
export async function readWithin<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new ReadingFault('time')), milliseconds)
  const stop = signal ? AbortSignal.any([signal, late.signal]) : late.signal
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  // The signal given may be that of another time limit.
  const why = () => (stop.reason instanceof ReadingFault ? stop.reason : new GaveUp('The sender has gone'))
  const onStop = () => reject(why())
  stop.addEventListener('abort', onStop, { once: true })
  try {
    if (stop.aborted) throw why()
    return await Promise.race([stopped, read(stop)])
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', onStop)
  }
}
