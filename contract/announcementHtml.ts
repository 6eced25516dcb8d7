const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|\/)/i

/** The tags that the HTML of an announcement may hold (D-35); of attributes the `href` of links alone. */
export const announcementTags = [
  ...['p', 'h2', 'h3', 'strong', 'em', 'a', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]

/** Whether there is nothing to read between the tags. */
export function saysNothing(html: string): boolean {
  return html.replace(/<[^>]*>|&nbsp;|\s/g, '') === ''
}

/** Whether a link may lead there. */
export function isLinkAddress(href: string): boolean {
  return ADDRESS.test(href)
}
