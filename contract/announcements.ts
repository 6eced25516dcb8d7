import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { image, instant, invalidChoice, listOf, malayText, page, titles } from './fields.ts'

const announcement = z.object({
  id: z.number(),
  ...titles,
  /** HTML, sanitised when it is saved and again when it is shown. */
  content: z.string(),
  content_ms: malayText,
  ...image,
  published_at: instant,
  created_at: instant,
})
export type Announcement = z.infer<typeof announcement>

const filters = z.object({ page, short: z.optional(z.literal(['1', 1], invalidChoice)) })

/** The published announcements, newest first. Short ones, for counting, come without their text and picture. */
export const list = endpoint('GET /announcements', 'public', filters, listOf(announcement))
