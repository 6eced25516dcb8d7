import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint } from '../endpoint.ts'
import { byId, dataOf, id, instant, listOf, nothing, paged, paragraphs, reference } from '../fields.ts'
import { REASON_MAX } from '../limits.ts'
import { status } from '../submissions.ts'
import { approvedAlike } from './evidence.ts'
import { role } from './operators.ts'
import { reviewItem } from './review.ts'
import { takingBack } from './vouchers.ts'

/** What a second operator confirms: a large approval, a stamp adjustment or the reversal of a decision. */
const confirmationKind = z.enum(['approval', 'adjustment', 'reversal'])
export type ConfirmationKind = z.infer<typeof confirmationKind>

/** `lapsed`: account deleted, or requester without the role. `not_countersigned`: there was no second operator. */
export const confirmationState = z.enum([
  'waiting',
  'confirmed',
  'declined',
  'withdrawn',
  'lapsed',
  'not_countersigned',
])
export type ConfirmationState = z.infer<typeof confirmationState>

/** A request for confirmation. `member.email` is null after the account was deleted. */
const request = z.object({
  id: z.number(),
  kind: confirmationKind,
  state: confirmationState,
  asked_by: reference,
  asked_at: instant,
  stamps: z.number(),
  member: z.object({ id: z.number(), name: z.string(), email: z.nullable(z.string()) }),
  submission_id: z.nullable(z.number()),
  /** The new status after a reversal; null for the other kinds. */
  outcome: z.nullable(status),
  words: z.nullable(z.string()),
  corrections: z.array(z.object({ field: z.string(), corrected: z.string() })),
  closed_by: z.nullable(reference),
  closed_at: z.nullable(instant),
  answer: z.nullable(z.string()),
})
export type ConfirmationRequest = z.infer<typeof request>

const waitingRequest = z.extend(request, {
  item: z.nullable(reviewItem),
  balance: z.number(),
  if_taken_back: z.nullable(takingBack),
})
export type WaitingRequest = z.infer<typeof waitingRequest>

const ownRequest = z.extend(request, {
  /** The role that is needed, if no operator active within 30 days may confirm it. */
  missing_role: z.nullable(role),
})
export type OwnRequest = z.infer<typeof ownRequest>

/** The waiting requests that the caller may confirm, oldest first. */
export const waitingConfirmations = endpoint('GET /console/confirmations', 'reviewer', paged, listOf(waitingRequest))

const waitingCount = z.object({ waiting: z.number() })

/** The number of requests that wait for the caller, up to QUEUE_COUNT_MAX. */
export const countConfirmations = endpoint('GET /console/confirmations/count', 'reviewer', nothing, waitingCount)

/** The caller's own requests, newest first. */
export const ownRequests = endpoint('GET /console/confirmations/own', 'reviewer', paged, listOf(ownRequest))

const closed = dataOf(request)
const confirmation = z.object({ id, approved_alike: z.optional(approvedAlike) })

/** Makes a request take effect. 403 without role or independence. 409 if closed or outdated, or `look_alikes`. */
export const confirmRequest = endpoint(
  'POST /console/confirmations/:id/confirmation',
  'reviewer',
  confirmation,
  closed,
  CREATED,
)

const declined = z.object({ id, answer: paragraphs(REASON_MAX, () => texts.declineReasonRequired) })

/** Declines a request with an answer to the requester: nothing takes effect and its receipt is queued again. 403, 409. */
export const declineRequest = endpoint('POST /console/confirmations/:id/refusal', 'reviewer', declined, closed, CREATED)

/** Withdraws the caller's own waiting request. 403 for another operator's, 409 if it is closed. */
export const withdrawRequest = endpoint('DELETE /console/confirmations/:id', 'reviewer', byId, closed)
