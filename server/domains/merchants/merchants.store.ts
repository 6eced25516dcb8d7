import type { Category } from '@stampus/contract/merchants'
import type { Queryable } from '../../platform/db/database.ts'
import { paging } from '../../platform/db/sql.ts'
import { conditionsOf, type MerchantFilter } from './filters.ts'
import { nameKey } from './names.ts'

export type MerchantRow = {
  id: number
  name: string
  slug: string
  address: string
  contact_number: string
  category_id: number
  category_name: string
  logo_key: string | null
  logo_placeholder: string | null
  running_deals: number
  is_active: boolean
  minimum_spend_sen: number | null
  receipts_per_day: number | null
}

export type MerchantPage = { merchants: MerchantRow[]; total: number }

const RUNS = 'd.end_date >= $1::date AND d.start_date <= $1::date'
const RUNNING = `(SELECT count(*)::int FROM deals d WHERE d.merchant_id = m.id AND ${RUNS})`

/** Merchants as members see them; `$1` is the campus day. */
export const merchantsFrom = (source: string, running = RUNNING) => `
  SELECT m.id, m.name, m.slug, m.address, m.contact_number, m.category_id, c.name AS category_name,
    m.logo_key, m.logo_placeholder, m.is_active, m.minimum_spend_sen, m.receipts_per_day, ${running} AS running_deals
  FROM ${source} m JOIN categories c ON c.id = m.category_id`

/** Counted for a whole page at once. */
const RUNNING_ON_PAGE = 'coalesce((SELECT r.deals FROM running r WHERE r.merchant_id = m.id), 0)'

/** The categories with active merchants, by name. */
export async function listActiveCategories(db: Queryable): Promise<Category[]> {
  const { rows } = await db.query<Category>({
    name: 'merchants.active-categories',
    text: `SELECT c.id, c.name FROM categories c
           WHERE EXISTS (SELECT FROM merchants m WHERE m.category_id = c.id AND m.is_active) ORDER BY c.name`,
  })
  return rows
}

/** One page with its count in one statement. `day` is `YYYY-MM-DD`; a page past the end is empty. */
export async function listMerchants(db: Queryable, filter: MerchantFilter, day: string, page: number) {
  const conditions = conditionsOf(filter)
  const where = conditions.texts.length > 0 ? `WHERE ${conditions.texts.join(' AND ')}` : ''
  const { limit, values, name } = paging(page, conditions.values.length + 2)
  const onPage = `SELECT * FROM merchants m ${where} ORDER BY m.name_key, m.id ${limit}`
  const { rows } = await db.query<MerchantPage>({
    name: ['merchants.list', ...conditions.names, name].join('.'),
    text: `
      WITH page AS (${onPage}), running AS MATERIALIZED (
        SELECT d.merchant_id, count(*)::int AS deals FROM deals d
        WHERE d.merchant_id IN (SELECT id FROM page) AND ${RUNS} GROUP BY d.merchant_id)
      SELECT (SELECT count(*)::int FROM merchants m ${where}) AS total,
        (SELECT coalesce(json_agg(shown), '[]')
          FROM (${merchantsFrom('page', RUNNING_ON_PAGE)} ORDER BY m.name_key, m.id) shown) AS merchants`,
    values: [day, ...conditions.values, ...values],
  })
  return rows[0] ?? { merchants: [], total: 0 }
}

/** The one merchant with this id or slug. */
export async function findMerchant(db: Queryable, key: 'id' | 'slug', value: number | string, day: string) {
  const { rows } = await db.query<{ merchant: MerchantRow }>({
    name: `merchants.by-${key}`,
    text: `SELECT to_json(found) AS merchant FROM (${merchantsFrom('merchants')} WHERE m.${key} = $2) found`,
    values: [day, value],
  })
  return rows[0]?.merchant
}

/** A merchant to be added; a logo's key is one of the file store under `public/`. */
export type NewMerchant = Omit<
  MerchantRow,
  'id' | 'category_name' | 'running_deals' | 'minimum_spend_sen' | 'receipts_per_day'
>

/** Adds categories that are not there yet; answers all the named ones. */
export async function addCategories(db: Queryable, names: readonly string[]): Promise<Category[]> {
  await db.query({
    text: 'INSERT INTO categories (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
    values: [names],
  })
  const { rows } = await db.query<Category>({
    text: 'SELECT id, name FROM categories WHERE name = ANY($1)',
    values: [names],
  })
  return rows
}

/** Adds merchants, their slugs new; answers id and slug of each. */
export async function addMerchants(db: Queryable, merchants: readonly NewMerchant[]) {
  const { rows } = await db.query<{ id: number; slug: string }>({
    text: `
      INSERT INTO merchants (name, name_key, slug, category_id, address, contact_number, logo_key, logo_placeholder, is_active)
      SELECT name, name_key, slug, category_id, address, contact_number, logo_key, logo_placeholder, is_active
      FROM json_populate_recordset(NULL::merchants, $1) RETURNING id, slug`,
    values: [JSON.stringify(merchants.map((merchant) => ({ ...merchant, name_key: nameKey(merchant.name) })))],
  })
  return rows
}
