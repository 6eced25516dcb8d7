import type { MerchantUsage } from '@stampus/contract/console/merchants'
import { emailKey } from '@stampus/contract/values/emails'
import type { Queryable } from '../../platform/db/database.ts'
import { consolePaging } from '../../platform/db/sql.ts'
import { conditionsOf, type MerchantFilter } from './filters.ts'
import { type MerchantRow, merchantsFrom } from './merchants.store.ts'
import { nameKey } from './names.ts'

/** A merchant as managers keep it; `people` are the addresses of its own people (D-50). */
export type KeptMerchantRow = Omit<MerchantRow, 'running_deals'> & { people: string[]; version: number }

/** What a manager writes of a merchant. */
export type MerchantFacts = Omit<KeptMerchantRow, 'id' | 'category_name' | 'version'>

/** The merchants of a console page by name. `day` is `YYYY-MM-DD`. */
export async function listKept(
  db: Queryable,
  filter: MerchantFilter,
  day: string,
  page: number,
): Promise<MerchantRow[]> {
  const { texts, values } = conditionsOf(filter)
  const where = texts.length > 0 ? `WHERE ${texts.join(' AND ')}` : ''
  const { rows } = await db.query<MerchantRow>({
    text: `${merchantsFrom('merchants')} ${where} ORDER BY m.name_key, m.id ${consolePaging(page)}`,
    values: [day, ...values],
  })
  return rows
}

const KEPT = `
  SELECT m.id, m.name, m.slug, m.address, m.contact_number, m.category_id, c.name AS category_name, m.logo_key,
    m.logo_placeholder, m.is_active, m.minimum_spend_sen, m.receipts_per_day, m.version,
    ARRAY(SELECT p.email FROM merchant_people p WHERE p.merchant_id = m.id ORDER BY p.email_key) AS people
  FROM merchants m JOIN categories c ON c.id = m.category_id WHERE m.id = $1`

export async function findKept(db: Queryable, id: number): Promise<KeptMerchantRow | undefined> {
  const { rows } = await db.query<KeptMerchantRow>({ text: KEPT, values: [id] })
  return rows[0]
}

/** How many receipts of a merchant wait, and its deals that are not over on `day`, those that end first before the others; 100 at most. */
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

/** The merchant, held against every other change until the transaction ends. */
export async function lockKept(tx: Queryable, id: number): Promise<KeptMerchantRow | undefined> {
  await tx.query({ text: 'SELECT FROM merchants WHERE id = $1 FOR UPDATE', values: [id] })
  return findKept(tx, id)
}

/** Adds a merchant; the unique slug refuses one that is taken. */
export async function insertMerchant(tx: Queryable, facts: MerchantFacts, now: Date): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO merchants (name, name_key, slug, category_id, address, contact_number, logo_key, logo_placeholder,
             is_active, minimum_spend_sen, receipts_per_day, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
    values: [...valuesOf(facts), now],
  })
  const [row] = rows
  if (!row) throw new Error('The merchant was not added')
  await setPeople(tx, row.id, facts.people)
  return row.id
}

/** Writes a locked merchant anew, as its next version. */
export async function updateMerchant(tx: Queryable, id: number, facts: MerchantFacts): Promise<void> {
  await tx.query({
    text: `UPDATE merchants SET name = $1, name_key = $2, slug = $3, category_id = $4, address = $5, contact_number = $6,
             logo_key = $7, logo_placeholder = $8, is_active = $9, minimum_spend_sen = $10, receipts_per_day = $11,
             version = version + 1
           WHERE id = $12`,
    values: [...valuesOf(facts), id],
  })
  await setPeople(tx, id, facts.people)
}

function valuesOf(facts: MerchantFacts) {
  return [
    facts.name,
    nameKey(facts.name),
    facts.slug,
    facts.category_id,
    facts.address,
    facts.contact_number,
    facts.logo_key,
    facts.logo_placeholder,
    facts.is_active,
    facts.minimum_spend_sen,
    facts.receipts_per_day,
  ]
}

async function setPeople(tx: Queryable, merchantId: number, emails: readonly string[]): Promise<void> {
  await tx.query({ text: 'DELETE FROM merchant_people WHERE merchant_id = $1', values: [merchantId] })
  await tx.query({
    text: `INSERT INTO merchant_people (merchant_id, email, email_key)
           SELECT $1, * FROM unnest($2::text[], $3::text[]) ON CONFLICT DO NOTHING`,
    values: [merchantId, emails, emails.map(emailKey)],
  })
}
