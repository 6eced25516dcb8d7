import { nameKey } from '@stampus/contract/values/names'
import { pageClause, searchPattern } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { names } from '../../platform/db/names.ts'
import { many, maybeValue, one, some } from '../../platform/db/query.ts'
import { columns, insertEach } from '../../platform/db/rows.ts'
import { all, parameter, raw, type Sql, sql } from '../../platform/db/sql.ts'
import { type MerchantFacts, type MerchantRow, merchantColumns } from './merchants.fields.ts'

type MerchantPage = { merchants: MerchantRow[]; total: number }

export const MERCHANT = sql`m.id, ${columns('m', merchantColumns)}, c.name AS category_name`

/** A deal `d` runs on the campus day. */
const runs = (day: unknown) => sql`d.end_date >= ${day}::date AND d.start_date <= ${day}::date`

/** The number of deals of merchant `m` that run on the campus day. */
export const runningDeals = (day: string) =>
  sql`(SELECT count(*)::int FROM deals d WHERE d.merchant_id = m.id AND ${runs(parameter(day))})`

export const merchantsFrom = (source: Sql, running: Sql) => sql`
  SELECT ${MERCHANT}, ${running} AS running_deals FROM ${source} m JOIN categories c ON c.id = m.category_id`

/** Counts the deals of a whole page at once. */
const RUNNING_ON_PAGE = sql`coalesce((SELECT r.deals FROM running r WHERE r.merchant_id = m.id), 0)`

/** `search` is a part of the name. Letter case and accents do not matter. */
export type MerchantFilter = {
  active: boolean | undefined
  categoryId: number | undefined
  search: string | undefined
}

/** The condition of a filter. Its `names` tell the statements apart. */
export function conditionsOf({ active, categoryId, search }: MerchantFilter) {
  const conditions = {
    active: active !== undefined && sql`m.is_active = ${parameter(active)}`,
    category: categoryId !== undefined && sql`m.category_id = ${parameter(categoryId)}`,
    search: search && sql`m.name_key LIKE ${parameter(searchPattern(nameKey(search)))}`,
  }
  const given = Object.entries(conditions).filter(([, condition]) => condition)
  return { found: all(...Object.values(conditions)), names: given.map(([name]) => name) }
}

/** One page of merchants with their count in one statement. `day` is `YYYY-MM-DD`. A page past the end is empty. */
export function listMerchants(db: Queryable, filter: MerchantFilter, day: string, page: number) {
  const { found, names } = conditionsOf(filter)
  const { limit, name } = pageClause(page)
  return one<MerchantPage>(db, `merchants.list.${[...names, name].join('.')}`)`
    WITH page AS (SELECT * FROM merchants m WHERE ${found} ORDER BY m.name_key, m.id ${limit}),
    running AS MATERIALIZED (
      SELECT d.merchant_id, count(*)::int AS deals FROM deals d
      WHERE d.merchant_id IN (SELECT id FROM page) AND ${runs(parameter(day))} GROUP BY d.merchant_id)
    SELECT (SELECT count(*)::int FROM merchants m WHERE ${found}) AS total,
      (SELECT coalesce(json_agg(shown), '[]')
        FROM (${merchantsFrom(raw('page'), RUNNING_ON_PAGE)} ORDER BY m.name_key, m.id) shown) AS merchants`
}

export const findMerchant = (db: Queryable, key: 'id' | 'slug', value: number | string, day: string) =>
  maybeValue<MerchantRow>(db, `merchants.by-${key}`)`
    SELECT to_json(found) FROM (
      ${merchantsFrom(raw('merchants'), runningDeals(day))} WHERE m.${raw(key)} = ${value}) found`

const NEW = names(
  'name slug category_id address contact_number logo_key logo_placeholder is_active description description_ms',
  'opening_hours opening_hours_ms',
)

/** A merchant to add, without rules for receipts. Its logo lies in the file store under `public/`. */
export type NewMerchant = Pick<MerchantFacts, (typeof NEW)[number]>

export function insertMerchants(db: Queryable, merchants: readonly NewMerchant[]) {
  const rows = merchants.map((merchant) => ({ ...merchant, name_key: nameKey(merchant.name) }))
  return many<{ id: number; slug: string }>(db)`
    ${insertEach('merchants', ['name_key', ...NEW], rows)} RETURNING id, slug`
}

export const hasMerchant = (db: Queryable, id: number) => some(db)`SELECT FROM merchants WHERE id = ${id}`
