import { EMAIL_MAX } from '../limits.ts'

const ADDRESS =
  /^(?!\+)[a-z0-9.#$&'*+=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i

/**
 * True if the text has the form of an email address: plain ASCII, one @, no % ! : / or space before it, a name before a
 * +tag, a domain with a dot.
 */
export function isEmailAddress(given: string): boolean {
  return given.length <= EMAIL_MAX && ADDRESS.test(given)
}

/** The form in which addresses are compared: lower case, without a `+tag`. */
export function emailKey(address: string): string {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at).split('+')[0] ?? ''
  return `${local}${address.slice(at)}`.toLowerCase()
}

/** True if the domain of the address is one of the college's domains. */
export function isCollegeAddress(address: string, domains: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return domains.some((allowed) => allowed.toLowerCase() === domain)
}
