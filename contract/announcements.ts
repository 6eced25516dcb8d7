import * as z from 'zod/mini'
import { texts } from '#texts'
import { endpoint } from './endpoint.ts'
import { instant, listOf, malayText, page } from './fields.ts'

/** An announcement as members see it. */
export const announcement = z.object({
  id: z.number(),
  title: z.string(),
  title_ms: malayText,
  /** HTML, sanitised when it is saved and again when it is shown. */
  content: z.string(),
  content_ms: malayText,
  image_url: z.nullable(z.string()),
  placeholder_image_url: z.nullable(z.string()),
  published_at: instant,
  created_at: instant,
})
export type Announcement = z.infer<typeof announcement>

/** The published announcements, newest first. Short ones, for counting, come without their text and picture. */
export const list = endpoint({
  method: 'GET',
  path: '/announcements',
  access: 'public',
  input: z.object({ page, short: z.optional(z.literal(['1', 1], { error: () => texts.invalidChoice })) }),
  answer: listOf(announcement),
})
