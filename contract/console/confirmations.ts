import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, id, instant, listOf, page, paragraphs } from '../fields.ts'
import { REASON_MAX } from '../limits.ts'
import { status } from '../submissions.ts'
import * as texts from '../texts.ts'
import { role } from './operators.ts'
import { reviewItem } from './review.ts'
import { approvedAlike } from './signals.ts'

/** What a second operator confirms: a large approval, a stamp adjustment, or the reversal of a decision. */
const confirmationKind = z.enum(['approval', 'adjustment', 'reversal'])
export type ConfirmationKind = z.infer<typeof confirmationKind>

/**
 * `lapsed`: the member's account was deleted, or the asker was removed or lost the role. `not_countersigned`: there was
 * nobody else, so it took effect at once.
 */
export const confirmationState = z.enum([
  'waiting',
  'confirmed',
  'declined',
  'withdrawn',
  'lapsed',
  'not_countersigned',
])
export type ConfirmationState = z.infer<typeof confirmationState>

const operatorShown = z.object({ id: z.number(), name: z.string() })

/** What was asked for. `member.email` is null once the account was deleted. */
const request = z.object({
  id: z.number(),
  kind: confirmationKind,
  state: confirmationState,
  asked_by: operatorShown,
  asked_at: instant,
  /** By how much the member's balance changes. */
  stamps: z.number(),
  member: z.object({ id: z.number(), name: z.string(), email: z.nullable(z.string()) }),
  submission_id: z.nullable(z.number()),
  /** What a reversal sets; null for the other kinds. */
  outcome: z.nullable(status),
  /** The notes of an approval, the reason of an adjustment or a reversal. */
  words: z.nullable(z.string()),
  /** The facts that an approval corrects, as they would be, merchants by name. */
  corrections: z.array(z.object({ field: z.string(), corrected: z.string() })),
  closed_by: z.nullable(operatorShown),
  closed_at: z.nullable(instant),
  /** Why it was declined. */
  answer: z.nullable(z.string()),
})
export type ConfirmationRequest = z.infer<typeof request>

const waitingRequest = z.extend(request, {
  /** The receipt of an approval or a reversal as the desk shows it. */
  item: z.nullable(reviewItem),
  /** The member's balance now. */
  balance: z.number(),
})
export type WaitingRequest = z.infer<typeof waitingRequest>

const ownRequest = z.extend(request, {
  /** The role of the operator it waits for, where nobody who used the console within 30 days may confirm it. */
  missing_role: z.nullable(role),
})
export type OwnRequest = z.infer<typeof ownRequest>

/** The requests that wait and that this operator may confirm, the oldest first. */
export const waitingConfirmations = endpoint({
  method: 'GET',
  path: '/console/confirmations',
  access: 'reviewer',
  input: z.object({ page }),
  answer: listOf(waitingRequest),
})

/** How many requests wait for this operator, counted up to QUEUE_COUNT_MAX. */
export const countConfirmations = endpoint({
  method: 'GET',
  path: '/console/confirmations/count',
  access: 'reviewer',
  input: z.object({}),
  answer: z.object({ waiting: z.number() }),
})

/** What this operator asked for, the newest first. */
export const ownRequests = endpoint({
  method: 'GET',
  path: '/console/confirmations/own',
  access: 'reviewer',
  input: z.object({ page }),
  answer: listOf(ownRequest),
})

/**
 * Confirms a request, which takes effect now. 403 for the asker, for operators whom the asker added or gave their role
 * within 30 days, for the wrong role, and for what is too close to this operator. 409 where the request is closed or can
 * no longer take effect; `submission_id` names another submission that earned the stamps meanwhile. 409 too where a
 * look-alike is approved that is not among `approved_alike`; `look_alikes` shows it.
 */
export const confirmRequest = endpoint({
  method: 'POST',
  path: '/console/confirmations/:id/confirmation',
  access: 'reviewer',
  input: z.object({ id, approved_alike: z.optional(approvedAlike) }),
  answer: dataOf(request),
  status: 201,
})

/** Declines a request in words that the asker reads: nothing takes effect, and a receipt is back in the queue. 403, 409. */
export const declineRequest = endpoint({
  method: 'POST',
  path: '/console/confirmations/:id/refusal',
  access: 'reviewer',
  input: z.object({ id, answer: paragraphs(REASON_MAX, texts.declineReasonRequired) }),
  answer: dataOf(request),
  status: 201,
})

/** Withdraws the caller's own request while it waits. 403 for another operator's, 409 where it is closed. */
export const withdrawRequest = endpoint({
  method: 'DELETE',
  path: '/console/confirmations/:id',
  access: 'reviewer',
  input: z.object({ id }),
  answer: dataOf(request),
})
