import { violatesUnique } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'

/** Adds an email change and returns its id, which the mails about it name. */
export async function addEmailChange(
  db: Queryable,
  change: { user_id: number; old_email: string; new_email: string; now: Date },
): Promise<number> {
  const { rows } = await db.query<{ id: number }>({
    text: 'INSERT INTO email_changes (user_id, old_email, new_email, created_at) VALUES ($1, $2, $3, $4) RETURNING id',
    values: [change.user_id, change.old_email, change.new_email, change.now],
  })
  return Number(rows[0]?.id)
}

export type EmailChangeRow = { user_id: number; old_email: string; new_email: string }

export async function findEmailChange(db: Queryable, id: number): Promise<EmailChangeRow | undefined> {
  const { rows } = await db.query<EmailChangeRow>({
    text: 'SELECT user_id, old_email, new_email FROM email_changes WHERE id = $1',
    values: [id],
  })
  return rows[0]
}

/** Deletes email changes requested before `older`. */
export async function deleteOldEmailChanges(db: Queryable, older: Date): Promise<number> {
  const { rowCount } = await db.query({ text: 'DELETE FROM email_changes WHERE created_at < $1', values: [older] })
  return rowCount ?? 0
}

/** Cancels pending addresses whose link has expired. */
export async function cancelExpiredChanges(db: Queryable, linksOlderThan: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: `UPDATE users u SET pending_email = NULL WHERE u.pending_email IS NOT NULL
      AND NOT EXISTS (SELECT FROM email_changes c WHERE c.user_id = u.id AND c.created_at >= $1)`,
    values: [linksOlderThan],
  })
  return rowCount ?? 0
}

/** Puts the pending address in force after its link was opened. False if another member has verified it by now. */
export async function confirmPendingEmail(db: Queryable, id: number, key: string, now: Date): Promise<boolean> {
  try {
    await db.query({
      text: `UPDATE users SET email = pending_email, email_key = $2, pending_email = NULL, email_verified_at = $3
        WHERE id = $1`,
      values: [id, key, now],
    })
    return true
  } catch (error) {
    if (violatesUnique(error, 'users_verified_email_key')) return false
    throw error
  }
}

/** Cancels a pending email change; the new nonce voids its link. */
export async function cancelPendingEmail(tx: Queryable, userId: number, nonce: string): Promise<void> {
  await tx.query({
    text: 'UPDATE users SET pending_email = NULL, link_nonce = $2 WHERE id = $1',
    values: [userId, nonce],
  })
}
