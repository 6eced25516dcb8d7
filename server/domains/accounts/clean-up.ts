import type { Deps } from '../../deps.ts'
import { daysBefore } from '../../platform/durations.ts'
import type { CleanUp } from '../../platform/jobs/jobs.ts'
import { memberSessions } from './accounts.store.ts'
import { MARK_DAYS } from './deleted-accounts.service.ts'
import { deleteOldMarks } from './deleted-accounts.store.ts'
import { cancelExpiredChanges, deleteOldEmailChanges } from './email-changes/email-changes.store.ts'
import { linksExpiredBefore } from './links.ts'
import { deleteOldResets } from './password-resets/password-resets.store.ts'
import { deleteOldRegistrations, deleteVoidedPasswords } from './registration/registration.store.ts'
import { deleteExpiredSessions, VOIDED_PASSWORD_DAYS } from './sessions/sessions.service.ts'
import { UNLOCK_DAYS } from './unlocks/unlocks.service.ts'
import { memberUnlocks } from './unlocks/unlocks.store.ts'

const UNVERIFIED_DAYS = 7
/** The mail server may delay a mail by some ten hours, and its link works for one more. */
const RESET_DAYS = 1

export const accountsCleanUp = ({ db, now }: Pick<Deps, 'db' | 'now'>): CleanUp => ({
  'unverified accounts': () => {
    const olderThan = daysBefore(now(), UNVERIFIED_DAYS)
    return deleteOldRegistrations(db.pool, { olderThan, linksSince: linksExpiredBefore(now()) })
  },
  'voided passwords': () => deleteVoidedPasswords(db.pool, daysBefore(now(), VOIDED_PASSWORD_DAYS)),
  'email changes': () => deleteOldEmailChanges(db.pool, daysBefore(now(), UNVERIFIED_DAYS)),
  sessions: () => deleteExpiredSessions({ db, now }),
  'marks of deleted accounts': () => deleteOldMarks(db.pool, daysBefore(now(), MARK_DAYS)),
  'trusted devices': () => memberSessions.deleteUnusedDevices(db.pool, now()),
  'password resets': () => deleteOldResets(db.pool, daysBefore(now(), RESET_DAYS)),
  'browser unlocks': () => memberUnlocks.deleteOld(db.pool, daysBefore(now(), UNLOCK_DAYS)),
  'address changes': () => cancelExpiredChanges(db.pool, linksExpiredBefore(now())),
})
