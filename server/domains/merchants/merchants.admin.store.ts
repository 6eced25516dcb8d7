import type { MerchantUsage } from '@stampus/contract/console/merchants'
import { emailKey } from '@stampus/contract/values/emails'
import { nameKey } from '@stampus/contract/values/names'
import { consolePageClause } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { pick } from '../../platform/db/names.ts'
import { many, maybe, one, run, value } from '../../platform/db/query.ts'
import { insert, update } from '../../platform/db/rows.ts'
import { parameter, raw, sql } from '../../platform/db/sql.ts'
import { type AdminMerchantRow, type MerchantFacts, type MerchantRow, merchantColumns } from './merchants.fields.ts'
import { conditionsOf, MERCHANT, type MerchantFilter, merchantsFrom, runningDeals } from './merchants.store.ts'

/** `day` is `YYYY-MM-DD`. */
export const listAllMerchants = (db: Queryable, filter: MerchantFilter, day: string, page: number) =>
  many<MerchantRow>(db)`
    ${merchantsFrom(raw('merchants'), runningDeals(day))} WHERE ${conditionsOf(filter).found}
    ORDER BY m.name_key, m.id ${consolePageClause(page)}`

export const findAdminMerchant = (db: Queryable, id: number) =>
  maybe<AdminMerchantRow>(db)`
    SELECT ${MERCHANT}, m.version,
      ARRAY(SELECT p.email FROM merchant_people p WHERE p.merchant_id = m.id ORDER BY p.email_key) AS people
    FROM merchants m JOIN categories c ON c.id = m.category_id WHERE m.id = ${id}`

export async function lockMerchant(tx: Queryable, id: number): Promise<AdminMerchantRow | undefined> {
  await run(tx)`SELECT FROM merchants WHERE id = ${id} FOR UPDATE`
  return findAdminMerchant(tx, id)
}

/** The number of pending receipts of a merchant, and at most 100 deals that are not over on `day`, by their end. */
export function findUsage(db: Queryable, id: number, day: string) {
  const merchant = parameter(id)
  return one<MerchantUsage>(db)`
    SELECT (SELECT count(*) FROM submissions WHERE merchant_id = ${merchant} AND status = 'pending') AS waiting,
      (SELECT coalesce(json_agg(json_build_object('id', d.id, 'title', d.title) ORDER BY d.end_date, d.id), '[]')
        FROM (SELECT id, title, end_date FROM deals WHERE merchant_id = ${merchant} AND end_date >= ${day}::date
          ORDER BY end_date, id LIMIT 100) d) AS deals`
}

export type MerchantToSave = MerchantFacts & { people: string[] }

const written = (merchant: MerchantFacts) => ({
  name_key: nameKey(merchant.name),
  ...pick(merchant, merchantColumns),
})

/** Returns the new id. A slug that is taken violates a unique index. */
export async function insertMerchant(tx: Queryable, merchant: MerchantToSave, now: Date): Promise<number> {
  const id = await value(tx)`${insert('merchants', { created_at: now, ...written(merchant) })} RETURNING id`
  await setPeople(tx, id, merchant.people)
  return id
}

export async function updateMerchant(tx: Queryable, id: number, merchant: MerchantToSave): Promise<void> {
  await run(tx)`${update('merchants', { ...written(merchant), version: sql`version + 1` })} WHERE id = ${id}`
  await setPeople(tx, id, merchant.people)
}

async function setPeople(tx: Queryable, merchantId: number, emails: readonly string[]): Promise<void> {
  await run(tx)`DELETE FROM merchant_people WHERE merchant_id = ${merchantId}`
  await run(tx)`
    INSERT INTO merchant_people (merchant_id, email, email_key)
    SELECT ${merchantId}, * FROM unnest(${emails}::text[], ${emails.map(emailKey)}::text[]) ON CONFLICT DO NOTHING`
}
