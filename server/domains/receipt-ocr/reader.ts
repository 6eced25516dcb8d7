import { READING_MAX_MS } from '@stampus/contract/limits'
import { dayIn } from '@stampus/contract/values/days'
import type { Config } from '../../config.ts'
import { engineOfMachine } from '../../platform/ocr/engine-choice.ts'
import { readWithin } from './deadline.ts'
import type { Engine, Facts, Reading } from './ocr-result.ts'

type Options = {
  signal?: AbortSignal | undefined
  /** Called with what is clear so far, while the rest is read; what is known at the end may be otherwise. */
  onFacts?: ((facts: Facts) => void) | undefined
}

/**
 * Reads the picture of a receipt, in a file or in memory, and stops where the signal is aborted. Throws ReadingFault, or GaveUp where
 * it was stopped.
 */
export type Reader = (picture: Buffer | string, options?: Options) => Promise<Reading>

/** Raised whenever it reads otherwise than before: what an older one has read is not taken over. */
export const READER = 9

/** The reader of this release; it is loaded when the first picture comes. */
export function ownReader(
  { TIME_ZONE }: Pick<Config, 'TIME_ZONE'>,
  now: () => Date,
  engine: Engine = engineOfMachine(),
): Reader {
  return async (picture, { signal, onFacts } = {}) => {
    const { readPicture } = await import('./engine.ts')
    const today = dayIn(TIME_ZONE, now())
    return readWithin(READING_MAX_MS, signal, (stop) => readPicture(picture, { today, engine, signal: stop, onFacts }))
  }
}
