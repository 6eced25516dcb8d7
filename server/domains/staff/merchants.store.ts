import type { Language } from '@stampus/contract/values/languages'
import type { Queryable } from '../../platform/db/database.ts'
import { many, maybe, rowCount, run, values } from '../../platform/db/query.ts'
import { raw, type Sql, sql } from '../../platform/db/sql.ts'
import type { App } from './apps.ts'

export type OwnMerchant = { id: number; name: string }

/** Merchants of an operator's interest, and merchants that an owner holds: the table, and its column of the account. */
const HELD = {
  console: { merchants: 'operator_merchants', account: 'operator_id' },
  counter: { merchants: 'owner_merchants', account: 'owner_id' },
} as const

function heldIn(app: App) {
  const { merchants, account } = HELD[app]
  return { merchants: raw(merchants), account: raw(account) }
}

export function listOwnMerchants(db: Queryable, app: App, id: number): Promise<OwnMerchant[]> {
  const { merchants, account } = heldIn(app)
  return many<OwnMerchant>(db)`SELECT m.id, m.name FROM ${merchants} w JOIN merchants m ON m.id = w.merchant_id
    WHERE w.${account} = ${id} ORDER BY m.name_key, m.id`
}

/** SQL: the merchants of account `s`, by name, as JSON. */
export function merchantsOfAccount(app: App): Sql {
  const { merchants, account } = heldIn(app)
  return sql`
    coalesce((SELECT jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name) ORDER BY m.name_key, m.id)
      FROM ${merchants} w JOIN merchants m ON m.id = w.merchant_id WHERE w.${account} = s.id), '[]')`
}

/** Replaces the merchants of an account. Ids of no merchant are left out. */
export async function replaceMerchants(tx: Queryable, app: App, id: number, merchantIds: number[]): Promise<void> {
  const { merchants, account } = heldIn(app)
  await run(tx)`DELETE FROM ${merchants} WHERE ${account} = ${id}`
  await run(tx)`INSERT INTO ${merchants} (${account}, merchant_id)
    SELECT ${id}, id FROM merchants WHERE id = ANY(${merchantIds}::bigint[])`
}

export const findOwnMerchant = (db: Queryable, { ownerId, merchantId }: { ownerId: number; merchantId: number }) =>
  maybe<OwnMerchant>(db)`SELECT m.id, m.name FROM owner_merchants w JOIN merchants m ON m.id = w.merchant_id
    WHERE w.owner_id = ${ownerId} AND w.merchant_id = ${merchantId}`

type Added = { addedId: number; merchantIds: number[]; at: Date }

/** Notes that the other owners of merchants are mailed about a new one. Returns the ids of the notes. */
export const insertOwnerNotices = (tx: Queryable, { addedId, merchantIds, at }: Added) =>
  values(tx)`INSERT INTO owner_notices (merchant_id, added_id, owner_id, created_at)
    SELECT w.merchant_id, ${addedId}, o.id, ${at} FROM owner_merchants w JOIN owners o ON o.id = w.owner_id
    WHERE w.merchant_id = ANY(${merchantIds}::bigint[]) AND o.id <> ${addedId} AND o.removed_at IS NULL
    ORDER BY w.merchant_id, o.id RETURNING id`

export const deleteOldNotices = (db: Queryable, before: Date) =>
  rowCount(db)`DELETE FROM owner_notices WHERE created_at < ${before}`

type OwnerNotice = { email: string; name: string; language: Language; merchant: string; added: string }

/** What a mail about a new owner says, unless one of the two no longer holds the merchant. */
export const findOwnerNotice = (db: Queryable, id: number) =>
  maybe<OwnerNotice>(db)`SELECT o.email, o.name, o.language, m.name AS merchant, a.name AS added
    FROM owner_notices n JOIN merchants m ON m.id = n.merchant_id
      JOIN owners o ON o.id = n.owner_id AND o.removed_at IS NULL
      JOIN owner_merchants w ON w.owner_id = o.id AND w.merchant_id = m.id
      JOIN owners a ON a.id = n.added_id JOIN owner_merchants x ON x.owner_id = a.id AND x.merchant_id = m.id
    WHERE n.id = ${id}`
