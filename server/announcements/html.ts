import sanitize from 'sanitize-html'

const TEXT = ['p', 'h2', 'h3', 'strong', 'em', 'a', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote']
const TABLE = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']
const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|\/)/i

/** HTML of an announcement with nothing left but the house's tags and harmless links (D-35). */
export function sanitizeHtml(html: string): string {
  return sanitize(html, {
    allowedTags: [...TEXT, ...TABLE],
    allowedAttributes: { a: ['href', 'rel'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    transformTags: { a: (tagName, { href = '' }) => ({ tagName, attribs: linkTo(href.trim()) }) },
    // What is no good link becomes its text.
    exclusiveFilter: ({ tag, attribs }) => (tag === 'a' && !attribs.href ? 'excludeTag' : false),
  })
}

function linkTo(href: string): sanitize.Attributes {
  return ADDRESS.test(href) ? { href, rel: 'noopener' } : {}
}
