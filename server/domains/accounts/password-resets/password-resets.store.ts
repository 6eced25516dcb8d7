import type { Queryable } from '../../../platform/db/database.ts'

/** `operator_id` is null where no operator sends the link. */
type NewReset = { user_id: number; operator_id: number | null; now: Date }

/** Adds a reset and returns its id. Deletes the member's earlier ones, which voids their links. */
export async function replaceReset(tx: Queryable, reset: NewReset): Promise<number> {
  await deleteResets(tx, reset.user_id)
  return addReset(tx, reset)
}

/** Adds a reset and returns its id. Links sent before stay valid. */
export async function addReset(tx: Queryable, { user_id, operator_id, now }: NewReset): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    text: 'INSERT INTO password_resets (user_id, operator_id, created_at) VALUES ($1, $2, $3) RETURNING id',
    values: [user_id, operator_id, now],
  })
  const [row] = rows
  if (!row) throw new Error('The password reset was not inserted')
  return row.id
}

/** The member of a reset and the operator who sent it; undefined once it was used or replaced. */
export async function findReset(db: Queryable, id: number): Promise<Omit<NewReset, 'now'> | undefined> {
  const { rows } = await db.query<Omit<NewReset, 'now'>>({
    text: 'SELECT user_id, operator_id FROM password_resets WHERE id = $1',
    values: [id],
  })
  return rows[0]
}

/** Sets a password. Voids links sent before and cancels a pending email change. */
export async function setPassword(tx: Queryable, id: number, given: { hash: string; nonce: string }): Promise<void> {
  await tx.query({
    text: `UPDATE users SET password_hash = $2, link_nonce = $3, pending_email = NULL, voided_password_hash = NULL,
        password_voided_at = NULL
      WHERE id = $1`,
    values: [id, given.hash, given.nonce],
  })
}

export async function deleteResets(tx: Queryable, userId: number): Promise<void> {
  await tx.query({ text: 'DELETE FROM password_resets WHERE user_id = $1', values: [userId] })
}

export async function deleteOldResets(db: Queryable, older: Date): Promise<number> {
  const { rowCount } = await db.query({ text: 'DELETE FROM password_resets WHERE created_at < $1', values: [older] })
  return rowCount ?? 0
}
