import type { Queryable } from '../../platform/db/database.ts'
import { many, rowCount, run, values } from '../../platform/db/query.ts'
import { insert, type Row, update } from '../../platform/db/rows.ts'
import { raw } from '../../platform/db/sql.ts'
import { deleteLinks } from '../conflicts-of-interest/own-member-accounts.store.ts'

export type Standing = Row<'deleted_accounts', 'negative_balance' | 'reversals' | 'rejections'>

/** Saves the mark of a deleted account under the hash of its address. Reasons of an earlier mark stay. */
export function saveMark(tx: Queryable, email_hash: Buffer, standing: Standing, deleted_at: Date): Promise<void> {
  const { negative_balance, reversals, rejections } = standing
  const mark = { email_hash, negative_balance, reversals, rejections, deleted_at }
  return run(tx)`${insert('deleted_accounts', mark)}
    ON CONFLICT (email_hash) DO UPDATE SET
      negative_balance = deleted_accounts.negative_balance OR excluded.negative_balance,
      reversals = deleted_accounts.reversals OR excluded.reversals,
      rejections = deleted_accounts.rejections OR excluded.rejections, deleted_at = excluded.deleted_at`
}

export type MarkRow = Standing & { email_hash: Buffer; deleted_at: Date }

export const findMarks = (db: Queryable, hashes: Buffer[]) =>
  many<MarkRow>(db, 'accounts.deleted-marks')`
    SELECT email_hash, negative_balance, reversals, rejections, deleted_at FROM deleted_accounts
    WHERE email_hash = ANY(${hashes})`

export const saveFormerAddress = (tx: Queryable, user_id: number, email_hash: Buffer, left_at: Date) =>
  run(tx)`${insert('former_addresses', { user_id, email_hash, left_at })}
    ON CONFLICT (user_id, email_hash) DO UPDATE SET left_at = excluded.left_at`

export const findFormerAddresses = (tx: Queryable, userId: number) =>
  values<Buffer>(tx)`SELECT email_hash FROM former_addresses WHERE user_id = ${userId} ORDER BY email_hash`

export const deleteOldMarks = (db: Queryable, deletedBefore: Date) =>
  rowCount(db)`DELETE FROM deleted_accounts WHERE deleted_at < ${deletedBefore}`

/** Erases personal data and sign-in. The row stays for the ledger; its address becomes free. */
export async function eraseAccount(tx: Queryable, id: number, { nonce, now }: { nonce: string; now: Date }) {
  for (const table of [
    'sessions',
    'trusted_devices',
    'email_changes',
    'password_resets',
    'browser_unlocks',
    'former_addresses',
  ])
    await run(tx)`DELETE FROM ${raw(table)} WHERE user_id = ${id}`
  await deleteLinks(tx, id)
  await run(tx)`UPDATE suspensions SET reason = '' WHERE user_id = ${id}`
  // Voids the links of replaced registrations of the address too.
  await run(tx)`
    UPDATE users SET link_nonce = ${nonce}
    WHERE retired_at IS NOT NULL AND email_key = (SELECT email_key FROM users WHERE id = ${id})`
  const nothing = {
    pending_email: null,
    avatar_key: null,
    avatar_placeholder: null,
    registered_from: null,
    language: null,
    voided_password_hash: null,
    password_voided_at: null,
  }
  const address = `deleted-${id}`
  const erased = { name: 'Deleted member', email: address, email_key: address, password_hash: 'deleted' }
  await run(tx)`
    ${update('users', { ...erased, ...nothing, link_nonce: nonce, deleted_at: now })} WHERE id = ${id}`
}
