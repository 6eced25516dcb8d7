import { isMailLink } from './emails.ts'

const ADDRESS = /^(?:https?:\/\/|tel:|\/)/i

/** The tags allowed in the HTML of an announcement. The only allowed attribute is `href` of a link. */
export const announcementTags = [
  ...['p', 'h2', 'h3', 'strong', 'em', 'a', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]

export const isBlankHtml = (html: string): boolean => html.replace(/<[^<>]*>|&nbsp;|[\s\p{Cf}]/gu, '') === ''

export const isAllowedLink = (href: string): boolean => ADDRESS.test(href) || isMailLink(href)
