import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint } from '../endpoint.ts'
import { byId, choice, dataOf, flag, id, instant, listOf, nothing, optionalText, paged, paragraphs } from '../fields.ts'
import { NOTES_MAX, REASON_MAX } from '../limits.ts'
import { reasonCode } from '../reasons.ts'
import { receiptFacts, status } from '../submissions.ts'
import { comparedFacts, ocrState } from './comparedFacts.ts'
import { receiptStatus } from './receiptStatus.ts'
import { approvedAlike, correctionStats, picture, printedFacts, recentReceipt, reopened, signal } from './signals.ts'

/** A submission as the review desk shows it. */
export const reviewItem = z.object({
  id: z.number(),
  status: receiptStatus,
  ...printedFacts,
  created_at: instant,
  /** Null after the member's account was deleted. */
  picture: z.nullable(picture),
  member: z.object({ id: z.number(), name: z.string(), email: z.string(), created_at: instant }),
  merchant: z.object({ id: z.number(), name: z.string(), address: z.string(), category: z.string() }),
  /** The stamps that an approval would add now, and the rule for another amount. */
  stamps_on_approval: z.number(),
  earning_rule: z.object({
    sen_per_stamp: z.number(),
    min_stamps_per_submission: z.number(),
    max_stamps_per_submission: z.number(),
  }),
  signals: z.array(signal),
  /** The approved receipts among those that the signals name. */
  approved_alike: z.array(z.number()),
  reading_state: ocrState,
  /** Null unless `reading_state` is `read`. */
  reading: z.nullable(comparedFacts),
  /** What OCR read before the receipt was sent, while `reading_state` is `pending`. No fact of it ever `fits`. */
  early_reading: z.nullable(comparedFacts),
  /** Earlier receipts of the member and of the merchant, latest first. */
  recent: z.object({
    sent: z.number(),
    approved: z.number(),
    rejected: z.number(),
    corrected: correctionStats,
    of_member: z.array(recentReceipt),
    of_merchant: z.array(recentReceipt),
  }),
  /** Null unless it waits because a manager reversed its decision. */
  reopened: z.nullable(reopened),
  /** Which operator escalated it to managers, and why. */
  escalation: z.nullable(z.object({ note: z.string(), operator: z.string(), created_at: instant })),
  /** Another operator who has it open, and when their lease ends unless they renew it. */
  held: z.nullable(z.object({ operator: z.string(), until: instant })),
  lease_expires_at: z.nullable(instant),
  /** While the receipt waits: the request for a second operator, waiting or declined. */
  confirmation: z.nullable(
    z.object({
      id: z.number(),
      state: z.enum(['waiting', 'declined']),
      asked_by: z.string(),
      asked_at: instant,
      /** Whether it is the caller's request. */
      mine: z.boolean(),
      declined_by: z.nullable(z.string()),
      answer: z.nullable(z.string()),
    }),
  ),
  /** Whether a second operator is available for an approval of this amount; null if none is needed. */
  second_person: z.nullable(z.enum(['available', 'nobody'])),
  decision: z.nullable(
    z.object({
      status,
      reason: z.nullable(z.string()),
      notes: z.nullable(z.string()),
      stamps: z.number(),
      operator: z.string(),
      /** The second operator who confirmed it. */
      confirmed_by: z.nullable(z.string()),
      decided_at: instant,
      /** Milliseconds from this answer in which the caller can undo it; null for other operators' decisions and for reversals. */
      undo_left_ms: z.nullable(z.number()),
    }),
  ),
})
export type ReviewItem = z.infer<typeof reviewItem>

/**
 * Counts of waiting receipts, up to QUEUE_COUNT_MAX, without those where the caller has a conflict of interest. `escalated`: to
 * managers; `held`: open with another operator; `confirming`: waiting for a second operator.
 */
const queue = { waiting: z.number(), escalated: z.number(), held: z.number(), confirming: z.number() }
const counts = z.object(queue)
const oneItem = dataOf(reviewItem)
const reopenedItem = z.object({ ...queue, data: reviewItem })

/** `ahead` has the pictures that probably come next, to be preloaded. */
const nextAnswer = { ...queue, ahead: z.array(picture) }

const skipped = z.object({ skip_id: z.optional(id) })
const taken = z.object({ ...nextAnswer, data: z.nullable(reviewItem) })

/**
 * Opens the oldest waiting receipt that the caller may decide and no other operator has open; managers get escalated ones
 * first. `skip_id` is skipped and comes again after the others. `data` is null if none is left.
 */
export const takeNext = endpoint('POST /console/leases', 'reviewer', skipped, taken)

