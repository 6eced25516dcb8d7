import type { create, DealState } from '@stampus/contract/console/deals'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import type { Queryable } from '../../platform/db/database.ts'
import { consolePageClause, pageClause } from '../../platform/db/sql.ts'

export type DealInput = ParsedInputOf<typeof create>

/** What a manager writes of a deal, one column each. Dates are `YYYY-MM-DD`. */
export type NewDeal = DealInput & { image_placeholder: string | null }

/** The type makes a missing column a compile error. */
const columns: Record<keyof NewDeal, true> = {
  merchant_id: true,
  title: true,
  title_ms: true,
  description: true,
  description_ms: true,
  image_key: true,
  image_placeholder: true,
  start_date: true,
  end_date: true,
}
const columnNames = Object.keys(columns) as (keyof NewDeal)[]
const dealColumns = columnNames.map((name) => `d.${name}`).join(', ')

type StoredDeal = { [Fact in keyof NewDeal]-?: Exclude<NewDeal[Fact], undefined> }

/** A deal as members see it. */
export type DealRow = StoredDeal & {
  id: number
  merchant_name: string
  merchant_slug: string
  merchant_address: string
  merchant_contact_number: string
  merchant_is_active: boolean
  merchant_logo_key: string | null
  merchant_logo_placeholder: string | null
}

/** A deal as managers see it. */
export type AdminDealRow = StoredDeal & { id: number; merchant_name: string; version: number }

type DealPage = { deals: DealRow[]; total: number }

const DEAL = `
  SELECT d.id, ${dealColumns},
    m.name AS merchant_name, m.slug AS merchant_slug, m.address AS merchant_address,
    m.contact_number AS merchant_contact_number, m.is_active AS merchant_is_active,
    m.logo_key AS merchant_logo_key,
    m.logo_placeholder AS merchant_logo_placeholder
  FROM deals d JOIN merchants m ON m.id = d.merchant_id`

/** One page of the deals that run on `day`, of all merchants or of one, the newest start first. */
export async function listRunningDeals(
  db: Queryable,
  { day, merchantId }: { day: string; merchantId: number | undefined },
  page: number,
): Promise<DealPage> {
  const ofMerchant = merchantId === undefined ? [] : [merchantId]
  const where = `WHERE d.start_date <= $1::date AND d.end_date >= $1::date ${ofMerchant.map(() => 'AND d.merchant_id = $2').join('')}`
  const { limit, values, name } = pageClause(page, ofMerchant.length + 2)
  const { rows } = await db.query<DealPage>({
    name: `deals.list.${merchantId === undefined ? 'all' : 'merchant'}.${name}`,
    text: `
      SELECT (SELECT count(*)::int FROM deals d ${where}) AS total,
        (SELECT coalesce(json_agg(shown), '[]')
          FROM (${DEAL} ${where} ORDER BY d.start_date DESC, d.id DESC ${limit}) shown) AS deals`,
    values: [day, ...ofMerchant, ...values],
  })
  return rows[0] ?? { deals: [], total: 0 }
}

const ADMIN_DEAL = `
  SELECT d.id, ${dealColumns}, d.version, m.name AS merchant_name
  FROM deals d JOIN merchants m ON m.id = d.merchant_id`

const STATES: Record<DealState, string> = {
  planned: 'd.start_date > $1::date',
  running: 'd.start_date <= $1::date AND d.end_date >= $1::date',
  over: 'd.end_date < $1::date',
}

type DealFilter = { state: DealState | undefined; merchantId: number | undefined }

/** One console page of the deals in any state, the newest first. `day` is `YYYY-MM-DD`. */
export async function listAllDeals(
  db: Queryable,
  { state, merchantId }: DealFilter,
  day: string,
  page: number,
): Promise<AdminDealRow[]> {
  const ofState = state ? STATES[state] : '$1::date IS NOT NULL'
  const ofMerchant = merchantId === undefined ? '' : 'AND d.merchant_id = $2'
  const { rows } = await db.query<AdminDealRow>({
    text: `${ADMIN_DEAL} WHERE ${ofState} ${ofMerchant} ORDER BY d.id DESC ${consolePageClause(page)}`,
    values: merchantId === undefined ? [day] : [day, merchantId],
  })
  return rows
}

export async function findDeal(db: Queryable, id: number): Promise<AdminDealRow | undefined> {
  const { rows } = await db.query<AdminDealRow>({ text: `${ADMIN_DEAL} WHERE d.id = $1`, values: [id] })
  return rows[0]
}

/** Finds a deal and locks it until the transaction ends. */
export async function lockDeal(tx: Queryable, id: number): Promise<AdminDealRow | undefined> {
  await tx.query({ text: 'SELECT FROM deals WHERE id = $1 FOR UPDATE', values: [id] })
  return findDeal(tx, id)
}

/** Adds deals and returns their ids. */
export async function insertDeals(db: Queryable, deals: readonly NewDeal[]): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    text: `
      INSERT INTO deals (${columnNames}) SELECT ${columnNames}
      FROM json_populate_recordset(NULL::deals, $1) RETURNING id`,
    values: [JSON.stringify(deals)],
  })
  return rows.map(({ id }) => id)
}

/** Writes the next version of a locked deal. */
export async function updateDeal(tx: Queryable, id: number, deal: NewDeal): Promise<void> {
  const assignments = columnNames.map((name, at) => `${name} = $${at + 2}`)
  await tx.query({
    text: `UPDATE deals SET ${assignments}, version = version + 1 WHERE id = $1`,
    values: [id, ...columnNames.map((name) => deal[name])],
  })
}

export async function deleteDeal(tx: Queryable, id: number): Promise<void> {
  await tx.query({ text: 'DELETE FROM deals WHERE id = $1', values: [id] })
}
