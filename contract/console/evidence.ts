import * as z from 'zod/mini'
import { id, instant, place } from '../fields.ts'
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

const comparedFact = z.object({
  /** `filled_in`: the value was offered to the member, so that OCR would only be compared with itself. */
  verdict: z.enum(['fits', 'differs', 'not_found', 'filled_in']),
  /** Whether the fact was filled in from the photo instead of typed. Never together with `fits`. */
  filled_in: z.optional(z.boolean()),
  read: z.nullable(z.string()),
  place: z.nullable(place),
})
export type ComparedFact = z.infer<typeof comparedFact>

export const comparedFacts = z.object({
  purchase_amount: comparedFact,
  /** `time` is the printed time of day, `HH:MM`; null if none was found. */
  purchase_date: z.extend(comparedFact, { time: z.nullable(z.string()) }),
  invoice_number: comparedFact,
  /** `merchant_id` is the campus merchant named on the picture; null if there is none. */
  merchant: z.extend(comparedFact, { merchant_id: z.nullable(z.number()) }),
})
export type ComparedFacts = z.infer<typeof comparedFacts>

/** OCR of a picture. `off`: switched off, or the picture is gone; `illegible`: no facts were found. */
export const ocrState = z.enum(['off', 'pending', 'failed', 'illegible', 'read'])
export type OcrState = z.infer<typeof ocrState>

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
