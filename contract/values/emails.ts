import { EMAIL_MAX } from '../limits.ts'

const LOCAL_MAX = 64
/** The part before the @ has no dot at its ends and no two in a row; a label of the domain has 63 characters, the last a letter. */
const DELIVERABLE = /^(?!\.)(?!.*\.\.)[^@]*[^@.]@(?:[^.]{1,63}\.)+(?=[^.]*[a-z])[^.]{1,63}$/i

const ADDRESS =
  /^(?!\+)[a-z0-9.#$&'*+=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i

/** True for an address that mail servers take: ASCII, one @, no % ! : / or space, a domain with a dot. */
export const isEmailAddress = (given: string): boolean =>
  hasEmailForm(given) && given.indexOf('@') <= LOCAL_MAX && DELIVERABLE.test(given)

/** Like `isEmailAddress`, but accepts what an old account may have: an address that only its own mail server took. */
export const hasEmailForm = (given: string): boolean => given.length <= EMAIL_MAX && ADDRESS.test(given)

/** The form in which addresses are compared: lower case, without a `+tag`. */
export function emailKey(address: string): string {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at).split('+')[0] ?? ''
  return `${local}${address.slice(at)}`.toLowerCase()
}

export function isCollegeAddress(address: string, domains: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return domains.some((allowed) => allowed.toLowerCase() === domain)
}

const MAIL_LINK = /^mailto:([^?]+)(?:\?(.*))?$/i
const HEADERS = ['subject', 'body']

/** True for `mailto:` with one recipient, and nothing but a subject and a text: no copy that its reader does not see. */
export function isMailLink(href: string): boolean {
  const [, recipient = '', query = ''] = MAIL_LINK.exec(href) ?? []
  const names = [...new URLSearchParams(query).keys()]
  return isEmailAddress(recipient) && names.every((name) => HEADERS.includes(name.toLowerCase()))
}
