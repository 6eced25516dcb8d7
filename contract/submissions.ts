import * as z from 'zod/mini'
import { texts } from '#texts'
import { CREATED, endpoint } from './endpoint.ts'
import {
  anyOf,
  byId,
  dataOf,
  done,
  id,
  instant,
  listOf,
  message,
  nothing,
  optionalText,
  page,
  pictureUpload,
  recordId,
  wholeNumber,
} from './fields.ts'
import { APPEAL_MAX, PAGE_SIZE, SEARCH_MAX } from './limits.ts'
import { daysBetween, isRealDay } from './values/days.ts'
import { isInvoiceNumber } from './values/invoices.ts'
import { parseAmount } from './values/typedAmounts.ts'
import { plainText } from './values/typedText.ts'

export const status = z.enum(['pending', 'approved', 'rejected'])
export type Status = z.infer<typeof status>

const appeal = z.object({
  message: z.string(),
  created_at: instant,
  /** `kept`: the rejection is confirmed. `reopened`: the receipt is reviewed again. */
  outcome: z.nullable(z.enum(['kept', 'reopened'])),
  answer: z.nullable(z.string()),
  answered_at: z.nullable(instant),
})
export type Appeal = z.infer<typeof appeal>

const correction = z.object({
  field: z.enum(['merchant', 'purchase_date', 'purchase_amount', 'invoice_no']),
  typed: z.string(),
  corrected: z.string(),
})
export type Correction = z.infer<typeof correction>

const reversal = z.object({
  was: z.enum(['approved', 'rejected']),
  decided_at: instant,
  status,
  created_at: instant,
  reason: z.string(),
})
export type Reversal = z.infer<typeof reversal>

const submission = z.object({
  id: z.number(),
  status,
  /** `YYYY-MM-DD`. */
  purchase_date: z.string(),
  /** Decimal text with two places. */
  purchase_amount: z.string(),
  invoice_no: z.string(),
  /** A signed URL, valid for 10 minutes at most. */
  receipt_image_url: z.string(),
  placeholder_image_url: z.nullable(z.string()),
  rejection_reason: z.nullable(z.string()),
  admin_notes: z.nullable(z.string()),
  created_at: instant,
  merchant: z.object({
    name: z.string(),
    address: z.string(),
    id: z.optional(z.number()),
    slug: z.optional(z.string()),
  }),
  merchant_logo_url: z.nullable(z.string()),
  merchant_logo_image_placeholder_url: z.nullable(z.string()),
  /** The picture in list size, the stamps it earned, and when it was decided. */
  receipt_thumb_url: z.optional(z.string()),
  stamps: z.optional(z.number()),
  decided_at: z.optional(z.nullable(instant)),
  /** Null if there is none. Absent on servers without appeals. */
  appeal: z.optional(z.nullable(appeal)),
  /** Only from `show`: the rejected submission that this one resubmits, and the resubmission of this one. */
  corrects: z.optional(z.nullable(z.number())),
  corrected_by: z.optional(z.nullable(z.number())),
  /** Only from `show`, if rejected: the approved submission of the same purchase. */
  approved_instead: z.optional(z.nullable(z.number())),
  /** Only from `show`, if rejected: whether a resubmission can help (`canResubmit`). */
  may_send_again: z.optional(z.boolean()),
  /** Only from `show`: true also while an approval waits for confirmation; then `withdraw` is a 409. */
  may_withdraw: z.optional(z.boolean()),
  /** Only from `show`: the facts that the reviewer corrected, as texts; merchants by name. */
  corrections: z.optional(z.array(correction)),
  /** Only from `show`: its decisions that a manager reversed, oldest first. */
  reversals: z.optional(z.array(reversal)),
})
export type Submission = z.infer<typeof submission>

const filters = z.object({
  status: anyOf([...status.options, 'all']),
  page,
  limit: z.optional(wholeNumber(1, PAGE_SIZE, () => texts.invalidChoice)),
  search: optionalText(SEARCH_MAX),
  sort: anyOf(['asc', 'desc']),
})

/** The caller's own submissions, newest first unless `sort=asc`. */
export const list = endpoint('GET /submissions', 'member', filters, listOf(submission))

const stampsByMonth = dataOf(z.array(z.object({ month: z.string(), stamps: z.number() })))

/** The caller's months in which sent receipts earned stamps, newest first. `month` is `YYYY-MM` on the campus. */
export const months = endpoint('GET /submission-months', 'member', nothing, stampsByMonth)

const amount = z.pipe(
  z.union([z.string(), z.number()], { error: () => texts.requiredFields }).check(
    z.refine((given) => String(given).trim() !== '', { error: () => texts.requiredFields, abort: true }),
    z.refine((given) => parseAmount(plainText(String(given))) !== undefined, { error: () => texts.invalidAmount }),
  ),
  z.transform((given: string | number) => parseAmount(plainText(String(given))) ?? 0),
)

const invoiceNumber = z
  .string({ error: () => texts.invoiceRequired })
  .check(
    z.overwrite<string>(plainText),
    z.minLength(1, { error: () => texts.invoiceRequired, abort: true }),
    z.refine(isInvoiceNumber, { error: () => texts.invalidInvoice }),
  )

/** The facts of a receipt that a member types, validated by form and server. The amount is parsed to integer sen. */
export const receiptFacts = z.object({
  merchant_id: recordId(() => texts.merchantUnknown),
  purchase_date: z
    .string({ error: () => texts.requiredFields })
    .check(
      z.minLength(1, { error: () => texts.requiredFields, abort: true }),
      z.refine(isRealDay, { error: () => texts.invalidDate }),
    ),
  purchase_amount: amount,
  invoice_number: invoiceNumber,
})

/** The error text for a purchase date in the future or older than `maxAgeDays`, or undefined. Days are `YYYY-MM-DD`. */
export function purchaseDateError(day: string, { today, maxAgeDays }: { today: string; maxAgeDays: number }) {
  const age = daysBetween(day, today)
  if (age < 0) return texts.futureDate
  return age > maxAgeDays ? texts.oldReceipt(maxAgeDays) : undefined
}

const newSubmission = z.extend(receiptFacts, { corrects: z.optional(id) })

/** Submits a receipt, by `Idempotency-Key`. `corrects`: the rejected one that this resubmits. 409, 422, 429, 503. */
export const create = endpoint('POST /submissions', 'member', newSubmission, dataOf(submission), {
  status: 201,
  upload: pictureUpload('receipt_image', 'sent'),
})

/** One of the caller's own submissions. 404. */
export const show = endpoint('GET /submissions/:id', 'member', byId, dataOf(submission))

const newAppeal = z.object({ id, message: message(APPEAL_MAX, () => texts.appealRequired) })

/** Appeals against a rejection, once for each submission. 409 if it is not rejected or was already appealed, 429. */
export const makeAppeal = endpoint('POST /submissions/:id/appeal', 'member', newAppeal, dataOf(submission), CREATED)

/** Withdraws a pending receipt, which may be sent again. 404; 409 if decided or waiting for confirmation; 429. */
export const withdraw = endpoint('POST /submissions/:id/withdrawal', 'member', byId, done)

const times = dataOf(
  z.nullable(z.object({ typical_ms: z.number(), slow_ms: z.number(), oldest_wait_ms: z.nullable(z.number()) })),
)

/** How long half and nine in ten of recent decisions took at most; null if there are too few. */
export const decisionTimes = endpoint('GET /decision-times', 'member', nothing, times)
