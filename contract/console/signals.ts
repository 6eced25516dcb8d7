import * as z from 'zod/mini'
import { id, instant } from '../fields.ts'
import { LOOK_ALIKES_MAX } from '../limits.ts'
import { receiptStatus } from './receiptStatus.ts'

export const printedFacts = { purchase_date: z.string(), purchase_amount: z.string(), invoice_no: z.string() }

export const picture = z.object({
  url: z.string(),
  placeholder: z.nullable(z.string()),
  width: z.number(),
  height: z.number(),
})
export type DeskPicture = z.infer<typeof picture>

export const signal = z.object({
  kind: z.enum([
    'same_invoice',
    'same_file',
    'same_receipt',
    'amount_differs',
    'date_differs',
    'invoice_differs',
    'merchant_differs',
    'no_purchase',
    'copy_or_slip',
    'sums_differ',
    'early_reading',
    'large_amount',
    'unusual_amount',
    'burst',
    'own_shop',
    'reward_used',
    'suspended',
    'sent_late',
    'registered_again',
    'often_corrected',
    'often_withdrawn',
    'reopened',
  ]),
  text: z.string(),
  /** The signal is only good to know, no warning. */
  is_hint: z.optional(z.boolean()),
  /** The other submission it is about, if any, and its picture unless deleted. */
  submission_id: z.nullable(z.number()),
  picture: z.nullable(picture),
})
export type Signal = z.infer<typeof signal>

/** Extra field of a 409: signals of approved look-alikes that the operator has not seen. */
export type UnseenLookAlikes = { look_alikes?: Signal[] }

export const approvedAlike = z.array(id).check(z.maxLength(LOOK_ALIKES_MAX))

export const correctionStats = z.object({
  receipts: z.number(),
  lowered: z.number(),
  lowered_by: z.string(),
  raised: z.number(),
  raised_by: z.string(),
})

export const recentReceipt = z.object({
  id: z.number(),
  created_at: instant,
  purchase_amount: z.string(),
  status: receiptStatus,
  member: z.string(),
  merchant: z.string(),
})
export type RecentReceipt = z.infer<typeof recentReceipt>

/** A decision that a manager reversed, by an appeal or directly; `words` is the text for the member. */
export const reopened = z.object({
  by: z.enum(['appeal', 'reversal']),
  operator: z.string(),
  created_at: instant,
  words: z.string(),
  appeal: z.nullable(z.object({ message: z.string(), created_at: instant })),
  decision: z.object({
    status: z.enum(['approved', 'rejected']),
    reason: z.nullable(z.string()),
    notes: z.nullable(z.string()),
    operator: z.string(),
    decided_at: instant,
  }),
})
