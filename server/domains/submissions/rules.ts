import * as texts from '@stampus/contract/texts'
import { dayAfter, dayIn, instantOf } from '@stampus/contract/values/days'
import { decimalAmount, readableAmount } from '@stampus/contract/values/money'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { invalid } from '../../platform/http/http-error.ts'
import { findRules, type Rules } from './rules.store.ts'

type Receipt = { merchantId: number; userId: number; amountSen: number }
type Deciding = Pick<Deps, 'config' | 'now'>

/** Refuses what a merchant's own rules do not take: a 422 on the amount, or on the merchant for one too many today (D-53). */
export async function requireRules(db: Queryable, deps: Deciding, receipt: Receipt): Promise<void> {
  const rules = await rulesOf(db, deps, receipt)
  if (!rules) return
  checkMinimum(deps, rules, receipt)
  const { receiptsPerDay, taken } = rules
  if (receiptsPerDay !== null && taken >= receiptsPerDay)
    throw invalid('merchant_id', texts.dailyReceiptsSent(receiptsPerDay))
}

/** Refuses an amount below what its merchant takes, for a receipt that the merchant has taken already (D-53). */
export async function requireMinimum(db: Queryable, deps: Deciding, receipt: Receipt): Promise<void> {
  const rules = await rulesOf(db, deps, receipt)
  if (rules) checkMinimum(deps, rules, receipt)
}

async function rulesOf(db: Queryable, { config, now }: Deciding, receipt: Receipt): Promise<Rules | undefined> {
  const day = dayIn(config.TIME_ZONE, now())
  const midnight = (of: string) => instantOf(of, '00:00', config.TIME_ZONE)
  return findRules(db, receipt, { from: midnight(day), until: midnight(dayAfter(day)) })
}

function checkMinimum({ config }: Deciding, { minimumSpendSen }: Rules, { amountSen }: Receipt): void {
  if (minimumSpendSen === null || amountSen >= minimumSpendSen) return
  const amount = readableAmount(decimalAmount(minimumSpendSen), config.CURRENCY)
  throw invalid('purchase_amount', texts.minimumSpend(amount))
}
