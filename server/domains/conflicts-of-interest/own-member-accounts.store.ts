import type { Queryable } from '../../platform/db/database.ts'
import { run } from '../../platform/db/query.ts'
import { type Sql, sql } from '../../platform/db/sql.ts'

/** Call it before an address changes. Unverified accounts prove nothing: anyone can register an operator's address. */
export const linkOperatorsOf = (tx: Queryable, userId: number, at: Date) => link(tx, sql`w.user_id = ${userId}`, at)

/** Links the accounts at addresses that an operator gives up. Call it before the list of addresses changes. */
export const linkAccountsOf = (
  tx: Queryable,
  { operatorId, keptKeys, at }: { operatorId: number; keptKeys: string[]; at: Date },
) => {
  const givenUp = sql`u.email_key <> ALL(${keptKeys}::text[])
    AND u.email_key IN (SELECT email_key FROM operator_addresses WHERE operator_id = ${operatorId})`
  return link(tx, sql`w.operator_id = ${operatorId} AND ${givenUp}`, at)
}

const link = (tx: Queryable, which: Sql, at: Date) =>
  run(tx)`INSERT INTO own_account_links (operator_id, user_id, linked_at)
    SELECT w.operator_id, w.user_id, ${at} FROM own_accounts w JOIN users u ON u.id = w.user_id
    WHERE u.email_verified_at IS NOT NULL AND ${which} ON CONFLICT DO NOTHING`

export const deleteLinks = (tx: Queryable, userId: number) =>
  run(tx)`DELETE FROM own_account_links WHERE user_id = ${userId}`
