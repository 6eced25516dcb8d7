import type { SpotCheck } from '@stampus/contract/console/spotChecks'
import { invoiceKey } from '@stampus/contract/values/invoices'
import { decimalAmount } from '@stampus/contract/values/money'
import type { Deps } from '../../../deps.ts'
import { notFound } from '../../../platform/http/http-error.ts'
import { findTyped } from '../decisions/fact-corrections.ts'
import { pictureOf } from '../evidence/desk-item.ts'
import { findLikenessesOfTyped } from '../evidence/evidence.store.ts'
import { lookAlikesFor } from '../evidence/signals.ts'
import { findChecked } from './present-spot-check.store.ts'
import type { HeldCheck } from './spot-checks.store.ts'

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
