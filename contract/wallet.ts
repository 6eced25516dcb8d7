import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { dataOf, instant, listOf, page } from './fields.ts'

/** S-7.07. The balance is the sum of the ledger and may be negative (D-45). */
export const show = endpoint({
  method: 'GET',
  path: '/wallet',
  access: 'member',
  input: z.object({}),
  answer: dataOf(z.object({ stamp_balance: z.number() })),
})

/** What put stamps on a card or took them off: an approval, its taking back, a manager's correction. */
export const entryKind = z.enum(['approval', 'undo', 'correction'])

const entry = z.object({
  id: z.number(),
  kind: entryKind,
  stamps: z.number(),
  created_at: instant,
  /** The receipt of an approval or of its taking back. */
  submission: z.nullable(
    z.object({
      id: z.number(),
      merchant: z.string(),
      /** Decimal text with two places (D-08). */
      purchase_amount: z.string(),
    }),
  ),
  /** Why a manager corrected the stamps, or took an approval back. */
  reason: z.nullable(z.string()),
})
export type StampEntry = z.infer<typeof entry>

/**
 * Added: a page of what the caller's balance is the sum of, the newest first. An approval that its reviewer undid at once
 * stands in it no more than its undoing, which together are nothing.
 */
export const entries = endpoint({
  method: 'GET',
  path: '/wallet/entries',
  access: 'member',
  input: z.object({ page }),
  answer: listOf(entry),
})
