import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant, listOf, page } from './fields.ts'

export const announcement = z.object({
  id: z.number(),
  title: z.string(),
  /** HTML, sanitised when written and again when shown (D-35). */
  content: z.string(),
  image_url: z.nullable(z.string()),
  placeholder_image_url: z.nullable(z.string()),
  published_at: instant,
  created_at: instant,
})
export type Announcement = z.infer<typeof announcement>

/** S-7.14: published ones, the newest first (D-33). */
export const list = endpoint({
  method: 'GET',
  path: '/announcements',
  access: 'public',
  input: z.object({ page }),
  answer: listOf(announcement),
})

const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|\/)/i

/** The tags that the HTML of an announcement may hold (D-35); of attributes the `href` of links alone. */
export const announcementTags = [
  ...['p', 'h2', 'h3', 'strong', 'em', 'a', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]

/** Whether there is nothing to read between the tags. */
export function isBlankHtml(html: string): boolean {
  return html.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''
}

/** Whether a link may lead there. */
export function isAllowedLink(href: string): boolean {
  return ADDRESS.test(href)
}
