import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { byId, conditions, dataOf, id, image, listOf, page, titles } from '../fields.ts'

const reward = z.object({
  id: z.number(),
  ...titles,
  ...conditions,
  ...image,
  stamps: z.number(),
  /** How many are left; null without a limit. */
  left: z.nullable(z.number()),
  /** How many vouchers one member may have, ready or used: in all, and claimed within 30 days. */
  limit_total: z.nullable(z.number()),
  limit_30_days: z.nullable(z.number()),
  /** The last day on which it can be claimed, `YYYY-MM-DD`; null without an end. */
  end_date: z.nullable(z.string()),
  /** The last day of a voucher is so many days after its claim. */
  valid_days: z.number(),
  /** Where it is handed out; null: at the Stampus desk. */
  merchant: z.nullable(
    z.object({
      id: z.number(),
      name: z.string(),
      slug: z.string(),
      address: z.string(),
      logo_image: z.nullable(z.string()),
      logo_placeholder_image: z.nullable(z.string()),
    }),
  ),
  /** A claim names it, so that nobody pays for something else than was shown. */
  version: z.number(),
})
export type Reward = z.infer<typeof reward>

/** Rewards that can be claimed today, the cheapest first; optionally of one merchant. Public. 404. */
export const list = endpoint('GET /rewards', 'public', z.object({ page, merchant_id: z.optional(id) }), listOf(reward))
export const show = endpoint('GET /rewards/:id', 'public', byId, dataOf(reward))
