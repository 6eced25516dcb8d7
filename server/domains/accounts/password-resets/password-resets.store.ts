import type { Queryable } from '../../../platform/db/database.ts'
import { maybe, rowCount, run, value } from '../../../platform/db/query.ts'
import { insert, type Row } from '../../../platform/db/rows.ts'

/** `operator_id` is null where no operator sends the link. */
type Reset = Row<'password_resets', 'user_id' | 'operator_id'>
type NewReset = Reset & { now: Date }

/** Adds a reset and returns its id. Deletes the member's earlier ones, which voids their links. */
export async function replaceReset(tx: Queryable, reset: NewReset): Promise<number> {
  await deleteResets(tx, reset.user_id)
  return addReset(tx, reset)
}

/** Adds a reset and returns its id. Links sent before stay valid. */
export const addReset = (tx: Queryable, { user_id, operator_id, now }: NewReset) =>
  value(tx)`${insert('password_resets', { user_id, operator_id, created_at: now })} RETURNING id`

/** The member of a reset and the operator who sent it; undefined once it was used or replaced. */
export const findReset = (db: Queryable, id: number) =>
  maybe<Reset>(db)`SELECT user_id, operator_id FROM password_resets WHERE id = ${id}`

/** Sets a password. Voids links sent before and cancels a pending email change. */
export const setPassword = (tx: Queryable, id: number, { hash, nonce }: { hash: string; nonce: string }) =>
  run(tx)`
    UPDATE users SET password_hash = ${hash}, link_nonce = ${nonce}, pending_email = NULL,
      voided_password_hash = NULL, password_voided_at = NULL
    WHERE id = ${id}`

export const deleteResets = (tx: Queryable, userId: number) =>
  run(tx)`DELETE FROM password_resets WHERE user_id = ${userId}`

export const deleteOldResets = (db: Queryable, older: Date) =>
  rowCount(db)`DELETE FROM password_resets WHERE created_at < ${older}`
