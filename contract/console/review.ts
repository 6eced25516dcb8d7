import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, id, instant, listOf, optionalText, page, paragraphs } from '../fields.ts'
import { NOTES_MAX, REASON_MAX } from '../limits.ts'
import { reasonCode } from '../reasons.ts'
import { receiptFacts, status } from '../submissions.ts'
import * as texts from '../texts.ts'
import { comparedFacts, readingState } from './comparedFacts.ts'
import { approvedAlike, correctedOften, picture, recentReceipt, reopened, signal } from './signals.ts'

/** A submission as the review desk shows it. */
export const reviewItem = z.object({
  id: z.number(),
  status,
  purchase_date: z.string(),
  purchase_amount: z.string(),
  invoice_no: z.string(),
  created_at: instant,
  /** Null once the member's account was deleted. */
  picture: z.nullable(picture),
  member: z.object({ id: z.number(), name: z.string(), email: z.string(), created_at: instant }),
  merchant: z.object({ id: z.number(), name: z.string(), address: z.string(), category: z.string() }),
  /** The stamps an approval would add now (D-45). */
  stamps_on_approval: z.number(),
  signals: z.array(signal),
  /** Which of the receipts that signals name are approved, as far as the signals say so (D-50). */
  approved_alike: z.array(z.number()),
  reading_state: readingState,
  /** Null in every other state than `read`. */
  reading: z.nullable(comparedFacts),
  /** What the member and the merchant had to do with receipts before, the latest first. */
  recent: z.object({
    sent: z.number(),
    approved: z.number(),
    rejected: z.number(),
    corrected: correctedOften,
    of_member: z.array(recentReceipt),
    of_merchant: z.array(recentReceipt),
  }),
  /** Null unless it waits because a manager took its decision back. */
  reopened: z.nullable(reopened),
  /** Who escalated it to managers, and why. */
  escalation: z.nullable(z.object({ note: z.string(), operator: z.string(), created_at: instant })),
  /** Who else has it open, and until when unless they go on working. */
  held: z.nullable(z.object({ operator: z.string(), until: instant })),
  lease_expires_at: z.nullable(instant),
  /** While the receipt waits: the request that a second operator confirms, or the latest one if it was declined. */
  confirmation: z.nullable(
    z.object({
      id: z.number(),
      state: z.enum(['waiting', 'declined']),
      asked_by: z.string(),
      asked_at: instant,
      /** Whether the caller asked. */
      mine: z.boolean(),
      declined_by: z.nullable(z.string()),
      answer: z.nullable(z.string()),
    }),
  ),
  /** Whether an approval of the amount as typed needs a second operator: there is one, there is nobody, or it needs none. */
  second_person: z.nullable(z.enum(['available', 'nobody'])),
  decision: z.nullable(
    z.object({
      status,
      reason: z.nullable(z.string()),
      notes: z.nullable(z.string()),
      stamps: z.number(),
      operator: z.string(),
      /** The second operator, where one confirmed it. */
      confirmed_by: z.nullable(z.string()),
      decided_at: instant,
      /** How long its maker may still undo it, in milliseconds from the answer on; null for everyone else, and for a reversal. */
      undo_left_ms: z.nullable(z.number()),
    }),
  ),
})
export type ReviewItem = z.infer<typeof reviewItem>

/**
 * What waits, counted up to QUEUE_COUNT_MAX: all undecided receipts but those tied to the asking operator. Of them
 * `escalated` were escalated to managers, `held` are open with another operator, and `confirming` wait for a second operator.
 */
const queue = { waiting: z.number(), escalated: z.number(), held: z.number(), confirming: z.number() }

/** `ahead` is what probably comes after, to be fetched early. */
const besideNext = { ...queue, ahead: z.array(picture) }

/**
 * Opens the oldest waiting receipt that this operator may decide and nobody else has open, for a manager the escalated ones
 * first. `skip_id` passes one by, which comes again behind the rest.
 */
export const takeNext = endpoint({
  method: 'POST',
  path: '/console/leases',
  access: 'reviewer',
  input: z.object({ skip_id: z.optional(id) }),
  answer: z.object({ ...besideNext, data: z.nullable(reviewItem) }),
})

/** How many receipts wait for this operator. */
export const showQueue = endpoint({
  method: 'GET',
  path: '/console/queue',
  access: 'reviewer',
  input: z.object({}),
  answer: z.object(queue),
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
  answer: z.object(queue),
})

/** What a reviewer reads off the picture where the member typed something else, by the rules of a submission. */
export const correctedFacts = z.partial(receiptFacts)
export type CorrectedFacts = z.infer<typeof correctedFacts>

/**
 * Approves, with corrections where there are any, or rejects with a reason (D-45). An approval above LARGE_AMOUNT_SEN waits
 * for a second operator: the receipt stays `pending` with its `confirmation`. 409 for someone else's lease, a decision
 * already made, a receipt that is already there under the corrected facts, or approved look-alikes missing in
 * `approved_alike`, which `look_alikes` shows; 403 for what is too near to this operator. With `then_take` what comes next is opened too, as `takeNext`
 * does: `next` is null where nothing is left, and missing where it was not asked for or could not be opened now.
 */
export const decide = endpoint({
  method: 'POST',
  path: '/console/submissions/:id/decision',
  access: 'reviewer',
  input: z
    .object({
      id,
      status: z.enum(['approved', 'rejected'], texts.invalidChoice),
      reason: optionalText(REASON_MAX),
      reason_code: z.optional(reasonCode),
      notes: optionalText(NOTES_MAX),
      corrections: z.optional(correctedFacts),
      approved_alike: z.optional(approvedAlike),
      then_take: z.optional(z.boolean(texts.invalidChoice)),
    })
    .check(
      z.refine((given) => given.status === 'approved' || Boolean(given.reason), {
        error: texts.reasonRequired,
        path: ['reason'],
      }),
      z.refine((given) => given.status === 'approved' || !given.corrections, {
        error: texts.invalidChoice,
        path: ['corrections'],
      }),
    ),
  answer: z.extend(z.partial(z.object(besideNext)), {
    data: reviewItem,
    next: z.optional(z.nullable(reviewItem)),
  }),
  status: 201,
})

/** Escalates a waiting receipt to managers, with a note that says why. */
export const escalate = endpoint({
  method: 'POST',
  path: '/console/submissions/:id/escalation',
  access: 'reviewer',
  input: z.object({ id, note: paragraphs(REASON_MAX, texts.noteRequired) }),
  answer: z.object(queue),
  status: 201,
})

/**
 * Takes an escalation back within 10 seconds, by its maker only, who has the receipt open again. 409 where it is too late, or a
 * manager decided it or has it open.
 */
export const undoEscalation = endpoint({
  method: 'DELETE',
  path: '/console/submissions/:id/escalation',
  access: 'reviewer',
  input: z.object({ id }),
  answer: z.object({ ...queue, data: reviewItem }),
})

/** Takes a decision back within 10 seconds, by its maker or who confirmed it (D-45), or withdraws the caller's waiting request. */
export const undoDecision = endpoint({
  method: 'DELETE',
  path: '/console/submissions/:id/decision',
  access: 'reviewer',
  input: z.object({ id }),
  answer: z.object({ ...queue, data: reviewItem }),
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
