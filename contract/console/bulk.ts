import * as z from 'zod/mini'
import { type AnswerOf, CREATED, endpoint } from '../endpoint.ts'
import { id, instant, invalidChoice } from '../fields.ts'
import { BULK_MAX } from '../limits.ts'
import { comparedFacts, picture, printedFacts } from './evidence.ts'

/** Characters for the ids, the time and the signature of an offer. */
const OFFER_MAX = 400
const ids = z.array(id).check(z.minLength(1, invalidChoice), z.maxLength(BULK_MAX, invalidChoice))

const plainReceipt = z.object({
  id: z.number(),
  created_at: instant,
  ...printedFacts,
  member: z.string(),
  merchant: z.string(),
  thumb_url: z.string(),
  picture,
  stamps_on_approval: z.number(),
  /** The OCR result compared with the typed facts; null without OCR. */
  reading: z.nullable(comparedFacts),
})
export type PlainReceipt = z.infer<typeof plainReceipt>

const count = z.number()

/** Receipts ready for bulk approval, and others by reason: not read, unreadable, facts unconfirmed, signals. */
const waiting = z.object({ ready: count, unread: count, unreadable: count, unconfirmed: count, flagged: count })
export type BulkWaiting = z.infer<typeof waiting>

const offered = z.object({
  data: z.array(plainReceipt),
  offer: z.string(),
  before: z.number(),
  has_more: z.boolean(),
  waiting,
  is_counted_in_part: z.boolean(),
})

/** Up to 12 plain receipts after `after`, and the `offer` for `approveAll`. `before`: how many come earlier. */
export const plainReceipts = endpoint('GET /console/bulk', 'reviewer', z.object({ after: z.optional(id) }), offered)
export type PlainReceipts = AnswerOf<typeof plainReceipts>

const leftOut = z.array(z.object({ id: z.number(), reason: z.string() }))
export type LeftOutReceipts = z.infer<typeof leftOut>

const offeredReceipts = z.object({ ids, offer: z.string(invalidChoice).check(z.maxLength(OFFER_MAX, invalidChoice)) })

const bulkApproval = z.object({ approved: z.array(z.number()), left_out: leftOut, undo_left_ms: z.number() })

/** Approves offered receipts for 7 seconds; a tenth get a spot check. 409 for a wrong, old or too new `offer`. */
export const approveAll = endpoint('POST /console/bulk', 'reviewer', offeredReceipts, bulkApproval, CREATED)

const undoneApprovals = z.object({ undone: z.array(z.number()), left_out: leftOut })

/** Undoes the caller's approvals within 10 seconds, one by one; `left_out` has those that cannot be undone. */
export const undoAll = endpoint('POST /console/bulk/undo', 'reviewer', z.object({ ids }), undoneApprovals)
