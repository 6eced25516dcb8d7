import type { MerchantUsage } from '@stampus/contract/console/merchants'
import { emailKey } from '@stampus/contract/values/emails'
import { nameKey } from '@stampus/contract/values/names'
import { consolePageClause } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { type AdminMerchantRow, type MerchantFacts, type MerchantRow, merchantColumns } from './merchants.fields.ts'
import { conditionsOf, MERCHANT, type MerchantFilter, merchantsFrom } from './merchants.store.ts'

/** One console page of merchants, active or not, by name. `day` is `YYYY-MM-DD`. */
export async function listAllMerchants(
  db: Queryable,
  filter: MerchantFilter,
  day: string,
  page: number,
): Promise<MerchantRow[]> {
  const { where, values } = conditionsOf(filter)
  const { rows } = await db.query<MerchantRow>({
    text: `${merchantsFrom('merchants')} ${where} ORDER BY m.name_key, m.id ${consolePageClause(page)}`,
    values: [day, ...values],
  })
  return rows
}

const ADMIN_MERCHANT = `
  SELECT ${MERCHANT}, m.version,
    ARRAY(SELECT p.email FROM merchant_people p WHERE p.merchant_id = m.id ORDER BY p.email_key) AS people
  FROM merchants m JOIN categories c ON c.id = m.category_id WHERE m.id = $1`

export async function findAdminMerchant(db: Queryable, id: number): Promise<AdminMerchantRow | undefined> {
  const { rows } = await db.query<AdminMerchantRow>({ text: ADMIN_MERCHANT, values: [id] })
  return rows[0]
}

/** Finds a merchant and locks it until the transaction ends. */
export async function lockMerchant(tx: Queryable, id: number): Promise<AdminMerchantRow | undefined> {
  await tx.query({ text: 'SELECT FROM merchants WHERE id = $1 FOR UPDATE', values: [id] })
  return findAdminMerchant(tx, id)
}

/** The number of pending receipts of a merchant, and at most 100 deals that are not over on `day`, by their end. */
export async function findUsage(db: Queryable, id: number, day: string): Promise<MerchantUsage> {
  const { rows } = await db.query<MerchantUsage>({
    text: `SELECT
             (SELECT count(*) FROM submissions WHERE merchant_id = $1 AND status = 'pending') AS waiting,
             (SELECT coalesce(json_agg(json_build_object('id', d.id, 'title', d.title) ORDER BY d.end_date, d.id), '[]')
              FROM (SELECT id, title, end_date FROM deals WHERE merchant_id = $1 AND end_date >= $2::date
                ORDER BY end_date, id LIMIT 100) d) AS deals`,
    values: [id, day],
  })
  return rows[0] ?? { waiting: 0, deals: [] }
}

export type MerchantToSave = MerchantFacts & { people: string[] }

const WRITTEN = ['name_key', ...merchantColumns]
const valuesOf = (merchant: MerchantFacts) => [nameKey(merchant.name), ...merchantColumns.map((name) => merchant[name])]

/** Adds a merchant and returns its id. A slug that is taken violates a unique index. */
export async function insertMerchant(tx: Queryable, merchant: MerchantToSave, now: Date): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO merchants (created_at, ${WRITTEN.join(', ')})
           VALUES ($1, ${WRITTEN.map((_, at) => `$${at + 2}`).join(', ')}) RETURNING id`,
    values: [now, ...valuesOf(merchant)],
  })
  const [row] = rows
  if (!row) throw new Error('The merchant was not added')
  await setPeople(tx, row.id, merchant.people)
  return row.id
}

/** Writes the next version of a locked merchant. */
export async function updateMerchant(tx: Queryable, id: number, merchant: MerchantToSave): Promise<void> {
  await tx.query({
    text: `UPDATE merchants SET ${WRITTEN.map((column, at) => `${column} = $${at + 2}`).join(', ')}, version = version + 1
           WHERE id = $1`,
    values: [id, ...valuesOf(merchant)],
  })
  await setPeople(tx, id, merchant.people)
}

async function setPeople(tx: Queryable, merchantId: number, emails: readonly string[]): Promise<void> {
  await tx.query({ text: 'DELETE FROM merchant_people WHERE merchant_id = $1', values: [merchantId] })
  await tx.query({
    text: `INSERT INTO merchant_people (merchant_id, email, email_key)
           SELECT $1, * FROM unnest($2::text[], $3::text[]) ON CONFLICT DO NOTHING`,
    values: [merchantId, emails, emails.map(emailKey)],
  })
}
