import * as z from 'zod/mini'
import { type AnswerOf, endpoint } from '../endpoint.ts'
import { id, instant } from '../fields.ts'
import { BULK_MAX } from '../limits.ts'
import * as texts from '../texts.ts'
import { comparedFacts } from './comparedFacts.ts'
import { picture } from './signals.ts'

/** Long enough for the ids, the time and the signature of an offer. */
const OFFER_MAX = 400
const ids = z.array(id).check(z.minLength(1, texts.invalidChoice), z.maxLength(BULK_MAX, texts.invalidChoice))

const plainReceipt = z.object({
  id: z.number(),
  created_at: instant,
  purchase_date: z.string(),
  purchase_amount: z.string(),
  invoice_no: z.string(),
  member: z.string(),
  merchant: z.string(),
  thumb_url: z.string(),
  picture,
  stamps_on_approval: z.number(),
  /** What was read off the picture; null where pictures are not read. */
  reading: z.nullable(comparedFacts),
})
export type PlainReceipt = z.infer<typeof plainReceipt>

const count = z.number()

/**
 * How many waiting receipts can be approved here, and why the others cannot: not read yet, could not be read or compared with
 * other pictures, amount, date or merchant not found on the picture, or a signal.
 */
const waiting = z.object({ ready: count, unread: count, unreadable: count, unconfirmed: count, flagged: count })
export type BulkWaiting = z.infer<typeof waiting>

/**
 * The oldest waiting receipts behind `after` that nobody has open, that this operator may decide, that have no signal, and whose
 * pictures were read and show the amount, the date and the merchant that were typed; 12 at most. With reading off the signals
 * alone count. `offer` names them for `approveAll`, `before` is how many such receipts come before the first one.
 */
export const plainReceipts = endpoint({
  method: 'GET',
  path: '/console/bulk',
  access: 'reviewer',
  input: z.object({ after: z.optional(id) }),
  answer: z.object({
    data: z.array(plainReceipt),
    offer: z.string(),
    before: z.number(),
    has_more: z.boolean(),
    waiting,
    /** Whether more receipts wait than were counted. */
    is_counted_in_part: z.boolean(),
  }),
})
export type PlainReceipts = AnswerOf<typeof plainReceipts>

const leftOut = z.array(z.object({ id: z.number(), reason: z.string() }))
export type LeftOut = z.infer<typeof leftOut>

/**
 * Approves these, each by itself and only where it could still be offered, for 7 seconds; the rest is named. At least a tenth of them, drawn by
 * chance, go to spot checks. `offer` is what `plainReceipts` answered this operator. 409 where it names not all of them, is older
 * than an hour, or is so young that nobody can have looked at a picture.
 */
export const approveAll = endpoint({
  method: 'POST',
  path: '/console/bulk',
  access: 'reviewer',
  input: z.object({ ids, offer: z.string(texts.invalidChoice).check(z.maxLength(OFFER_MAX, texts.invalidChoice)) }),
  answer: z.object({ approved: z.array(z.number()), left_out: leftOut, undo_left_ms: z.number() }),
  status: 201,
})

/** Takes approvals of this operator back within 10 seconds, each by itself; what cannot be undone is named. */
export const undoAll = endpoint({
  method: 'POST',
  path: '/console/bulk/undo',
  access: 'reviewer',
  input: z.object({ ids }),
  answer: z.object({ undone: z.array(z.number()), left_out: leftOut }),
})
