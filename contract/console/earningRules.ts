import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint } from '../endpoint.ts'
import { byVersion, checked, dataOf, done, instant, isNowOrInstant, listOf, paged, wholeNumber } from '../fields.ts'
import { SEN_PER_STAMP_MAX, STAMPS_PER_RECEIPT_MAX } from '../limits.ts'

/** `planned` has not started, `current` applies to receipts that are sent now, `past` to earlier ones. */
const earningRuleState = z.enum(['planned', 'current', 'past'])

const earningRule = z.object({
  id: z.number(),
  sen_per_stamp: z.number(),
  min_stamps_per_submission: z.number(),
  max_stamps_per_submission: z.number(),
  /** The rule applies to receipts that are sent from then on. */
  starts_at: instant,
  state: earningRuleState,
  /** The manager who added it. Null for the first rule, which comes from the settings. */
  operator: z.nullable(z.string()),
  created_at: instant,
  version: z.number(),
})
export type AdminEarningRule = z.infer<typeof earningRule>

const facts = {
  sen_per_stamp: wholeNumber(1, SEN_PER_STAMP_MAX, () => texts.invalidStampPrice),
  /** What a receipt earns at least if its amount is above zero. */
  min_stamps_per_submission: wholeNumber(0, STAMPS_PER_RECEIPT_MAX, () => texts.invalidStampsOfReceipt),
  max_stamps_per_submission: wholeNumber(1, STAMPS_PER_RECEIPT_MAX, () => texts.invalidStampsOfReceipt),
  /** `now` is the server's current time. */
  starts_at: checked(isNowOrInstant, () => texts.startDayRequired),
}
const inOrder = z.refine<{ min_stamps_per_submission: number; max_stamps_per_submission: number }>(
  ({ min_stamps_per_submission: min, max_stamps_per_submission: max }) => min <= max,
  { error: () => texts.leastAboveMost, path: ['max_stamps_per_submission'] },
)
const newRule = z.object(facts).check(inOrder)

/** The latest start first; only planned ones are removed. 404, 409 (same start, has started), 422 for a past start. */
export const list = endpoint('GET /console/earning-rules', 'manager', paged, listOf(earningRule))
export const create = endpoint('POST /console/earning-rules', 'manager', newRule, dataOf(earningRule), CREATED)
export const remove = endpoint('DELETE /console/earning-rules/:id', 'manager', byVersion, done)
