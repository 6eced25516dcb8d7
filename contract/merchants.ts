import * as z from 'zod/mini'
import { texts } from '#texts'
import { endpoint } from './endpoint.ts'
import {
  anyId,
  atMost,
  byId,
  dataOf,
  invalidChoice,
  malayText,
  meta,
  optionalParagraphs,
  page,
  reference,
  storable,
} from './fields.ts'
import { SEARCH_MAX } from './limits.ts'

export const category = reference
export type Category = z.infer<typeof category>

export const MERCHANT_DESCRIPTION_MAX = 500
export const OPENING_HOURS_MAX = 200

/** Optional facts that managers type and members read; null: none. */
export const merchantDetails = z.object({ description: z.nullable(z.string()), opening_hours: z.nullable(z.string()) })

export const merchantDetailsInput = {
  description: optionalParagraphs(MERCHANT_DESCRIPTION_MAX),
  description_ms: optionalParagraphs(MERCHANT_DESCRIPTION_MAX),
  opening_hours: optionalParagraphs(OPENING_HOURS_MAX),
  opening_hours_ms: optionalParagraphs(OPENING_HOURS_MAX),
}

const merchant = z.object({
  id: z.number(),
  name: z.string(),
  /** Without it (older servers) a client links by id. */
  slug: z.optional(z.string()),
  address: z.string(),
  contact_number: z.string(),
  category,
  merchant_logo_url: z.nullable(z.string()),
  merchant_logo_placeholder_image_url: z.nullable(z.string()),
  active_promotions_count: z.number(),
  is_active: z.boolean(),
  /** The merchant's rules for receipts: the lowest amount, as decimal text, and receipts a day of one member; null or absent: no rule. */
  minimum_spend: z.optional(z.nullable(z.string())),
  receipts_per_day: z.optional(z.nullable(z.number())),
  /** Absent in answers of older servers. */
  ...z.partial(merchantDetails).shape,
  description_ms: malayText,
  opening_hours_ms: malayText,
})
export type Merchant = z.infer<typeof merchant>

export const search = z.optional(z.string({ error: () => texts.invalidText }).check(atMost(SEARCH_MAX), storable))
const filters = z.object({
  is_active: z.optional(z.union([z.literal(['0', '1', 'true', 'false', '']), z.literal([0, 1])], invalidChoice)),
  category_id: anyId,
  page,
  search,
})

const merchantPage = z.object({
  data: z.array(merchant),
  meta: z.optional(z.extend(meta, { categories: z.optional(z.array(category)) })),
})

/** Merchants by name, filtered by state, category and search. `meta.categories` are those with active merchants. */
export const list = endpoint('GET /merchants', 'public', filters, merchantPage)

export const show = endpoint('GET /merchants/:id', 'public', byId, dataOf(merchant))

const bySlug = z.object({ slug: z.string().check(z.maxLength(100, { error: () => texts.notFound }), storable) })

export const showBySlug = endpoint('GET /merchants/slug/:slug', 'public', bySlug, dataOf(merchant))
