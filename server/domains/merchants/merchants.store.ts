import { nameKey } from '@stampus/contract/values/names'
import { pageClause, searchPattern } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { type MerchantFacts, type MerchantRow, merchantColumns } from './merchants.fields.ts'

type MerchantPage = { merchants: MerchantRow[]; total: number }

/** The columns of a merchant `m` and the name of its category `c`. */
export const MERCHANT = `m.id, ${merchantColumns.map((column) => `m.${column}`).join(', ')}, c.name AS category_name`

const RUNS = 'd.end_date >= $1::date AND d.start_date <= $1::date'
const RUNNING = `(SELECT count(*)::int FROM deals d WHERE d.merchant_id = m.id AND ${RUNS})`

/** Merchants as members see them. `$1` is the campus day. */
export const merchantsFrom = (source: string, running = RUNNING) => `
  SELECT ${MERCHANT}, ${running} AS running_deals FROM ${source} m JOIN categories c ON c.id = m.category_id`

/** Counts the deals of a whole page at once. */
const RUNNING_ON_PAGE = 'coalesce((SELECT r.deals FROM running r WHERE r.merchant_id = m.id), 0)'

/** `search` is a part of the name. Letter case and accents do not matter. */
export type MerchantFilter = {
  active: boolean | undefined
  categoryId: number | undefined
  search: string | undefined
}

/** The WHERE clause of a filter. `$1` is the day, so its values begin with `$2`; `names` tell its statements apart. */
export function conditionsOf({ active, categoryId, search }: MerchantFilter) {
  const names: string[] = []
  const conditions: string[] = []
  const values: (boolean | number | string)[] = []
  const add = (name: string, comparison: string, value: boolean | number | string) => {
    names.push(name)
    values.push(value)
    conditions.push(`${comparison} $${values.length + 1}`)
  }
  if (active !== undefined) add('active', 'm.is_active =', active)
  if (categoryId !== undefined) add('category', 'm.category_id =', categoryId)
  if (search) add('search', 'm.name_key LIKE', searchPattern(nameKey(search)))
  return { where: conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '', values, names }
}

/** One page of merchants with their count in one statement. `day` is `YYYY-MM-DD`. A page past the end is empty. */
export async function listMerchants(db: Queryable, filter: MerchantFilter, day: string, page: number) {
  const conditions = conditionsOf(filter)
  const { limit, values, name } = pageClause(page, conditions.values.length + 2)
  const onPage = `SELECT * FROM merchants m ${conditions.where} ORDER BY m.name_key, m.id ${limit}`
  const { rows } = await db.query<MerchantPage>({
    name: `merchants.list.${[...conditions.names, name].join('.')}`,
    text: `
      WITH page AS (${onPage}), running AS MATERIALIZED (
        SELECT d.merchant_id, count(*)::int AS deals FROM deals d
        WHERE d.merchant_id IN (SELECT id FROM page) AND ${RUNS} GROUP BY d.merchant_id)
      SELECT (SELECT count(*)::int FROM merchants m ${conditions.where}) AS total,
        (SELECT coalesce(json_agg(shown), '[]')
          FROM (${merchantsFrom('page', RUNNING_ON_PAGE)} ORDER BY m.name_key, m.id) shown) AS merchants`,
    values: [day, ...conditions.values, ...values],
  })
  return rows[0] ?? { merchants: [], total: 0 }
}

export async function findMerchant(db: Queryable, key: 'id' | 'slug', value: number | string, day: string) {
  const { rows } = await db.query<{ merchant: MerchantRow }>({
    name: `merchants.by-${key}`,
    text: `SELECT to_json(found) AS merchant FROM (${merchantsFrom('merchants')} WHERE m.${key} = $2) found`,
    values: [day, value],
  })
  return rows[0]?.merchant
}

const NEW = [
  'name',
  'slug',
  'category_id',
  'address',
  'contact_number',
  'logo_key',
  'logo_placeholder',
  'is_active',
  'description',
  'description_ms',
  'opening_hours',
  'opening_hours_ms',
] as const

/** A merchant to add, without rules for receipts. Its logo lies in the file store under `public/`. */
export type NewMerchant = Pick<MerchantFacts, (typeof NEW)[number]>

/** Adds merchants with new slugs and returns the id and slug of each. */
export async function insertMerchants(db: Queryable, merchants: readonly NewMerchant[]) {
  const { rows } = await db.query<{ id: number; slug: string }>({
    text: `
      INSERT INTO merchants (name_key, ${NEW.join(', ')}) SELECT name_key, ${NEW.join(', ')}
      FROM json_populate_recordset(NULL::merchants, $1) RETURNING id, slug`,
    values: [JSON.stringify(merchants.map((merchant) => ({ ...merchant, name_key: nameKey(merchant.name) })))],
  })
  return rows
}

export async function hasMerchant(db: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await db.query({ text: 'SELECT FROM merchants WHERE id = $1', values: [id] })
  return rowCount === 1
}
