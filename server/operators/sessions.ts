import type { Deps } from '../deps.ts'
import { DEVICE_DAYS, daysBefore } from '../security/ages.ts'
import { deleteUnusedDevices } from './devices.store.ts'
import { deleteDeadOperatorSessions } from './operators.store.ts'

const MINUTE_MS = 60_000
const IDLE_MINUTES = 30
const TOTAL_MINUTES = 12 * 60

/** The name of the cookie that holds an operator's token. */
export const CONSOLE_COOKIE = 'stampus_console'

/** The name of the cookie that marks a browser in which an operator has signed in. */
export const DEVICE_COOKIE = 'stampus_console_device'

/** A console session lives that was used after one moment and made after the other: 30 minutes idle, 12 hours in all. */
export function liveSince(now: Date): { usedAfter: Date; madeAfter: Date } {
  const before = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)
  return { usedAfter: before(IDLE_MINUTES), madeAfter: before(TOTAL_MINUTES) }
}

/** Removes dead console sessions and unused device marks. */
export function operatorsCleanUp({ db, now }: Pick<Deps, 'db' | 'now'>): (() => Promise<void>)[] {
  return [
    () => deleteDeadOperatorSessions(db.pool, liveSince(now())),
    () => deleteUnusedDevices(db.pool, daysBefore(now(), DEVICE_DAYS)),
  ]
}
