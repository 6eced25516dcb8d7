import type { DealState } from '@stampus/contract/console/deals'
import type { Queryable } from '../../platform/db/database.ts'
import { consolePageClause, pageClause } from '../../platform/db/sql.ts'

/** What a manager writes of a deal. Dates are `YYYY-MM-DD`. */
export type NewDeal = {
  merchant_id: number
  title: string
  description: string
  image_key: string | null
  image_placeholder: string | null
  start_date: string
  end_date: string
}

/** A deal as members see it. */
export type DealRow = NewDeal & {
  id: number
  merchant_name: string
  merchant_slug: string
  merchant_address: string
  merchant_contact_number: string
  merchant_logo_key: string | null
  merchant_logo_placeholder: string | null
}

/** A deal as managers see it. */
export type AdminDealRow = NewDeal & { id: number; merchant_name: string; version: number }

type DealPage = { deals: DealRow[]; total: number }

const DEAL = `
  SELECT d.id, d.title, d.description, d.image_key, d.image_placeholder, d.start_date, d.end_date, d.merchant_id,
    m.name AS merchant_name, m.slug AS merchant_slug, m.address AS merchant_address,
    m.contact_number AS merchant_contact_number, m.logo_key AS merchant_logo_key,
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
  SELECT d.id, d.merchant_id, d.title, d.description, d.image_key, d.image_placeholder, d.start_date, d.end_date,
    d.version, m.name AS merchant_name
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
      INSERT INTO deals (merchant_id, title, description, image_key, image_placeholder, start_date, end_date)
      SELECT merchant_id, title, description, image_key, image_placeholder, start_date, end_date
      FROM json_populate_recordset(NULL::deals, $1) RETURNING id`,
    values: [JSON.stringify(deals)],
  })
  return rows.map(({ id }) => id)
}

/** Writes the next version of a locked deal. */
export async function updateDeal(tx: Queryable, id: number, deal: NewDeal): Promise<void> {
  const { merchant_id, title, description, image_key, image_placeholder, start_date, end_date } = deal
  await tx.query({
    text: `UPDATE deals SET merchant_id = $2, title = $3, description = $4, image_key = $5, image_placeholder = $6,
             start_date = $7, end_date = $8, version = version + 1
           WHERE id = $1`,
    values: [id, merchant_id, title, description, image_key, image_placeholder, start_date, end_date],
  })
}

export async function deleteDeal(tx: Queryable, id: number): Promise<void> {
  await tx.query({ text: 'DELETE FROM deals WHERE id = $1', values: [id] })
}

export async function hasMerchant(db: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await db.query({ text: 'SELECT FROM merchants WHERE id = $1', values: [id] })
  return rowCount === 1
}
