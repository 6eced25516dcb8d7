import { EMAIL_MAX } from '../limits.ts'

const ADDRESS =
  /^(?!\+)[a-z0-9.#$&'*+=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i

/**
 * Whether a text has the form of an address (S-5.12): plain ASCII, one @, no % ! : / or space before it, a
 * name before a +tag, a dotted domain.
 */
export function isEmailAddress(given: string): boolean {
  return given.length <= EMAIL_MAX && ADDRESS.test(given)
}

/** The form in which addresses are compared: lower case, without a `+tag` (D-20). */
export function emailKey(address: string): string {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at).split('+')[0] ?? ''
  return `${local}${address.slice(at)}`.toLowerCase()
}

/** Whether the part after the last @ is one of the college's domains (D-20, S-5.04). */
export function isCollegeAddress(address: string, domains: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return domains.some((allowed) => allowed.toLowerCase() === domain)
}
