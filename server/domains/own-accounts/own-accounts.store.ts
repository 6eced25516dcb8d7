import type { Queryable } from '../../platform/db/database.ts'

/**
 * Links a member account to the operators whose own it is now. Call before its address changes. An unverified one proves
 * nothing: anyone can register an operator's address.
 */
export async function linkOperatorsOf(tx: Queryable, userId: number, at: Date): Promise<void> {
  await tx.query({ text: `${LINK} AND w.user_id = $1 ${ONCE}`, values: [userId, at] })
}

/**
 * Links an operator to the member accounts at those of their listed addresses that they give up: all but `keptKeys`. Call
 * before the list changes.
 */
export async function linkAccountsOf(
  tx: Queryable,
  { operatorId, keptKeys, at }: { operatorId: number; keptKeys: string[]; at: Date },
): Promise<void> {
  const givenUp = `u.email_key IN (SELECT email_key FROM operator_addresses WHERE operator_id = $1)
    AND u.email_key <> ALL($3::text[])`
  await tx.query({ text: `${LINK} AND w.operator_id = $1 AND ${givenUp} ${ONCE}`, values: [operatorId, at, keptKeys] })
}

const LINK = `INSERT INTO own_account_links (operator_id, user_id, linked_at)
  SELECT w.operator_id, w.user_id, $2 FROM own_accounts w JOIN users u ON u.id = w.user_id
  WHERE u.email_verified_at IS NOT NULL`
const ONCE = 'ON CONFLICT DO NOTHING'

export async function deleteLinks(tx: Queryable, userId: number): Promise<void> {
  await tx.query({ text: 'DELETE FROM own_account_links WHERE user_id = $1', values: [userId] })
}
