import type pg from 'pg'
import type { Queryable } from '../../platform/db/database.ts'

/** When a member signed in and was last seen, a session each. */
export function listSessions(db: Queryable, userId: number) {
  return listOf<{ signed_in_at: Date; last_used_at: Date }>(
    db,
    userId,
    'SELECT created_at AS signed_in_at, last_used_at FROM sessions WHERE user_id = $1 ORDER BY created_at',
  )
}

/** When each browser was last used to sign in. */
export function listKnownBrowsers(db: Queryable, userId: number) {
  return listOf<{ last_used_at: Date }>(
    db,
    userId,
    'SELECT last_used_at FROM device_marks WHERE user_id = $1 ORDER BY last_used_at',
  )
}

/** From where to where an address was to change, as far as it is still remembered. */
export function listEmailChanges(db: Queryable, userId: number) {
  return listOf<{ from: string; to: string; asked_at: Date }>(
    db,
    userId,
    'SELECT old_email AS from, new_email AS to, created_at AS asked_at FROM email_changes WHERE user_id = $1 ORDER BY id',
  )
}

/** When the account left an address, which is kept as a hash alone. */
export function listFormerAddresses(db: Queryable, userId: number) {
  return listOf<{ left_at: Date }>(
    db,
    userId,
    'SELECT left_at FROM former_addresses WHERE user_id = $1 ORDER BY left_at',
  )
}

/** When support sent a link to a new password that is still remembered. */
export function listResets(db: Queryable, userId: number) {
  return listOf<{ sent_at: Date }>(
    db,
    userId,
    'SELECT created_at AS sent_at FROM password_resets WHERE user_id = $1 ORDER BY id',
  )
}

/** When a link was asked for that unlocks a browser, as far as it is still remembered. */
export function listUnlocks(db: Queryable, userId: number) {
  return listOf<{ asked_at: Date; opened_at: Date | null }>(
    db,
    userId,
    'SELECT asked_at, opened_at FROM browser_unlocks WHERE user_id = $1 ORDER BY id',
  )
}

/** Why and when a member was suspended. */
export function listSuspensions(db: Queryable, userId: number) {
  return listOf<{ reason: string; began_at: Date; ended_at: Date | null }>(
    db,
    userId,
    'SELECT reason, created_at AS began_at, ended_at FROM suspensions WHERE user_id = $1 ORDER BY id',
  )
}

async function listOf<Row extends pg.QueryResultRow>(db: Queryable, userId: number, text: string): Promise<Row[]> {
  return (await db.query<Row>({ text, values: [userId] })).rows
}
