import { type EarningRule, stampsFor } from '@stampus/contract/values/money'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { findEarningRule, hasRules, insertRule, listStartedRules } from './earning-rules.store.ts'

export type SentAmount = { amountSen: number; sentAt: Date }

/** The stamps of a receipt by the rule of the time when it was sent. */
export async function calculateStamps(
  db: Queryable,
  { amountSen, sentAt }: SentAmount,
): Promise<{ stamps: number; earningRuleId: number }> {
  const rule = await findEarningRule(db, sentAt)
  return { stamps: stampsFor(amountSen, rule), earningRuleId: rule.id }
}

export async function openEarningRules(db: Queryable, now: Date): Promise<(sentAt: Date) => EarningRule> {
  const rules = await listStartedRules(db, now)
  return (sentAt) => {
    const rule = rules.find(({ starts_at }) => starts_at <= sentAt)
    if (!rule) throw new Error(`No earning rule applies at ${sentAt.toISOString()}`)
    const { id: _id, starts_at: _start, ...earns } = rule
    return earns
  }
}

/** The first rule applies to all receipts before the second. */
const FIRST_START = new Date(0)

/** The settings, if there is no rule. */
export async function seedEarningRule({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>): Promise<void> {
  if (await hasRules(db.pool)) return
  // Processes that start together may both try: the start is unique.
  await insertRule(db.pool, {
    sen_per_stamp: config.SEN_PER_STAMP,
    min_stamps_per_submission: 1,
    max_stamps_per_submission: config.MAX_STAMPS_PER_SUBMISSION,
    startsAt: FIRST_START,
    operatorId: null,
    at: now(),
  })
}
