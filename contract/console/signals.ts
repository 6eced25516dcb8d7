import * as z from 'zod/mini'
import { id, instant } from '../fields.ts'
import { LOOK_ALIKES_MAX } from '../limits.ts'
import { status } from '../submissions.ts'

export const picture = z.object({
  url: z.string(),
  placeholder: z.nullable(z.string()),
  width: z.number(),
  height: z.number(),
})
export type DeskPicture = z.infer<typeof picture>

/** Something a reviewer should look at before deciding, with its reason in words (D-51). */
export const signal = z.object({
  kind: z.enum([
    'same_invoice',
    'same_file',
    'same_receipt',
    'amount_differs',
    'date_differs',
    'invoice_differs',
    'merchant_differs',
    'large_amount',
    'unusual_amount',
    'burst',
    'own_shop',
    'suspended',
    'sent_late',
    'registered_again',
    'often_corrected',
    'reopened',
  ]),
  text: z.string(),
  /** The other submission it is about, where there is one, and its picture where it still has one. */
  submission_id: z.nullable(z.number()),
  picture: z.nullable(picture),
})
export type Signal = z.infer<typeof signal>

/** What a 409 carries for approved look-alikes that the operator has not seen: their signals. */
export type UnseenLookAlikes = { look_alikes?: Signal[] }

/** The approved look-alikes that were shown to the operator who approves. */
export const approvedAlike = z.array(id).check(z.maxLength(LOOK_ALIKES_MAX))

/** How many of a member's other receipts had facts corrected, and how often and by how much their amounts were. */
export const correctedOften = z.object({
  receipts: z.number(),
  lowered: z.number(),
  lowered_by: z.string(),
  raised: z.number(),
  raised_by: z.string(),
})

/** Another receipt of the same member or merchant. */
export const recentReceipt = z.object({
  id: z.number(),
  created_at: instant,
  purchase_amount: z.string(),
  status,
  member: z.string(),
  merchant: z.string(),
})
export type RecentReceipt = z.infer<typeof recentReceipt>

/**
 * That a manager took a decision back, over an appeal or by a reversal: who, when, what the member reads of it, what the member
 * wrote in the appeal, and the decision.
 */
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
