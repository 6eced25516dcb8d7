import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dataOf, instant, listOf, malayText, nothing, paged } from './fields.ts'

const balance = dataOf(
  z.object({
    stamp_balance: z.number(),
    /** The balance without approvals that can still be undone. Only these stamps can be spent. */
    available: z.optional(z.number()),
    pending_stamps: z.optional(z.number()),
  }),
)

/** The caller's balance: the sum of the ledger entries, which may be negative. */
export const show = endpoint('GET /wallet', 'member', nothing, balance)

export const entryKind = z.enum(['approval', 'undo', 'correction', 'redemption', 'redemption_return'])
export type EntryKind = z.infer<typeof entryKind>

const entry = z.object({
  id: z.number(),
  /** An `entryKind`, or a kind that was added later. */
  kind: z.string(),
  stamps: z.number(),
  created_at: instant,
  /** The submission of an approval or of its undo. Null if it was withdrawn. */
  submission: z.nullable(
    z.object({
      id: z.number(),
      merchant: z.string(),
      /** Decimal text with two places. */
      purchase_amount: z.string(),
      merchant_logo_url: z.optional(z.nullable(z.string())),
      merchant_logo_placeholder_image_url: z.optional(z.nullable(z.string())),
    }),
  ),
  voucher: z.optional(z.nullable(z.object({ id: z.number(), title: z.string(), title_ms: malayText }))),
  reason: z.nullable(z.string()),
})
export type StampEntry = z.infer<typeof entry>

/** The caller's entries, newest first. An undone approval and its undo are left out: together they are zero. */
export const entries = endpoint('GET /wallet/entries', 'member', paged, listOf(entry))
