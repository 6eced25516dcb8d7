import * as z from 'zod/mini'
import { texts } from '#texts'
import { endpoint } from '../endpoint.ts'
import { dataOf, id, instant, isInstant, listOf, page, version, wholeNumber } from '../fields.ts'
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
  /** For an amount above zero. */
  min_stamps_per_submission: wholeNumber(0, STAMPS_PER_RECEIPT_MAX, () => texts.invalidStampsOfReceipt),
  max_stamps_per_submission: wholeNumber(1, STAMPS_PER_RECEIPT_MAX, () => texts.invalidStampsOfReceipt),
  /** `now` is the server's current time. */
  starts_at: z
    .string({ error: () => texts.startDayRequired })
    .check(z.refine((given) => given === 'now' || isInstant(given), { error: () => texts.startDayRequired })),
}
const inOrder = z.refine<{ min_stamps_per_submission: number; max_stamps_per_submission: number }>(
  ({ min_stamps_per_submission: min, max_stamps_per_submission: max }) => min <= max,
  { error: () => texts.leastAboveMost, path: ['max_stamps_per_submission'] },
)

/** All earning rules, the latest start first. */
export const list = endpoint({
  method: 'GET',
  path: '/console/earning-rules',
  access: 'manager',
  input: z.object({ page }),
  answer: listOf(earningRule),
})

/** Adds an earning rule. 409 if another one starts at the same time, 422 for a start in the past. */
export const create = endpoint({
  method: 'POST',
  path: '/console/earning-rules',
  access: 'manager',
  input: z.object(facts).check(inOrder),
  answer: dataOf(earningRule),
  status: 201,
})

/** Removes a planned earning rule. 404, 409 if it has started. */
export const remove = endpoint({
  method: 'DELETE',
  path: '/console/earning-rules/:id',
  access: 'manager',
  input: z.object({ id, version }),
  answer: z.object({ message: z.string() }),
})
