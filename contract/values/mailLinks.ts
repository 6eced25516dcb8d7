import { isEmailAddress } from './emails.ts'

const MAIL_LINK = /^mailto:([^?]+)(?:\?(.*))?$/i
const HEADERS = ['subject', 'body']

/** True for `mailto:` with one recipient, and nothing but a subject and a text: no copy that its reader does not see. */
export function isMailLink(href: string): boolean {
  const [, recipient = '', query = ''] = MAIL_LINK.exec(href) ?? []
  const names = [...new URLSearchParams(query).keys()]
  return isEmailAddress(recipient) && names.every((name) => HEADERS.includes(name.toLowerCase()))
}
