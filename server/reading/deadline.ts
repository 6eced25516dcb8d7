import { GaveUp } from '../limits/fair-queue.ts'
import { ReadingFault } from './reading.ts'

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
  const timer = setTimeout(() => late.abort(), milliseconds)
  const stop = signal ? AbortSignal.any([signal, late.signal]) : late.signal
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const onStop = () => reject(signal?.aborted ? new GaveUp('The sender has gone') : new ReadingFault('time'))
  stop.addEventListener('abort', onStop, { once: true })
  try {
    if (stop.aborted) throw new GaveUp('The sender has gone')
    return await Promise.race([stopped, read(stop)])
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', onStop)
  }
}
