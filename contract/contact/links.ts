import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { malayText } from '../fields.ts'
import { LINK_ADDRESS_MAX } from '../limits.ts'
import { isEmailAddress } from '../values/emails.ts'

const link = z.object({
  title: z.string(),
  title_ms: malayText,
  /** `https:`, `mailto:` or `tel:`. */
  address: z.string(),
  note: z.nullable(z.string()),
  note_ms: malayText,
})
export type Link = z.infer<typeof link>

const linkGroup = z.object({
  id: z.number(),
  title: z.string(),
  title_ms: malayText,
  /** At least one, in their order. */
  links: z.array(link),
})
export type LinkGroup = z.infer<typeof linkGroup>

/** The groups of links that are shown today, in their order. Groups without a link are left out. */
export const list = endpoint({
  method: 'GET',
  path: '/links',
  access: 'public',
  input: z.object({}),
  answer: z.object({ data: z.array(linkGroup) }),
})

/** What an address may contain; other characters are percent-encoded in it. */
const REST = "[\\w.~:/?#[\\]@!$&'()*+,;=%-]*"
const PAGE = new RegExp(
  `^https://(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+[a-z](?:[a-z0-9-]*[a-z0-9])(?::\\d{1,5})?(?:[/?#]${REST})?$`,
  'i',
)
const EMAIL = new RegExp(`^mailto:([^?]+)(?:\\?${REST})?$`, 'i')
const PHONE = /^tel:\+?\d(?:-?\d){2,19}$/i

/** True for the address of a page (`https:`, a host with a dot, no name and password before it), an email or a phone number. */
export function isLinkAddress(given: string): boolean {
  if (given.length > LINK_ADDRESS_MAX) return false
  if (PAGE.test(given)) return isParsed(given)
  return PHONE.test(given) || isEmailAddress(EMAIL.exec(given)?.[1] ?? '')
}

/** False also for what the pattern does not know, such as a port above 65535. Not `URL.canParse`: it is too new for some phones. */
function isParsed(address: string): boolean {
  try {
    return new URL(address).protocol === 'https:'
  } catch {
    return false
  }
}