/** How many receipts wait for the caller. */
export const showQueue = endpoint('GET /console/queue', 'reviewer', nothing, counts)

/** A receipt for viewing, without opening it. 404. */
export const showItem = endpoint('GET /console/submissions/:id', 'reviewer', byId, oneItem)

/** Renews the caller's lease of a receipt, or opens it if no other operator has it open. 409. */
export const renewLease = endpoint('PUT /console/submissions/:id/lease', 'reviewer', byId, oneItem)

/** Returns a receipt to the queue. */
export const releaseLease = endpoint('DELETE /console/submissions/:id/lease', 'reviewer', byId, counts)

/** Fact corrections of a reviewer, validated like the facts of a submission. */
export const correctedFacts = z.partial(receiptFacts)
export type CorrectedFacts = z.infer<typeof correctedFacts>

/** A rejection corrects nothing. */
export const onlyApprovedCorrects = z.refine<{ status: string; corrections?: CorrectedFacts | undefined }>(
  ({ status, corrections }) => status === 'approved' || !corrections,
  { error: () => texts.invalidChoice, path: ['corrections'] },
)

const newDecision = z
  .object({
    id,
    status: choice(['approved', 'rejected']),
    reason: optionalText(REASON_MAX),
    reason_code: z.optional(reasonCode),
    notes: optionalText(NOTES_MAX),
    corrections: z.optional(correctedFacts),
    approved_alike: z.optional(approvedAlike),
    then_take: z.optional(flag),
  })
  .check(
    z.refine((given) => given.status === 'approved' || Boolean(given.reason), {
      error: () => texts.reasonRequired,
      path: ['reason'],
    }),
    onlyApprovedCorrects,
  )

const decided = z.extend(z.partial(z.object(nextAnswer)), {
  data: reviewItem,
  next: z.optional(z.nullable(reviewItem)),
})

/**
 * Approves a receipt, optionally with fact corrections, or rejects it with a reason. An approval above LARGE_AMOUNT_SEN waits
 * for a second operator: the receipt stays `pending` with its `confirmation`. 403 with a conflict of interest. 409 for another
 * operator's lease, an existing decision, another receipt with the corrected facts, or an approved look-alike missing in
 * `approved_alike` (`look_alikes` has it). With `then_take` the next receipt is opened as by `takeNext`: `next` is null if none
 * is left, absent if it was not requested or could not be opened.
 */
export const decide = endpoint('POST /console/submissions/:id/decision', 'reviewer', newDecision, decided, CREATED)

/**
 * Has the picture of a waiting receipt read again that could not be read, or is not read yet. Its `reading_state` is `pending` until that is
 * done. 409 if it was read; 429 beyond READ_AGAIN_PER_RECEIPT or READ_AGAIN_PER_OPERATOR.
 */
export const readAgain = endpoint('POST /console/submissions/:id/reading', 'reviewer', byId, oneItem, CREATED)

const note = z.object({ id, note: paragraphs(REASON_MAX, () => texts.noteRequired) })

/** Escalates a waiting receipt to managers, with a note. 409. */
export const escalate = endpoint('POST /console/submissions/:id/escalation', 'reviewer', note, counts, CREATED)

/**
 * Undoes the caller's own escalation within 10 seconds and opens the receipt again. 409 if it is too late, or a manager has
 * decided it or has it open.
 */
export const undoEscalation = endpoint('DELETE /console/submissions/:id/escalation', 'reviewer', byId, reopenedItem)

/** Undoes a decision within 10 seconds, by its maker or confirmer, or withdraws the caller's waiting request. 409. */
export const undoDecision = endpoint('DELETE /console/submissions/:id/decision', 'reviewer', byId, reopenedItem)

const openAppeal = z.object({
  id: z.number(),
  message: z.string(),
  created_at: instant,
  item: reviewItem,
})
export type OpenAppeal = z.infer<typeof openAppeal>

/** The appeals that wait for an answer, oldest first, each with its rejected receipt. */
export const appeals = endpoint('GET /console/appeals', 'manager', paged, listOf(openAppeal))

const appealAnswer = z.object({
  id,
  outcome: choice(['kept', 'reopened']),
  answer: paragraphs(REASON_MAX, () => texts.answerRequired),
})

const outcome = z.object({ outcome: z.enum(['kept', 'reopened']) })

/**
 * Answers an appeal with a text that the member can read: the rejection is confirmed, or the receipt is queued again. 409 if it
 * was already answered, or if the receipt was resubmitted meanwhile.
 */
export const answerAppeal = endpoint('POST /console/appeals/:id/answer', 'manager', appealAnswer, outcome, CREATED)
