import { dayIn } from '@stampus/contract/days'
import type { Config } from '../config.ts'
import type { Reading } from './reading.ts'

/** Reads the picture of a receipt, in a file or in memory. Throws ReadingFault. */
export type Reader = (picture: Buffer | string) => Promise<Reading>

/** Raised whenever it reads otherwise than before: what an older one has read is not taken over. */
export const READER = 4

/** The reader of this release; it is loaded when the first picture comes. */
export function ownReader({ TIME_ZONE }: Pick<Config, 'TIME_ZONE'>, now: () => Date): Reader {
  return async (picture) => {
    const { readPicture } = await import('./engine.ts')
    return readPicture(picture, { today: dayIn(TIME_ZONE, now()) })
  }
}
