import type { DealState } from '@stampus/contract/console/deals'
import type { Queryable } from '../../platform/db/database.ts'
import { consolePaging } from '../../platform/db/sql.ts'
import type { NewDeal } from './deals.store.ts'

/** A deal as managers keep it; dates are `YYYY-MM-DD`. */
export type KeptDealRow = NewDeal & { id: number; merchant_name: string; version: number }

export type DealFilter = { state: DealState | undefined; merchantId: number | undefined }

const KEPT = `
  SELECT d.id, d.merchant_id, d.title, d.description, d.image_key, d.image_placeholder, d.start_date, d.end_date,
    d.version, m.name AS merchant_name
  FROM deals d JOIN merchants m ON m.id = d.merchant_id`

const STATES: Record<DealState, string> = {
  planned: 'd.start_date > $1::date',
  running: 'd.start_date <= $1::date AND d.end_date >= $1::date',
  over: 'd.end_date < $1::date',
}

/** The deals of a console page, the newest first. `day` is `YYYY-MM-DD`. */
export async function listKept(
  db: Queryable,
  { state, merchantId }: DealFilter,
  day: string,
  page: number,
): Promise<KeptDealRow[]> {
  const ofState = state ? STATES[state] : '$1::date IS NOT NULL'
  const ofMerchant = merchantId === undefined ? '' : 'AND d.merchant_id = $2'
  const { rows } = await db.query<KeptDealRow>({
    text: `${KEPT} WHERE ${ofState} ${ofMerchant} ORDER BY d.id DESC ${consolePaging(page)}`,
    values: merchantId === undefined ? [day] : [day, merchantId],
  })
  return rows
}

export async function findKept(db: Queryable, id: number): Promise<KeptDealRow | undefined> {
  const { rows } = await db.query<KeptDealRow>({ text: `${KEPT} WHERE d.id = $1`, values: [id] })
  return rows[0]
}

/** The deal, held against every other change until the transaction ends. */
export async function lockKept(tx: Queryable, id: number): Promise<KeptDealRow | undefined> {
  await tx.query({ text: 'SELECT FROM deals WHERE id = $1 FOR UPDATE', values: [id] })
  return findKept(tx, id)
}

/** Writes a locked deal anew, as its next version. */
export async function updateDeal(tx: Queryable, id: number, deal: NewDeal): Promise<void> {
  await tx.query({
    text: `UPDATE deals SET merchant_id = $2, title = $3, description = $4, image_key = $5, image_placeholder = $6,
             start_date = $7, end_date = $8, version = version + 1
           WHERE id = $1`,
    values: [
      id,
      deal.merchant_id,
      deal.title,
      deal.description,
      deal.image_key,
      deal.image_placeholder,
      deal.start_date,
      deal.end_date,
    ],
  })
}

export async function deleteDeal(tx: Queryable, id: number): Promise<void> {
  await tx.query({ text: 'DELETE FROM deals WHERE id = $1', values: [id] })
}

/** Whether there is a merchant to make a deal for. */
export async function hasMerchant(db: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await db.query({ text: 'SELECT FROM merchants WHERE id = $1', values: [id] })
  return rowCount === 1
}
