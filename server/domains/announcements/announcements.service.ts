import { announcementTags, isAllowedLink } from '@stampus/contract/values/announcementHtml'
import sanitize from 'sanitize-html'
import type { Queryable } from '../../platform/db/database.ts'
import { insertAnnouncements, type NewAnnouncement } from './announcements.store.ts'

/** Adds published announcements with sanitized HTML and returns their ids. Times are ISO 8601. */
export function addAnnouncements(db: Queryable, announcements: readonly NewAnnouncement[]): Promise<number[]> {
  return insertAnnouncements(
    db,
    announcements.map((given) => ({
      ...given,
      content: sanitizeHtml(given.content),
      content_ms: given.content_ms ? sanitizeHtml(given.content_ms) : null,
    })),
  )
}

/** Removes from the HTML of an announcement everything but the allowed tags and safe links. */
export function sanitizeHtml(html: string): string {
  return sanitize(html, {
    allowedTags: announcementTags,
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: { a: (tagName, { href = '' }) => ({ tagName, attribs: linkTo(href.trim()) }) },
    // The text of an unsafe link stays.
    exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && !attribs.href ? 'excludeTag' : false),
  })
}

function linkTo(href: string): sanitize.Attributes {
  return isAllowedLink(href) ? { href, rel: 'noopener' } : {}
}
