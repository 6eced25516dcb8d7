import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, image, listOf, malayText, page, titles } from './fields.ts'

const deal = z.object({
  id: z.number(),
  ...titles,
  description: z.string(),
  description_ms: malayText,
  ...image,
  /** First and last day, `YYYY-MM-DD` in the campus time zone. */
  start_date: z.string(),
  end_date: z.string(),
  merchant: z.object({
    id: z.number(),
    name: z.string(),
    slug: z.optional(z.string()),
    address: z.string(),
    contact_number: z.string(),
    /** Whether the merchant accepts receipts. Absent in answers of older servers. */
    is_active: z.optional(z.boolean()),
    logo_image: z.nullable(z.string()),
    logo_placeholder_image: z.nullable(z.string()),
  }),
})
export type Deal = z.infer<typeof deal>

const filters = z.object({ page, merchant_id: z.optional(id) })

/** The running deals, optionally of one merchant. */
export const list = endpoint('GET /advertisements', 'public', filters, listOf(deal))
