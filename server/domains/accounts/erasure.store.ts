import type { Queryable } from '../../platform/db/database.ts'

/**
 * Blanks all that tells who a member was and ends what they could sign in with; the row itself stays, for the ledger
 * names it (D-92). No address equals what stands for theirs, so that the address is free to register anew.
 */
export async function eraseAccount(tx: Queryable, id: number, { nonce, now }: { nonce: string; now: Date }) {
  for (const table of [
    'sessions',
    'device_marks',
    'email_changes',
    'password_resets',
    'browser_unlocks',
    'former_addresses',
  ])
    await tx.query({ text: `DELETE FROM ${table} WHERE user_id = $1`, values: [id] })
  await tx.query({ text: "UPDATE suspensions SET reason = '' WHERE user_id = $1", values: [id] })
  // Links of replaced registrations of the address die too.
  await tx.query({
    text: `UPDATE users SET link_nonce = $2 WHERE retired_at IS NOT NULL
      AND email_key = (SELECT email_key FROM users WHERE id = $1)`,
    values: [id, nonce],
  })
  await tx.query({
    text: `UPDATE users SET name = 'Deleted member', email = 'deleted-' || id, email_key = 'deleted-' || id,
        password_hash = 'deleted', link_nonce = $2, pending_email = NULL, avatar_key = NULL, avatar_placeholder = NULL,
        registered_from = NULL, voided_password_hash = NULL, password_voided_at = NULL, deleted_at = $3
      WHERE id = $1`,
    values: [id, nonce, now],
  })
}
