import type { SpotCheck } from '@stampus/contract/checks'
import { invoiceKey } from '@stampus/contract/invoices'
import { decimalAmount } from '@stampus/contract/money'
import type { Deps } from '../deps.ts'
import { notFound } from '../http/refusal.ts'
import { findChecked } from './checked.store.ts'
import type { HeldCheck } from './checks.store.ts'
import { findLikenessesOfTyped } from './circumstances.store.ts'
import { findTyped } from './corrections.ts'
import { pictureOf } from './items.ts'
import { lookAlikesFor } from './signals.ts'

/** A receipt for a second look. Nothing here says what was decided: corrected facts are shown as they were typed. */
export async function presentCheck(deps: Deps, operatorId: number, held: HeldCheck): Promise<SpotCheck> {
  const { pool } = deps.db
  const { id: decisionId, submissionId } = held
  const { facts } = await findTyped(pool, { decisionId, submissionId })
  const { merchant_id: merchantId, invoice_number, purchase_date, purchase_amount } = facts
  const row = await findChecked(pool, { submissionId, merchantId })
  if (!row) throw notFound()
  const { created_at, merchant, ...picture } = row
  const typed = {
    merchantId,
    invoiceKey: invoiceKey(invoice_number),
    purchaseDate: purchase_date,
    amountSen: purchase_amount,
  }
  const likenesses = await findLikenessesOfTyped(pool, operatorId, { decisionId, submissionId }, typed)
  const named = { invoice_no: invoice_number, merchant_name: merchant.name }
  return {
    id: decisionId,
    purchase_date,
    purchase_amount: decimalAmount(purchase_amount),
    invoice_no: invoice_number,
    created_at: created_at.toISOString(),
    picture: pictureOf(deps, picture),
    merchant,
    look_alikes: lookAlikesFor(named, likenesses, deps.config, (other) => pictureOf(deps, other)),
  }
}
