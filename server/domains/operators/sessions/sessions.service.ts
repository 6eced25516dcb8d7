import type { Role } from '@stampus/contract/console/operators'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import type { AuthenticatedOperator } from '../../../platform/http/authenticators.ts'
import type { CleanUp } from '../../../platform/jobs/jobs.ts'
import { DEVICE_DAYS, daysBefore } from '../../../platform/security/ages.ts'
import { deleteOldLinks } from './links.store.ts'
import { deleteDeadOperatorSessions, deleteLapsedPending } from './sessions.store.ts'
import { deleteUnusedDevices } from './trusted-devices.store.ts'

const MINUTE_MS = 60_000
const IDLE_MINUTES = 30
const TOTAL_MINUTES = 12 * 60
/** A mail may wait for its mail server for some ten hours, and its link works for one more. */
const LINK_DAYS = 4

/** How long a sign-in waits for the code of the second factor. */
export const PENDING_MINUTES = 5

/** The name of the cookie that holds an operator's token. */
export const CONSOLE_COOKIE = 'stampus_console'

/** The name of the cookie that marks a browser in which an operator has signed in. */
export const DEVICE_COOKIE = 'stampus_console_device'

/** The name of the cookie of a browser in which the right password was given, and the code is still to come. */
export const PENDING_COOKIE = 'stampus_console_pending'

/** A console session lives that was used after one moment and made after the other: 30 minutes idle, 12 hours in all. */
export function liveSince(now: Date): { usedAfter: Date; madeAfter: Date } {
  return { usedAfter: minutesBefore(now, IDLE_MINUTES), madeAfter: minutesBefore(now, TOTAL_MINUTES) }
}

export function pendingSince(now: Date): Date {
  return minutesBefore(now, PENDING_MINUTES)
}

type Demand = Pick<Config, 'SECOND_FACTOR'>

/** Whether operators of a role must have a second factor (D-50). */
export function isDemanded({ SECOND_FACTOR }: Demand, role: Role): boolean {
  return SECOND_FACTOR === 'everyone' || (SECOND_FACTOR === 'managers' && role === 'manager')
}

/** How an operator of a role stands to the second factor. */
export function secondFactorOf(demand: Demand, role: Role, has: boolean): AuthenticatedOperator['secondFactor'] {
  if (has) return 'on'
  return isDemanded(demand, role) ? 'due' : 'off'
}

/** Removes dead console sessions, sign-ins that wait no more, old links and unused device marks. */
export function operatorsCleanUp({ db, now }: Pick<Deps, 'db' | 'now'>): CleanUp {
  return {
    'operator sessions': () => deleteDeadOperatorSessions(db.pool, liveSince(now())),
    'unfinished operator sign-ins': () => deleteLapsedPending(db.pool, pendingSince(now())),
    'operator links': () => deleteOldLinks(db.pool, daysBefore(now(), LINK_DAYS)),
    'operator device marks': () => deleteUnusedDevices(db.pool, daysBefore(now(), DEVICE_DAYS)),
  }
}

function minutesBefore(now: Date, minutes: number): Date {
  return new Date(now.getTime() - minutes * MINUTE_MS)
}
