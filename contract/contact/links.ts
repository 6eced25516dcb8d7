import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, malayText, nothing, titles } from '../fields.ts'
import { LINK_ADDRESS_MAX } from '../limits.ts'
import { isMailLink } from '../values/emails.ts'

const link = z.object({
  ...titles,
  /** `https:`, `mailto:` or `tel:`. */
  address: z.string(),
  note: z.nullable(z.string()),
  note_ms: malayText,
})
export type Link = z.infer<typeof link>

const linkGroup = z.object({
  id: z.number(),
  ...titles,
  /** At least one, in their order. */
  links: z.array(link),
})
export type LinkGroup = z.infer<typeof linkGroup>

/** The groups of links that are shown today, in their order. Groups without a link are left out. */
export const list = endpoint('GET /links', 'public', nothing, dataOf(z.array(linkGroup)))

/** What an address may contain; other characters are percent-encoded in it. */
const REST = "[\\w.~:/?#[\\]@!$&'()*+,;=%-]*"
const PAGE = new RegExp(
  `^https://(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+[a-z](?:[a-z0-9-]*[a-z0-9])(?::(\\d{1,5}))?(?:[/?#]${REST})?$`,
  'i',
)
/** A browser cannot parse an address with a higher one. */
const PORT_MAX = 65_535
const EMAIL = new RegExp(`^mailto:${REST}$`, 'i')
const PHONE = /^tel:\+?\d(?:-?\d){2,19}$/i

/** True for the address of a page (`https:`, a host with a dot, no name and password before it), an email or a phone number. */
export function isLinkAddress(given: string): boolean {
  if (given.length > LINK_ADDRESS_MAX) return false
  const [page, port = '0'] = PAGE.exec(given) ?? []
  if (page !== undefined) return Number(port) <= PORT_MAX
  return PHONE.test(given) || (EMAIL.test(given) && isMailLink(given))
}
