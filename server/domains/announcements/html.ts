import { announcementTags, isLinkAddress } from '@stampus/contract/announcementHtml'
import sanitize from 'sanitize-html'

/** HTML of an announcement with nothing left but our tags and harmless links (D-35). */
export function sanitizeHtml(html: string): string {
  return sanitize(html, {
    allowedTags: announcementTags,
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: { a: (tagName, { href = '' }) => ({ tagName, attribs: linkTo(href.trim()) }) },
    // What is no good link becomes its text.
    exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && !attribs.href ? 'excludeTag' : false),
  })
}

function linkTo(href: string): sanitize.Attributes {
  return isLinkAddress(href) ? { href, rel: 'noopener' } : {}
}
