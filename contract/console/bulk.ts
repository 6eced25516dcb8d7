import * as z from 'zod/mini'
import { type AnswerOf, CREATED, endpoint } from '../endpoint.ts'
import { id, instant, invalidChoice } from '../fields.ts'
import { BULK_MAX } from '../limits.ts'
import { comparedFacts } from './comparedFacts.ts'
import { picture, printedFacts } from './signals.ts'

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

/**
 * How many waiting receipts can be bulk approved, and why others cannot: OCR not done yet (`unread`), OCR or the comparison
 * with other pictures failed (`unreadable`), a fact was not confirmed, or one that was filled in not by a second OCR engine
 * (`unconfirmed`), or there is a signal (`flagged`).
 */
const waiting = z.object({ ready: count, unread: count, unreadable: count, unconfirmed: count, flagged: count })
export type BulkWaiting = z.infer<typeof waiting>

const lastSeen = z.object({ after: z.optional(id) })

const offered = z.object({
  data: z.array(plainReceipt),
  offer: z.string(),
  before: z.number(),
  has_more: z.boolean(),
  waiting,
  /** True if more receipts wait than were counted. */
  is_counted_in_part: z.boolean(),
})

/**
 * Up to 12 of the oldest waiting receipts after `after` that the caller may decide, that no operator has open, that have no
 * signal, and whose amount, date and merchant OCR has confirmed (without OCR, signals alone count). If a fact was filled in from the
 * photo, a second OCR engine must have read the same total. `offer` is the
 * argument of `approveAll`; `before` is the number of such receipts before the first one.
 */
export const plainReceipts = endpoint('GET /console/bulk', 'reviewer', lastSeen, offered)
export type PlainReceipts = AnswerOf<typeof plainReceipts>

const leftOut = z.array(z.object({ id: z.number(), reason: z.string() }))
export type LeftOutReceipts = z.infer<typeof leftOut>

const offeredReceipts = z.object({
  ids,
  offer: z.string(invalidChoice).check(z.maxLength(OFFER_MAX, invalidChoice)),
})

const bulkApproval = z.object({ approved: z.array(z.number()), left_out: leftOut, undo_left_ms: z.number() })

/**
 * Approves receipts one by one, each only if it could still be offered, for at most 7 seconds; `left_out` has the others. At
 * least a tenth of them, drawn at random, get a spot check. `offer` comes from `plainReceipts`. 409 if it does not name all
 * ids, is older than an hour, or is too new for the operator to have looked at the pictures.
 */
export const approveAll = endpoint('POST /console/bulk', 'reviewer', offeredReceipts, bulkApproval, CREATED)

const receiptIds = z.object({ ids })
const undoneApprovals = z.object({ undone: z.array(z.number()), left_out: leftOut })

/** Undoes the caller's approvals within 10 seconds, one by one; `left_out` has those that cannot be undone. */
export const undoAll = endpoint('POST /console/bulk/undo', 'reviewer', receiptIds, undoneApprovals)
