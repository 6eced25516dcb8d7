import { texts } from '@stampus/contract/texts'
import { dayAfter, dayIn, instantOf } from '@stampus/contract/values/days'
import { decimalAmount, formatAmount } from '@stampus/contract/values/money'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { invalid } from '../../platform/http/http-error.ts'
import { findMerchantRules, type MerchantRules } from './submissions.store.ts'

type Receipt = { merchantId: number; userId: number; amountSen: number }
type RuleDeps = Pick<Deps, 'config' | 'now'>

/**
 * Checks the merchant's own rules. Throws 422 on the amount when it is too low, or on the merchant when the member
 * has sent too many receipts today.
 */
export async function checkMerchantRules(db: Queryable, deps: RuleDeps, receipt: Receipt): Promise<void> {
  const rules = await loadRules(db, deps, receipt)
  if (!rules) return
  rejectBelowMinimum(deps, rules, receipt)
  const { receiptsPerDay, taken } = rules
  if (receiptsPerDay !== null && taken >= receiptsPerDay)
    throw invalid('merchant_id', texts.dailyReceiptsSent(receiptsPerDay))
}

/**
 * Checks the merchant's minimum spend only. Throws 422 on the amount. For receipts that already count towards the
 * daily limit.
 */
export async function checkMinimumSpend(db: Queryable, deps: RuleDeps, receipt: Receipt): Promise<void> {
  const rules = await loadRules(db, deps, receipt)
  if (rules) rejectBelowMinimum(deps, rules, receipt)
}

async function loadRules(
  db: Queryable,
  { config, now }: RuleDeps,
  receipt: Receipt,
): Promise<MerchantRules | undefined> {
  const day = dayIn(config.TIME_ZONE, now())
  const midnight = (of: string) => instantOf(of, '00:00', config.TIME_ZONE)
  return findMerchantRules(db, receipt, { from: midnight(day), until: midnight(dayAfter(day)) })
}

function rejectBelowMinimum({ config }: RuleDeps, { minimumSpendSen }: MerchantRules, { amountSen }: Receipt): void {
  if (minimumSpendSen === null || amountSen >= minimumSpendSen) return
  const amount = formatAmount(decimalAmount(minimumSpendSen), config.CURRENCY)
  throw invalid('purchase_amount', texts.minimumSpend(amount))
}
