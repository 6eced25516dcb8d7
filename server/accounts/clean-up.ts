import type { Queryable } from '../db/database.ts'
import { deleteOlder, dropStalePendingEmails } from './accounts.store.ts'
import { linksExpiredBefore } from './links.ts'
import { deleteDeadSessions, deleteUnusedDevices } from './sessions.store.ts'
import { daysBefore, liveSince } from './sessions.ts'

const UNVERIFIED_DAYS = 7
const DEVICE_DAYS = 180

/** Removes accounts not verified within 7 days (D-20), dead sessions, unused device marks and lapsed address changes. */
export async function cleanUpAccounts(db: Queryable, now: Date): Promise<void> {
  await deleteOlder(db, daysBefore(now, UNVERIFIED_DAYS))
  await deleteDeadSessions(db, liveSince(now))
  await deleteUnusedDevices(db, daysBefore(now, DEVICE_DAYS))
  await dropStalePendingEmails(db, linksExpiredBefore(now))
}
