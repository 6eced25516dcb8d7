import type { create, DealState } from '@stampus/contract/console/deals'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { consolePageClause, pageClause } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { allNames, names, pick } from '../../platform/db/names.ts'
import { many, maybe, one, run, values } from '../../platform/db/query.ts'
import { columns, insertEach, type Row, update } from '../../platform/db/rows.ts'
import { all, parameter, type Sql, sql } from '../../platform/db/sql.ts'

export type DealInput = ParsedInputOf<typeof create>

/** One column each. Dates are `YYYY-MM-DD`. */
export type NewDeal = DealInput & { image_placeholder: string | null }

const COLUMNS = allNames<NewDeal>()(
  'merchant_id title title_ms description description_ms image_key image_placeholder start_date end_date',
)

type StoredDeal = Row<'deals', 'id' | keyof NewDeal>

export type DealRow = StoredDeal & { merchant: Row<'merchants', (typeof MERCHANT)[number]> }
const MERCHANT = names('id name slug address contact_number is_active logo_key logo_placeholder')

export type AdminDealRow = StoredDeal & { merchant_name: string; version: number }

type DealPage = { deals: DealRow[]; total: number }

const DEAL = sql`
  SELECT d.id, ${columns('d', COLUMNS)}, (SELECT to_json(n) FROM (SELECT ${columns('m', MERCHANT)}) n) AS merchant
  FROM deals d JOIN merchants m ON m.id = d.merchant_id`

type Listing = { day: string; merchantId: number | undefined }

export function listRunningDeals(db: Queryable, { day, merchantId }: Listing, page: number) {
  const today = parameter(day)
  const running = sql`d.start_date <= ${today}::date AND d.end_date >= ${today}::date`
  const found = all(running, merchantId !== undefined && sql`d.merchant_id = ${parameter(merchantId)}`)
  const { limit, name } = pageClause(page)
  return one<DealPage>(db, `deals.list.${merchantId === undefined ? 'all' : 'merchant'}.${name}`)`
    SELECT (SELECT count(*)::int FROM deals d WHERE ${found}) AS total,
      (SELECT coalesce(json_agg(shown), '[]')
        FROM (${DEAL} WHERE ${found} ORDER BY d.start_date DESC, d.id DESC ${limit}) shown) AS deals`
}

const ADMIN_DEAL = sql`
  SELECT d.id, ${columns('d', COLUMNS)}, d.version, m.name AS merchant_name
  FROM deals d JOIN merchants m ON m.id = d.merchant_id`

const STATES: Record<DealState, (day: string) => Sql> = {
  planned: (day) => sql`d.start_date > ${day}`,
  running: (day) => sql`d.start_date <= ${day} AND d.end_date >= ${day}`,
  over: (day) => sql`d.end_date < ${day}`,
}

type DealFilter = { state: DealState | undefined; merchantId: number | undefined }

/** `day` is `YYYY-MM-DD`. */
export const listAllDeals = (db: Queryable, { state, merchantId }: DealFilter, day: string, page: number) =>
  many<AdminDealRow>(db)`
    ${ADMIN_DEAL} WHERE ${all(state && STATES[state](day), merchantId && sql`d.merchant_id = ${merchantId}`)}
    ORDER BY d.id DESC ${consolePageClause(page)}`

export const findDeal = (db: Queryable, id: number) => maybe<AdminDealRow>(db)`${ADMIN_DEAL} WHERE d.id = ${id}`

export async function lockDeal(tx: Queryable, id: number) {
  await run(tx)`SELECT FROM deals WHERE id = ${id} FOR UPDATE`
  return findDeal(tx, id)
}

export const insertDeals = (db: Queryable, deals: readonly NewDeal[]) =>
  values(db)`${insertEach('deals', COLUMNS, deals)} RETURNING id`

export const updateDeal = (tx: Queryable, id: number, deal: NewDeal) =>
  run(tx)`${update('deals', { ...pick(deal, COLUMNS), version: sql`version + 1` })} WHERE id = ${id}`

export const deleteDeal = (tx: Queryable, id: number) => run(tx)`DELETE FROM deals WHERE id = ${id}`
