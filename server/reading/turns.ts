import { setTimeout as pause } from 'node:timers/promises'
import { pictureWork } from '../images/pictures.ts'
import { boundedQueue } from '../limits/queue.ts'

const LOOK_EVERY_MS = 500
/** So that a reading still ends before its job is given to another. */
const PASS_WITHIN_MS = 45_000

/**
 * One picture is read at a time: it takes a processor for seconds. Of the receipts that were sent one at most stands in this
 * line, so that what a member waits for comes soon.
 */
export const inTurn = boundedQueue({ atOnce: 1, waiting: 10 })

/** The pictures that are being read, and those that wait for it. */
export const readingWork = inTurn.load

/** Waits while pictures are sent, which members wait for and which take the same processor and memory; not for ever. */
export async function letPicturesPass(): Promise<void> {
  const until = performance.now() + PASS_WITHIN_MS
  while (pictureWork().running > 0 && performance.now() < until) await pause(LOOK_EVERY_MS)
}
