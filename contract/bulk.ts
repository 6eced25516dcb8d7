import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { BULK_MAX } from './limits.ts'
import { picture } from './signals.ts'
import * as texts from './texts.ts'

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
  /** Whether the picture says all that was typed. */
  fits: z.boolean(),
})
export type PlainReceipt = z.infer<typeof plainReceipt>

/** The oldest waiting receipts that have no signal, that nobody has open and that this operator may decide; 50 at most. */
export const plainReceipts = endpoint({
  method: 'GET',
  path: '/console/bulk',
  access: 'reviewer',
  input: z.object({}),
  answer: z.object({ data: z.array(plainReceipt) }),
})

const leftOut = z.array(z.object({ id: z.number(), reason: z.string() }))
export type LeftOut = z.infer<typeof leftOut>

/** Approves these, each by itself and only where it still has no signal, lease or decision; the rest is named. */
export const approveAll = endpoint({
  method: 'POST',
  path: '/console/bulk',
  access: 'reviewer',
  input: z.object({ ids }),
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
