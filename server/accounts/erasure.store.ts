import type { Queryable } from '../db/database.ts'

/**
 * Blanks all that tells who a member was and ends what they could sign in with; the row itself stays, for the ledger
 * names it (D-92). No address equals what stands for theirs, so that the address is free to register anew.
 */
export async function eraseAccount(tx: Queryable, id: number, { nonce, now }: { nonce: string; now: Date }) {
  for (const table of ['sessions', 'device_marks', 'email_changes', 'password_resets'])
    await tx.query({ text: `DELETE FROM ${table} WHERE user_id = $1`, values: [id] })
  await tx.query({ text: "UPDATE suspensions SET reason = '' WHERE user_id = $1", values: [id] })
  await tx.query({
    text: `UPDATE users SET name = 'Deleted member', email = 'deleted-' || id, email_key = 'deleted-' || id,
        password_hash = 'deleted', link_nonce = $2, pending_email = NULL, avatar_key = NULL, avatar_placeholder = NULL,
        deleted_at = $3
      WHERE id = $1`,
    values: [id, nonce, now],
  })
}
