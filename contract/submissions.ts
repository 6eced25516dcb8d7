import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dataOf, id, instant, listOf, page, paragraphs, wholeNumber } from './fields.ts'
import { APPEAL_MAX, PAGE_SIZE, RECEIPT_MAX_BYTES } from './limits.ts'
import * as texts from './texts.ts'
import { daysBetween, isRealDay } from './values/days.ts'
import { isInvoiceNumber } from './values/invoices.ts'
import { parseAmount } from './values/money.ts'

export const status = z.enum(['pending', 'approved', 'rejected'])
export type Status = z.infer<typeof status>

/** A member's objection to a rejection, made once, and what a manager made of it. */
const appeal = z.object({
  message: z.string(),
  created_at: instant,
  /** `kept`: the rejection stands. `reopened`: the receipt is reviewed once more. */
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
  /** What a manager set in its place, when and why. */
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
  /** Decimal text with two places (D-08). */
  purchase_amount: z.string(),
  invoice_no: z.string(),
  /** Signed, lives 10 minutes at most (D-44). */
  receipt_image_url: z.string(),
  placeholder_image_url: z.nullable(z.string()),
  rejection_reason: z.nullable(z.string()),
  admin_notes: z.nullable(z.string()),
  created_at: instant,
  merchant: z.object({
    name: z.string(),
    address: z.string(),
    /** Added: with them a client can link to the merchant. */
    id: z.optional(z.number()),
    slug: z.optional(z.string()),
  }),
  merchant_logo_url: z.nullable(z.string()),
  merchant_logo_image_placeholder_url: z.nullable(z.string()),
  /** Added: the picture in list size, the stamps this submission earned, when it was decided. */
  receipt_thumb_url: z.optional(z.string()),
  stamps: z.optional(z.number()),
  decided_at: z.optional(z.nullable(instant)),
  /** Added: null where there is none; a server without it takes no appeals. */
  appeal: z.optional(z.nullable(appeal)),
  /** Added, in details alone: the submission that this one corrects, and the one that corrects this. */
  corrects: z.optional(z.nullable(z.number())),
  corrected_by: z.optional(z.nullable(z.number())),
  /** Added, in details alone: the approved submission of the same purchase, where this one was rejected. */
  approved_instead: z.optional(z.nullable(z.number())),
  /** Added, in details alone, of a rejected one: whether sending it again can help (`canResubmit`). */
  may_send_again: z.optional(z.boolean()),
  /** Added, in details alone: what the reviewer read otherwise than it was typed, as texts; a merchant by name (D-45). */
  corrections: z.optional(z.array(correction)),
  /** Added, in details alone: its decisions that a manager reversed, the first one first (D-45). */
  reversals: z.optional(z.array(reversal)),
})
export type Submission = z.infer<typeof submission>

/** S-7.08: the caller's own submissions, the newest first unless `sort=asc`. */
export const list = endpoint({
  method: 'GET',
  path: '/submissions',
  access: 'member',
  input: z.object({
    status: z.optional(z.enum([...status.options, 'all', ''], texts.invalidChoice)),
    page,
    limit: z.optional(wholeNumber(1, PAGE_SIZE, texts.invalidChoice)),
    sort: z.optional(z.enum(['asc', 'desc', ''], texts.invalidChoice)),
  }),
  answer: listOf(submission),
})

const amount = z.pipe(
  z.union([z.string(), z.number()], texts.requiredFields).check(
    z.refine((given) => String(given).trim() !== '', { error: texts.requiredFields, abort: true }),
    z.refine((given) => parseAmount(String(given)) !== undefined, texts.invalidAmount),
  ),
  z.transform((given: string | number) => parseAmount(String(given)) ?? 0),
)

const invoiceNumber = z
  .string(texts.invoiceRequired)
  .check(
    z.trim(),
    z.minLength(1, { error: texts.invoiceRequired, abort: true }),
    z.refine(isInvoiceNumber, texts.invalidInvoice),
  )

/** The typed facts of a receipt, as the form and the server read them (S-5.09). The amount becomes integer sen. */
export const receiptFacts = z.object({
  merchant_id: wholeNumber(1, Number.MAX_SAFE_INTEGER, texts.merchantUnknown),
  purchase_date: z
    .string(texts.requiredFields)
    .check(z.minLength(1, { error: texts.requiredFields, abort: true }), z.refine(isRealDay, texts.invalidDate)),
  purchase_amount: amount,
  invoice_number: invoiceNumber,
})

/** The fault of a purchase date in words: in the future, or older than receipts may be (D-42). Days as `YYYY-MM-DD`. */
export function purchaseDateError(day: string, { today, maxAgeDays }: { today: string; maxAgeDays: number }) {
  const age = daysBetween(day, today)
  if (age < 0) return texts.futureDate
  return age > maxAgeDays ? texts.oldReceipt(maxAgeDays) : undefined
}

/**
 * S-7.09. An `Idempotency-Key` header makes a repeat answer as the first did (D-40). Added: `corrects`, the caller's own
 * submission, rejected now or earlier, that this one puts right; any other id is passed over.
 */
export const create = endpoint({
  method: 'POST',
  path: '/submissions',
  access: 'member',
  input: z.extend(receiptFacts, { corrects: z.optional(id) }),
  answer: dataOf(submission),
  status: 201,
  upload: {
    field: 'receipt_image',
    maxBytes: RECEIPT_MAX_BYTES,
    tooLarge: texts.receiptTooLarge,
    required: true,
    counts: 'sent',
  },
})

/** S-7.10: the caller's own; somebody else's is a 404 (D-08). */
export const show = endpoint({
  method: 'GET',
  path: '/submissions/:id',
  access: 'member',
  input: z.object({ id }),
  answer: dataOf(submission),
})

/** Appeals against a rejection, once a submission, in the member's words. 409 where it is not rejected or was appealed. */
export const makeAppeal = endpoint({
  method: 'POST',
  path: '/submissions/:id/appeal',
  access: 'member',
  input: z.object({ id, message: paragraphs(APPEAL_MAX, texts.appealRequired) }),
  answer: dataOf(submission),
  status: 201,
})

/**
 * How long decisions take at the moment, from the latest ones, in milliseconds: half of them took at most `typical_ms`,
 * nine in ten at most `slow_ms`; the oldest receipt that still waits has waited `oldest_wait_ms`. Null while too few were made.
 */
export const decisionTimes = endpoint({
  method: 'GET',
  path: '/decision-times',
  access: 'member',
  input: z.object({}),
  answer: dataOf(
    z.nullable(
      z.object({
        typical_ms: z.number(),
        slow_ms: z.number(),
        oldest_wait_ms: z.nullable(z.number()),
      }),
    ),
  ),
})
