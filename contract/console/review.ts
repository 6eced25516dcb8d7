import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint, UNKEYED } from '../endpoint.ts'
import { byId, choice, dataOf, flag, id, instant, listOf, nothing, optionalText, paged, paragraphs } from '../fields.ts'
import { NOTES_MAX, REASON_MAX } from '../limits.ts'
import { reasonCode } from '../reasons.ts'
import { receiptFacts, status } from '../submissions.ts'
import {
  approvedAlike,
  comparedFacts,
  correctionStats,
  ocrState,
  picture,
  printedFacts,
  recentReceipt,
  reopened,
  signal,
} from './evidence.ts'
import { receiptStatus } from './receiptStatus.ts'

export const reviewItem = z.object({
  id: z.number(),
  status: receiptStatus,
  ...printedFacts,
  created_at: instant,
  /** Null after the member's account was deleted. */
  picture: z.nullable(picture),
  member: z.object({ id: z.number(), name: z.string(), email: z.string(), created_at: instant }),
  merchant: z.object({ id: z.number(), name: z.string(), address: z.string(), category: z.string() }),
  stamps_on_approval: z.number(),
  earning_rule: z.object({
    sen_per_stamp: z.number(),
    min_stamps_per_submission: z.number(),
    max_stamps_per_submission: z.number(),
  }),
  signals: z.array(signal),
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
      confirmed_by: z.nullable(z.string()),
      decided_at: instant,
      /** Milliseconds from this answer in which the caller can undo it; null for other operators' decisions and for reversals. */
      undo_left_ms: z.nullable(z.number()),
    }),
  ),
})
export type ReviewItem = z.infer<typeof reviewItem>

/** Waiting receipts up to QUEUE_COUNT_MAX, without the caller's conflicts of interest. */
const queue = { waiting: z.number(), escalated: z.number(), held: z.number(), confirming: z.number() }
const counts = z.object(queue)
const oneItem = dataOf(reviewItem)
const reopenedItem = z.object({ ...queue, data: reviewItem })

/** `ahead`: the pictures that probably come next, to be preloaded. */
const nextAnswer = { ...queue, ahead: z.array(picture) }

const taken = z.object({ ...nextAnswer, data: z.nullable(reviewItem) })

/** Opens the oldest receipt that the caller may decide and nobody has open; null: none. `skip_id` comes last. */
export const takeNext = endpoint(
  'POST /console/leases',
  'reviewer',
  z.object({ skip_id: z.optional(id) }),
  taken,
  UNKEYED,
)

/** Shows without opening; renewing also opens a receipt that nobody else has open; releasing returns it. 404, 409. */
export const showQueue = endpoint('GET /console/queue', 'reviewer', nothing, counts)
export const showItem = endpoint('GET /console/submissions/:id', 'reviewer', byId, oneItem)
export const renewLease = endpoint('PUT /console/submissions/:id/lease', 'reviewer', byId, oneItem, UNKEYED)
export const releaseLease = endpoint('DELETE /console/submissions/:id/lease', 'reviewer', byId, counts, UNKEYED)

export const correctedFacts = z.partial(receiptFacts)
export type CorrectedFacts = z.infer<typeof correctedFacts>

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

/** Decides a receipt. A large approval waits for its `confirmation`. `then_take` opens `next`. 403, 409. */
export const decide = endpoint('POST /console/submissions/:id/decision', 'reviewer', newDecision, decided, CREATED)

/** Reads the picture of a waiting receipt again: `reading_state` becomes `pending`. 409 if it was read, 429. */
export const readAgain = endpoint('POST /console/submissions/:id/reading', 'reviewer', byId, oneItem, CREATED)

const note = z.object({ id, note: paragraphs(REASON_MAX, () => texts.noteRequired) })

/** Escalates to managers. Its author, or the maker of a decision, may undo within 10 seconds. 409. */
export const escalate = endpoint('POST /console/submissions/:id/escalation', 'reviewer', note, counts, CREATED)
export const undoEscalation = endpoint('DELETE /console/submissions/:id/escalation', 'reviewer', byId, reopenedItem)
export const undoDecision = endpoint('DELETE /console/submissions/:id/decision', 'reviewer', byId, reopenedItem)

const openAppeal = z.object({ id: z.number(), message: z.string(), created_at: instant, item: reviewItem })
export type OpenAppeal = z.infer<typeof openAppeal>

/** The appeals that wait for an answer, oldest first, each with its rejected receipt. */
export const appeals = endpoint('GET /console/appeals', 'manager', paged, listOf(openAppeal))

const appealAnswer = z.object({
  id,
  outcome: choice(['kept', 'reopened']),
  answer: paragraphs(REASON_MAX, () => texts.answerRequired),
})

const outcome = z.object({ outcome: z.enum(['kept', 'reopened']) })

/** Answers an appeal with a text for the member. 409 if it was answered, or the receipt was resubmitted. */
export const answerAppeal = endpoint('POST /console/appeals/:id/answer', 'manager', appealAnswer, outcome, CREATED)
