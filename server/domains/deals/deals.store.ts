import type { Queryable } from '../../platform/db/database.ts'
import { paging } from '../../platform/db/sql.ts'

/** Dates are `YYYY-MM-DD`. */
export type DealRow = {
  id: number
  title: string
  description: string
  image_key: string | null
  image_placeholder: string | null
  start_date: string
  end_date: string
  merchant_id: number
  merchant_name: string
  merchant_slug: string
  merchant_address: string
  merchant_contact_number: string
  merchant_logo_key: string | null
  merchant_logo_placeholder: string | null
}

/** A deal to be added, of a merchant that exists. */
export type NewDeal = {
  merchant_id: number
  title: string
  description: string
  image_key: string | null
  image_placeholder: string | null
  start_date: string
  end_date: string
}

type DealPage = { deals: DealRow[]; total: number }

const DEAL = `
  SELECT d.id, d.title, d.description, d.image_key, d.image_placeholder, d.start_date, d.end_date, d.merchant_id,
    m.name AS merchant_name, m.slug AS merchant_slug, m.address AS merchant_address,
    m.contact_number AS merchant_contact_number, m.logo_key AS merchant_logo_key,
    m.logo_placeholder AS merchant_logo_placeholder
  FROM deals d JOIN merchants m ON m.id = d.merchant_id`

/** One page of the deals that run on `day`, of all merchants or of one, the newest start first; past the end empty. */
export async function listDeals(
  db: Queryable,
  { day, merchantId }: { day: string; merchantId: number | undefined },
  page: number,
): Promise<DealPage> {
  const ofMerchant = merchantId === undefined ? [] : [merchantId]
  const where = `WHERE d.start_date <= $1::date AND d.end_date >= $1::date ${ofMerchant.map(() => 'AND d.merchant_id = $2').join('')}`
  const { limit, values, name } = paging(page, ofMerchant.length + 2)
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

/** Adds deals; answers their ids. */
export async function addDeals(db: Queryable, deals: readonly NewDeal[]): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    text: `
      INSERT INTO deals (merchant_id, title, description, image_key, image_placeholder, start_date, end_date)
      SELECT merchant_id, title, description, image_key, image_placeholder, start_date, end_date
      FROM json_populate_recordset(NULL::deals, $1) RETURNING id`,
    values: [JSON.stringify(deals)],
  })
  return rows.map(({ id }) => id)
}
