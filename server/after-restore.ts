import type { Deps } from './deps.ts'
import { memberSessions } from './domains/accounts/accounts.store.ts'
import { repeatErasures } from './domains/privacy/deletion.service.ts'
import { staffSessions } from './domains/staff/credentials.store.ts'
import type { Queryable } from './platform/db/database.ts'

/** Repeats what a restore of the database has undone: deletions of accounts, and ends of sessions by ending all. */
export async function repeatAfterRestore(deps: Deps): Promise<string> {
  const erased = await repeatErasures(deps)
  const ended = await endAllSessions(deps.db.pool)
  const accounts = erased === 1 ? '1 account was' : `${erased.toLocaleString('en')} accounts were`
  return `${accounts} deleted again, ${ended.toLocaleString('en')} sessions were ended.`
}

/** Signs out all members, operators and owners: sessions that ended since the backup would be valid again. */
export async function endAllSessions(db: Queryable): Promise<number> {
  let ended = 0
  for (const sessions of [memberSessions, ...Object.values(staffSessions)]) ended += await sessions.endForAll(db)
  return ended
}
