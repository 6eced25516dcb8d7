import type { Language } from '@stampus/contract/values/languages'
import type { Queryable } from '../../platform/db/database.ts'
import type { App } from './apps.ts'

export type OwnMerchant = { id: number; name: string }

/** The merchants in which an operator has an interest, and those that an owner holds. */
const TABLES = {
  console: { merchants: 'operator_merchants', account: 'operator_id' },
  counter: { merchants: 'owner_merchants', account: 'owner_id' },
} as const

/** The merchants of an account, by name. */
export async function listOwnMerchants(db: Queryable, app: App, id: number): Promise<OwnMerchant[]> {
  const { merchants, account } = TABLES[app]
  const { rows } = await db.query<OwnMerchant>({
    text: `SELECT m.id, m.name FROM ${merchants} w JOIN merchants m ON m.id = w.merchant_id
      WHERE w.${account} = $1 ORDER BY m.name_key, m.id`,
    values: [id],
  })
  return rows
}

/** Replaces the merchants of an account. Ids of no merchant are left out. */
export async function replaceMerchants(tx: Queryable, app: App, id: number, merchantIds: number[]): Promise<void> {
  const { merchants, account } = TABLES[app]
  await tx.query({ text: `DELETE FROM ${merchants} WHERE ${account} = $1`, values: [id] })
  await tx.query({
    text: `INSERT INTO ${merchants} (${account}, merchant_id) SELECT $1, id FROM merchants WHERE id = ANY($2::bigint[])`,
    values: [id, merchantIds],
  })
}

/** One of the merchants that an owner holds. */
export async function findOwnMerchant(
  db: Queryable,
  { ownerId, merchantId }: { ownerId: number; merchantId: number },
): Promise<OwnMerchant | undefined> {
  const { rows } = await db.query<OwnMerchant>({
    text: `SELECT m.id, m.name FROM owner_merchants w JOIN merchants m ON m.id = w.merchant_id
      WHERE w.owner_id = $1 AND w.merchant_id = $2`,
    values: [ownerId, merchantId],
  })
  return rows[0]
}

/** Notes that the other owners of merchants are mailed about a new one. Returns the ids of the notes. */
export async function insertOwnerNotices(
  tx: Queryable,
  { addedId, merchantIds, at }: { addedId: number; merchantIds: number[]; at: Date },
): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO owner_notices (merchant_id, added_id, owner_id, created_at)
      SELECT w.merchant_id, $1, o.id, $3 FROM owner_merchants w JOIN owners o ON o.id = w.owner_id
      WHERE w.merchant_id = ANY($2::bigint[]) AND o.id <> $1 AND o.removed_at IS NULL ORDER BY w.merchant_id, o.id RETURNING id`,
    values: [addedId, merchantIds, at],
  })
  return rows.map(({ id }) => id)
}

export async function deleteOldNotices(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query({ text: 'DELETE FROM owner_notices WHERE created_at < $1', values: [before] })
  return rowCount ?? 0
}

type OwnerNotice = { email: string; name: string; language: Language; merchant: string; added: string }

/** What a mail about a new owner says, unless one of the two no longer holds the merchant. */
export async function findOwnerNotice(db: Queryable, id: number): Promise<OwnerNotice | undefined> {
  const { rows } = await db.query<OwnerNotice>({
    text: `SELECT o.email, o.name, o.language, m.name AS merchant, a.name AS added
      FROM owner_notices n JOIN merchants m ON m.id = n.merchant_id
      JOIN owners o ON o.id = n.owner_id AND o.removed_at IS NULL JOIN owner_merchants w ON w.owner_id = o.id AND w.merchant_id = m.id
      JOIN owners a ON a.id = n.added_id JOIN owner_merchants x ON x.owner_id = a.id AND x.merchant_id = m.id
      WHERE n.id = $1`,
    values: [id],
  })
  return rows[0]
}
