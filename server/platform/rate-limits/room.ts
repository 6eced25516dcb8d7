import { setTimeout as pause } from 'node:timers/promises'
import { HttpError } from '../http/http-error.ts'

const TRIES = 40
const PAUSE_MS = 500

/** Does work that is refused with a 503 while too much waits, and tries again for 20 seconds before it gives up. */
export async function onceThereIsRoom<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work()
    } catch (fault) {
      if (!(fault instanceof HttpError) || fault.status !== 503 || tried === TRIES) throw fault
      await pause(PAUSE_MS)
    }
  }
}
