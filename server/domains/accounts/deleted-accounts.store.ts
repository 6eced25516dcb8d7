import type { Queryable } from '../../platform/db/database.ts'
import { deleteLinks } from '../own-accounts/own-accounts.store.ts'

/** Why a deleted account is remembered. */
export type Standing = { negative_balance: boolean; reversals: boolean; rejections: boolean }

/** Saves the mark of a deleted account under the hash of its address. Reasons of an earlier mark stay. */
export async function saveMark(tx: Queryable, emailHash: Buffer, standing: Standing, now: Date): Promise<void> {
  await tx.query({
    text: `INSERT INTO deleted_accounts AS m (email_hash, negative_balance, reversals, rejections, deleted_at)
      VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (email_hash) DO UPDATE SET negative_balance = m.negative_balance OR excluded.negative_balance,
        reversals = m.reversals OR excluded.reversals, rejections = m.rejections OR excluded.rejections,
        deleted_at = excluded.deleted_at`,
    values: [emailHash, standing.negative_balance, standing.reversals, standing.rejections, now],
  })
}

export type MarkRow = Standing & { email_hash: Buffer; deleted_at: Date }

/** The marks with one of these hashes. */
export async function findMarks(db: Queryable, hashes: Buffer[]): Promise<MarkRow[]> {
  const { rows } = await db.query<MarkRow>({
    name: 'accounts.deleted-marks',
    text: `SELECT email_hash, negative_balance, reversals, rejections, deleted_at FROM deleted_accounts
      WHERE email_hash = ANY($1)`,
    values: [hashes],
  })
  return rows
}

export async function saveFormerAddress(tx: Queryable, userId: number, emailHash: Buffer, now: Date): Promise<void> {
  await tx.query({
    text: `INSERT INTO former_addresses (user_id, email_hash, left_at) VALUES ($1, $2, $3)
      ON CONFLICT (user_id, email_hash) DO UPDATE SET left_at = excluded.left_at`,
    values: [userId, emailHash, now],
  })
}

/** The hashes of an account's earlier addresses. */
export async function findFormerAddresses(tx: Queryable, userId: number): Promise<Buffer[]> {
  const { rows } = await tx.query<{ email_hash: Buffer }>({
    text: 'SELECT email_hash FROM former_addresses WHERE user_id = $1 ORDER BY email_hash',
    values: [userId],
  })
  return rows.map(({ email_hash }) => email_hash)
}

export async function deleteOldMarks(db: Queryable, deletedBefore: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: 'DELETE FROM deleted_accounts WHERE deleted_at < $1',
    values: [deletedBefore],
  })
  return rowCount ?? 0
}

/**
 * Erases a member's personal data and everything they could log in with. The row stays, because the ledger refers to it; its
 * address becomes free for a new registration.
 */
export async function eraseAccount(tx: Queryable, id: number, { nonce, now }: { nonce: string; now: Date }) {
  for (const table of [
    'sessions',
    'trusted_devices',
    'email_changes',
    'password_resets',
    'browser_unlocks',
    'former_addresses',
  ])
    await tx.query({ text: `DELETE FROM ${table} WHERE user_id = $1`, values: [id] })
  await deleteLinks(tx, id)
  await tx.query({ text: "UPDATE suspensions SET reason = '' WHERE user_id = $1", values: [id] })
  // Voids the links of replaced registrations of the address too.
  await tx.query({
    text: `UPDATE users SET link_nonce = $2 WHERE retired_at IS NOT NULL
      AND email_key = (SELECT email_key FROM users WHERE id = $1)`,
    values: [id, nonce],
  })
  await tx.query({
    text: `UPDATE users SET name = 'Deleted member', email = 'deleted-' || id, email_key = 'deleted-' || id,
        password_hash = 'deleted', link_nonce = $2, pending_email = NULL, avatar_key = NULL, avatar_placeholder = NULL,
        registered_from = NULL, language = NULL, voided_password_hash = NULL, password_voided_at = NULL, deleted_at = $3
      WHERE id = $1`,
    values: [id, nonce, now],
  })
}
