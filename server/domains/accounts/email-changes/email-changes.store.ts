import { violatesUnique } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { maybe, rowCount, run, value } from '../../../platform/db/query.ts'
import { insert, type Row } from '../../../platform/db/rows.ts'

export type EmailChangeRow = Row<'email_changes', 'user_id' | 'old_email' | 'new_email'>

export const addEmailChange = (db: Queryable, { now, ...change }: EmailChangeRow & { now: Date }) =>
  value(db)`${insert('email_changes', { ...change, created_at: now })} RETURNING id`

export const findEmailChange = (db: Queryable, id: number) =>
  maybe<EmailChangeRow>(db)`SELECT user_id, old_email, new_email FROM email_changes WHERE id = ${id}`

export const deleteOldEmailChanges = (db: Queryable, older: Date) =>
  rowCount(db)`DELETE FROM email_changes WHERE created_at < ${older}`

export const cancelExpiredChanges = (db: Queryable, linksOlderThan: Date) =>
  rowCount(db)`
    UPDATE users u SET pending_email = NULL WHERE u.pending_email IS NOT NULL
      AND NOT EXISTS (SELECT FROM email_changes c WHERE c.user_id = u.id AND c.created_at >= ${linksOlderThan})`

/** Puts the pending address in force after its link was opened. False if another member has verified it by now. */
export async function confirmPendingEmail(db: Queryable, id: number, key: string, now: Date): Promise<boolean> {
  try {
    await run(db)`
      UPDATE users SET email = pending_email, email_key = ${key}, pending_email = NULL, email_verified_at = ${now}
      WHERE id = ${id}`
    return true
  } catch (error) {
    if (violatesUnique(error, 'users_verified_email_key')) return false
    throw error
  }
}

/** Cancels a pending email change; the new nonce voids its link. */
export const cancelPendingEmail = (tx: Queryable, userId: number, nonce: string) =>
  run(tx)`UPDATE users SET pending_email = NULL, link_nonce = ${nonce} WHERE id = ${userId}`
