import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, id, instant, listOf, page, paragraphs } from '../fields.ts'
import { REASON_MAX } from '../limits.ts'
import { reasonCode } from '../reasons.ts'
import { status } from '../submissions.ts'
import * as texts from '../texts.ts'
import { correctedFacts, reviewItem } from './review.ts'
import { signal } from './signals.ts'

/** A decided receipt as its member sent it, without a word of what was decided; `id` is the decision's. */
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
  /** Other receipts that look like it, with the status that they had when this one was decided. */
  look_alikes: z.array(signal),
})
export type SpotCheck = z.infer<typeof spotCheck>

const checkAtHand = { data: z.nullable(spotCheck), waiting: z.number() }

/** Opens the oldest drawn decision of somebody else that this operator may look at; null where there is none (D-51). */
export const takeCheck = endpoint({
  method: 'POST',
  path: '/console/checks',
  access: 'reviewer',
  input: z.object({}),
  answer: z.object(checkAtHand),
})

/**
 * What this operator would have decided of a check that they hold, with corrections where they would have set other facts
 * than the member typed. The merchant may be switched off or take only larger amounts by now; 403 for one of the operator's
 * own. It changes nothing but the count of agreement, and the answer does not say whether it agrees: it can be undone for 10
 * seconds. 409 where it was checked already or is no longer held.
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
      corrections: z.optional(correctedFacts),
    })
    .check(
      z.refine((given) => given.status === 'approved' || given.reason_code !== undefined, {
        error: texts.reasonRequired,
        path: ['reason_code'],
      }),
      z.refine((given) => given.status === 'approved' || !given.corrections, {
        error: texts.invalidChoice,
        path: ['corrections'],
      }),
    ),
  answer: dataOf(z.object({ undo_left_ms: z.number() })),
  status: 201,
})

/** Takes back what this operator said of a check within 10 seconds; they hold it again. 409 where it is too late. */
export const undoVerdict = endpoint({
  method: 'DELETE',
  path: '/console/checks/:id/verdict',
  access: 'reviewer',
  input: z.object({ id }),
  answer: z.object(checkAtHand),
})

const judged = z.object({
  operator: z.string(),
  status,
  reason: z.nullable(z.string()),
  reason_code: z.nullable(reasonCode),
  /** Whether it set other facts than the member typed. */
  is_corrected: z.boolean(),
  at: instant,
})

export const settlementOutcome = z.enum(['decision_kept', 'check_right'], texts.settlementOutcomeRequired)
export type SettlementOutcome = z.infer<typeof settlementOutcome>

const disagreement = z.object({
  /** The decision's. */
  id: z.number(),
  submission_id: z.number(),
  merchant: z.string(),
  purchase_amount: z.string(),
  /** What the submission is by now. */
  status,
  first: judged,
  second: judged,
  /** The facts that the two would set otherwise; a merchant by name. */
  differences: z.array(z.object({ field: z.string(), decided: z.string(), checked: z.string() })),
  /** Whether the decision is still in force. */
  in_force: z.boolean(),
  /** Why the caller cannot settle it; null where they can, and where it is closed. */
  obstacle: z.nullable(z.string()),
  /** Null while it is open; its note is empty once the member's account is deleted. */
  settlement: z.nullable(z.object({ outcome: settlementOutcome, note: z.string(), operator: z.string(), at: instant })),
})
export type Disagreement = z.infer<typeof disagreement>

/**
 * Where a second look came to another end than the decision and can no longer be undone: open or closed, the newest first. What
 * was open when its member deleted their account is in neither.
 */
export const disagreements = endpoint({
  method: 'GET',
  path: '/console/disagreements',
  access: 'manager',
  input: z.object({ page, state: z.optional(z.enum(['open', 'closed'], texts.invalidChoice)) }),
  answer: listOf(disagreement),
})

/**
 * Closes a disagreement with its outcome and a note. It changes no stamps: a manager reverses the decision for that. 403 for a
 * manager who decided, confirmed or checked it or is too close to one who did (D-101), and by D-50, also for a merchant that the
 * decision or the check names; 409 where it is closed, the second look can still be undone, or the member deleted their account.
 */
export const settleDisagreement = endpoint({
  method: 'POST',
  path: '/console/disagreements/:id/settlement',
  access: 'manager',
  input: z.object({ id, outcome: settlementOutcome, note: paragraphs(REASON_MAX, texts.settlementNoteRequired) }),
  answer: dataOf(z.object({ outcome: settlementOutcome })),
  status: 201,
})
