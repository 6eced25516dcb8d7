import type { giveVerdict } from '@stampus/contract/console/spotChecks'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { purchaseDateFault } from '@stampus/contract/submissions'
import * as texts from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { invoiceKey } from '@stampus/contract/values/invoices'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { forbidden, invalid } from '../../../platform/http/http-error.ts'
import { merchantTakesReceipts } from '../../submissions/submissions.store.ts'
import { belongsTo } from '../conflicts-of-interest.store.ts'
import type { Correction, SentFacts } from '../decisions/fact-corrections.store.ts'
import { compareFacts } from '../decisions/fact-corrections.ts'

type Given = ParsedInputOf<typeof giveVerdict>['corrections']

/**
 * What a second look by this operator corrects of the typed facts. Merchants and limits may have changed since the decision,
 * so only the form of the facts is judged. Throws 422 for an unknown merchant, a date after the receipt was sent, or where
 * nothing is corrected; 403 for a merchant of the operator (D-50).
 */
export async function checkCorrections(
  db: Queryable,
  deps: Pick<Deps, 'config'>,
  { operatorId, typed, given }: { operatorId: number; typed: SentFacts; given: Given },
): Promise<Correction[]> {
  if (!given) return []
  const compared = compareFacts(typed, given)
  const corrections = compared.corrections.filter(isAnother)
  if (corrections.length === 0) throw invalid('corrections', texts.nothingCorrected)
  const { merchant_id: merchantId, purchase_date } = compared.facts
  if (purchase_date !== typed.purchase_date) checkSentAfter(deps, purchase_date, typed.sent_at)
  if (merchantId !== typed.merchant_id) await checkMerchant(db, operatorId, merchantId)
  return corrections
}

/** Whether a decision and a second look corrected the same facts to the same values (D-42). */
export function areSame(decided: Correction[], checked: Correction[]): boolean {
  const [one, other] = [decided.filter(isAnother), checked.filter(isAnother)]
  const isAmong = ({ field, corrected }: Correction) =>
    other.some((each) => each.field === field && comparable(field, each.corrected) === comparable(field, corrected))
  return one.length === other.length && one.every(isAmong)
}

function isAnother({ field, typed, corrected }: Correction): boolean {
  return comparable(field, typed) !== comparable(field, corrected)
}

function comparable(field: Correction['field'], text: string): string {
  return field === 'invoice_number' ? invoiceKey(text) : text
}

function checkSentAfter({ config }: Pick<Deps, 'config'>, purchaseDate: string, sentAt: Date): void {
  const today = dayIn(config.TIME_ZONE, sentAt)
  const fault = purchaseDateFault(purchaseDate, { today, maxAgeDays: Number.POSITIVE_INFINITY })
  if (fault) throw invalid('purchase_date', fault)
}

async function checkMerchant(db: Queryable, operatorId: number, merchantId: number): Promise<void> {
  if ((await merchantTakesReceipts(db, merchantId)) === undefined) throw invalid('merchant_id', texts.merchantUnknown)
  if (await belongsTo(db, operatorId, merchantId)) throw forbidden(texts.linkedToYou)
}
