import { isMailLink } from './mailLinks.ts'

const ADDRESS = /^(?:https?:\/\/|tel:|\/)/i

/** The tags allowed in the HTML of an announcement. The only allowed attribute is `href` of a link. */
export const announcementTags = [
  ...['p', 'h2', 'h3', 'strong', 'em', 'a', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]

export function isBlankHtml(html: string): boolean {
  return html.replace(/<[^<>]*>|&nbsp;|[\s\p{Cf}]/gu, '') === ''
}

export function isAllowedLink(href: string): boolean {
  return ADDRESS.test(href) || isMailLink(href)
}
