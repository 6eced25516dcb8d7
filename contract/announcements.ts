import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant, listOf, malayText, page } from './fields.ts'
import { isMailLink } from './values/mailLinks.ts'

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

/** The published announcements, newest first. */
export const list = endpoint({
  method: 'GET',
  path: '/announcements',
  access: 'public',
  input: z.object({ page }),
  answer: listOf(announcement),
})

const ADDRESS = /^(?:https?:\/\/|tel:|\/)/i

/** The tags allowed in the HTML of an announcement. The only allowed attribute is `href` of a link. */
export const announcementTags = [
  ...['p', 'h2', 'h3', 'strong', 'em', 'a', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]

/** True if the HTML contains no text. */
export function isBlankHtml(html: string): boolean {
  return html.replace(/<[^<>]*>|&nbsp;|[\s\p{Cf}]/gu, '') === ''
}

/** True if a link may have this `href`. */
export function isAllowedLink(href: string): boolean {
  return ADDRESS.test(href) || isMailLink(href)
}
