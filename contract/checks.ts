import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dataOf, id, instant, listOf, page } from './fields.ts'
import { reasonCode } from './reasons.ts'
import { reviewItem } from './review.ts'
import { status } from './submissions.ts'
import * as texts from './texts.ts'

/** A decided receipt without a word of what was decided; `id` is the decision's. */
const spotCheck = z.object({
  id: z.number(),
  ...z.pick(reviewItem, {
    purchase_date: true,
    purchase_amount: true,
    invoice_no: true,
    created_at: true,
    picture: true,
    merchant: true,
  }).shape,
})
export type SpotCheck = z.infer<typeof spotCheck>

/** Opens the oldest drawn decision of somebody else that this operator may look at; null where there is none (D-51). */
export const takeCheck = endpoint({
  method: 'POST',
  path: '/console/checks',
  access: 'reviewer',
  input: z.object({}),
  answer: z.object({ data: z.nullable(spotCheck), waiting: z.number() }),
})

/**
 * What this operator would have decided of a check that they hold. It changes nothing but the count of agreement. 409 where
 * it was checked already or is no longer held.
 */
export const giveVerdict = endpoint({
  method: 'POST',
  path: '/console/checks/:id/verdict',
  access: 'reviewer',
  input: z
    .object({
      id,
      status: z.enum(['approved', 'rejected'], texts.invalidChoice),
      reason_code: z.optional(reasonCode),
    })
    .check(
      z.refine((given) => given.status === 'approved' || given.reason_code !== undefined, {
        error: texts.reasonRequired,
        path: ['reason_code'],
      }),
    ),
  answer: dataOf(z.object({ agrees: z.boolean() })),
  status: 201,
})

const judged = z.object({
  operator: z.string(),
  status,
  reason: z.nullable(z.string()),
  reason_code: z.nullable(reasonCode),
  at: instant,
})

const disagreement = z.object({
  id: z.number(),
  submission_id: z.number(),
  merchant: z.string(),
  purchase_amount: z.string(),
  /** What the submission is by now. */
  status,
  first: judged,
  second: judged,
})
export type Disagreement = z.infer<typeof disagreement>

/** Where a second look came to another end than the decision, the newest first. */
export const disagreements = endpoint({
  method: 'GET',
  path: '/console/disagreements',
  access: 'manager',
  input: z.object({ page }),
  answer: listOf(disagreement),
})
