import * as calls from '@stampus/contract/console/spotChecks'
import { invoiceKey } from '@stampus/contract/values/invoices'
import { decimalAmount } from '@stampus/contract/values/money'
import type { Deps } from '../../../deps.ts'
import { requireFound } from '../../../platform/http/http-error.ts'
import { routes } from '../../../platform/http/route.ts'
import { findTypedFacts } from '../decisions/fact-corrections.service.ts'
import { findLookAlikesOfTypedFacts } from '../evidence/evidence.store.ts'
import { presentPictureIfStored } from '../evidence/review-items.service.ts'
import { presentLookAlikes } from '../evidence/signals.ts'
import { closeDisagreement, getDisagreements } from './disagreements.service.ts'
import * as spotChecks from './spot-checks.service.ts'
import { findSpotCheckReceipt, type LeasedSpotCheck } from './spot-checks.store.ts'

export const spotChecksRoutes = routes(calls, (deps: Deps) => ({
  takeSpotCheck: async (_input, { operator }) =>
    answerSpotCheck(deps, operator.id, await spotChecks.takeSpotCheck(deps, operator.id)),
  giveVerdict: async (given, { operator }) => ({
    data: { undo_left_ms: await spotChecks.giveVerdict(deps, operator.id, given) },
  }),
  undoVerdict: async ({ id }, { operator }) =>
    answerSpotCheck(deps, operator.id, await spotChecks.undoVerdict(deps, operator.id, id)),
  disagreements: async (filters, { operator }) => getDisagreements(deps, operator.id, filters),
  closeDisagreement: async (given, { operator }) => {
    await closeDisagreement(deps, operator.id, given)
    return { data: { outcome: given.outcome } }
  },
}))

async function answerSpotCheck(deps: Deps, operatorId: number, spotCheck: LeasedSpotCheck | undefined) {
  const data = spotCheck ? await presentSpotCheck(deps, operatorId, spotCheck) : null
  return { data, waiting: await spotChecks.countWaitingSpotChecks(deps, operatorId) }
}

/** Must not reveal the decision, so corrected facts are shown as typed. */
async function presentSpotCheck(deps: Deps, operatorId: number, spotCheck: LeasedSpotCheck) {
  const { pool } = deps.db
  const { id: decisionId, submissionId } = spotCheck
  const { facts } = await findTypedFacts(pool, { decisionId, submissionId })
  const { merchant_id: merchantId, invoice_number, purchase_date, purchase_amount } = facts
  const row = requireFound(await findSpotCheckReceipt(pool, submissionId, merchantId))
  const { created_at, merchant, ...picture } = row
  const typed = {
    merchantId,
    invoiceKey: invoiceKey(invoice_number),
    purchaseDate: purchase_date,
    amountSen: purchase_amount,
  }
  const lookAlikes = await findLookAlikesOfTypedFacts(pool, operatorId, { decisionId, submissionId }, typed)
  const named = { invoice_no: invoice_number, merchant_name: merchant.name }
  return {
    id: decisionId,
    purchase_date,
    purchase_amount: decimalAmount(purchase_amount),
    invoice_no: invoice_number,
    created_at,
    picture: presentPictureIfStored(deps, picture),
    merchant,
    look_alikes: presentLookAlikes(named, lookAlikes, deps.config, (other) => presentPictureIfStored(deps, other)),
  }
}
