import type { Queryable } from '../../../platform/db/database.ts'

/** Withdraws a pending email change; the new nonce voids its link. */
export async function withdrawPendingEmail(tx: Queryable, userId: number, nonce: string): Promise<void> {
  await tx.query({
    text: 'UPDATE users SET pending_email = NULL, link_nonce = $2 WHERE id = $1',
    values: [userId, nonce],
  })
}
