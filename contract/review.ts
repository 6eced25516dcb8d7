import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dataOf, id, instant, listOf, optionalText, page, paragraphs, wholeNumber } from './fields.ts'
import { NOTES_MAX, REASON_MAX } from './limits.ts'
import { status } from './submissions.ts'
import * as texts from './texts.ts'

/** Something a reviewer should look at before deciding, with its reason in words (D-51). */
export const signal = z.object({
  kind: z.enum(['same_invoice', 'same_file', 'large_amount']),
  text: z.string(),
  /** The other submission it is about, where there is one. */
  submission_id: z.nullable(z.number()),
})
export type Signal = z.infer<typeof signal>

/** A submission as the review desk shows it. */
export const reviewItem = z.object({
  id: z.number(),
  status,
  purchase_date: z.string(),
  purchase_amount: z.string(),
  invoice_no: z.string(),
  created_at: instant,
  /** Null once the member's account was deleted. */
  picture: z.nullable(
    z.object({ url: z.string(), placeholder: z.nullable(z.string()), width: z.number(), height: z.number() }),
  ),
  member: z.object({ id: z.number(), name: z.string(), email: z.string(), created_at: instant }),
  merchant: z.object({ id: z.number(), name: z.string(), address: z.string(), category: z.string() }),
  /** The stamps an approval would add now (D-45). */
  stamps_on_approval: z.number(),
  signals: z.array(signal),
  lease_expires_at: z.nullable(instant),
  decision: z.nullable(
    z.object({
      status,
      reason: z.nullable(z.string()),
      notes: z.nullable(z.string()),
      stamps: z.number(),
      operator: z.string(),
      decided_at: instant,
      /** How long its maker may still undo it, in milliseconds from the answer on; null for everyone else. */
      undo_left_ms: z.nullable(z.number()),
    }),
  ),
})
export type ReviewItem = z.infer<typeof reviewItem>

/** Opens the oldest waiting receipt that nobody else has open, after `after_id` where one is skipped. */
export const takeNext = endpoint({
  method: 'POST',
  path: '/console/leases',
  access: 'reviewer',
  input: z.object({ after_id: z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER, texts.invalidId)) }),
  answer: z.object({ data: z.nullable(reviewItem), waiting: z.number() }),
})

/** A receipt as it stands, whoever has it open; opens nothing. */
export const showItem = endpoint({
  method: 'GET',
  path: '/console/submissions/:id',
  access: 'reviewer',
  input: z.object({ id }),
  answer: dataOf(reviewItem),
})

/** Keeps a receipt open, or opens it again where nobody else has it. */
export const renewLease = endpoint({
  method: 'PUT',
  path: '/console/submissions/:id/lease',
  access: 'reviewer',
  input: z.object({ id }),
  answer: dataOf(reviewItem),
})

/** Gives a receipt back to the queue. */
export const releaseLease = endpoint({
  method: 'DELETE',
  path: '/console/submissions/:id/lease',
  access: 'reviewer',
  input: z.object({ id }),
  answer: z.object({ waiting: z.number() }),
})

/** Approves, or rejects with a reason (D-45). Someone else's lease, or a decision already made, is a 409. */
export const decide = endpoint({
  method: 'POST',
  path: '/console/submissions/:id/decision',
  access: 'reviewer',
  input: z
    .object({
      id,
      status: z.enum(['approved', 'rejected'], texts.invalidChoice),
      reason: optionalText(REASON_MAX),
      notes: optionalText(NOTES_MAX),
    })
    .check(
      z.refine((given) => given.status === 'approved' || Boolean(given.reason), {
        error: texts.reasonRequired,
        path: ['reason'],
      }),
    ),
  answer: dataOf(reviewItem),
  status: 201,
})

/** Takes a decision back within 10 seconds, by its maker only (D-45). */
export const undoDecision = endpoint({
  method: 'DELETE',
  path: '/console/submissions/:id/decision',
  access: 'reviewer',
  input: z.object({ id }),
  answer: z.object({ data: reviewItem, waiting: z.number() }),
})

const openAppeal = z.object({
  id: z.number(),
  message: z.string(),
  created_at: instant,
  item: reviewItem,
})
export type OpenAppeal = z.infer<typeof openAppeal>

/** The appeals that wait for an answer, the oldest first, each with its rejected receipt. */
export const appeals = endpoint({
  method: 'GET',
  path: '/console/appeals',
  access: 'manager',
  input: z.object({ page }),
  answer: listOf(openAppeal),
})

/**
 * Answers an appeal in words that the member reads: the rejection is kept, or the receipt goes back to the queue. 409
 * where it was answered, or where a corrected receipt was sent meanwhile.
 */
export const answerAppeal = endpoint({
  method: 'POST',
  path: '/console/appeals/:id/answer',
  access: 'manager',
  input: z.object({
    id,
    outcome: z.enum(['kept', 'reopened'], texts.invalidChoice),
    answer: paragraphs(REASON_MAX, texts.answerRequired),
  }),
  answer: z.object({ outcome: z.enum(['kept', 'reopened']) }),
  status: 201,
})
