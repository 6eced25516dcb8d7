import { ALONE_WINDOW_MS } from '@stampus/contract/limits'
import type { Deps } from '../../deps.ts'
import { daysBefore } from '../../platform/durations.ts'
import type { CleanUp } from '../../platform/jobs/jobs.ts'
import { APPS, type App } from './apps.ts'
import { deleteOldLinks, deleteOldPendingSignIns, staffSessions, staffUnlocks } from './credentials.store.ts'
import { deleteOldNotices } from './merchants.store.ts'
import { deleteOldAsked } from './second-manager.store.ts'
import { pendingSince } from './sign-in/sign-in.service.ts'

/** The mail server may delay a mail by some ten hours, and an invitation works for three days more. */
const LINK_DAYS = 4

/** How long unlocks stay stored. They work for an hour after the lock, and the browser for another. */
const UNLOCK_DAYS = 1

/** Deletes what staff can no longer use: sessions, sign-ins, links, unlocks and devices, old questions and notes. */
export function staffCleanUp(deps: Pick<Deps, 'db' | 'config' | 'now'>): CleanUp {
  const { db, config, now } = deps
  return {
    ...appCleanUp(deps, 'console'),
    ...appCleanUp(deps, 'counter'),
    'unfinished sign-ins of staff': () => deleteOldPendingSignIns(db.pool, pendingSince(now())),
    'links of staff': () => deleteOldLinks(db.pool, daysBefore(now(), LINK_DAYS)),
    'questions to a second manager': () => deleteOldAsked(db.pool, new Date(now().getTime() - ALONE_WINDOW_MS)),
    // A mail is tried for some ten hours before it is in the list of failed ones.
    'notes about new owners': () => deleteOldNotices(db.pool, daysBefore(now(), config.MAIL_DAYS + 1)),
  }
}

function appCleanUp({ db, now }: Pick<Deps, 'db' | 'now'>, app: App): CleanUp {
  const { person } = APPS[app]
  return {
    [`${person} sessions`]: () => staffSessions[app].deleteExpired(db.pool, now()),
    [`unlocks of ${person}s`]: () => staffUnlocks[app].deleteOld(db.pool, daysBefore(now(), UNLOCK_DAYS)),
    [`trusted devices of ${person}s`]: () => staffSessions[app].deleteUnusedDevices(db.pool, now()),
  }
}
