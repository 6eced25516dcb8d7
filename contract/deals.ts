import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, listOf, page } from './fields.ts'

export const deal = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  image_url: z.nullable(z.string()),
  placeholder_image_url: z.nullable(z.string()),
  /** `YYYY-MM-DD`, whole days in the campus time zone (D-33). */
  start_date: z.string(),
  end_date: z.string(),
  merchant: z.object({
    id: z.number(),
    name: z.string(),
    slug: z.optional(z.string()),
    address: z.string(),
    contact_number: z.string(),
    logo_image: z.nullable(z.string()),
    logo_placeholder_image: z.nullable(z.string()),
  }),
})
export type Deal = z.infer<typeof deal>

/** S-7.15: running deals. `merchant_id` is an addition for the merchant's own page (D-32). */
export const list = endpoint({
  method: 'GET',
  path: '/advertisements',
  access: 'public',
  input: z.object({ page, merchant_id: z.optional(id) }),
  answer: listOf(deal),
})
