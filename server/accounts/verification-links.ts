import { createHash } from 'node:crypto'
import { isSameText } from '../security/equal.ts'
import {
  type GivenLink,
  isSoundLink,
  type Keys,
  type LinkKind,
  type Places,
  signedLink,
} from '../security/signed-links.ts'

type Holder = { id: number; link_nonce: string }

const VERIFICATION: LinkKind = { purpose: 'verification-link', path: '/email/verification' }

/** The link that proves an address: good for 60 minutes, for this address, until the member's nonce changes (D-23). */
export function verificationLink(config: Places, holder: Holder, address: string, now: Date): string {
  return signedLink(config, VERIFICATION, { id: holder.id, hash: addressHash(holder, address) }, now)
}

/** Whether a verification link was signed by us and has not expired. */
export function isSoundVerification(config: Keys, link: GivenLink, now: Date): boolean {
  return isSoundLink(config, VERIFICATION, link, now)
}

/** Whether a link's hash stands for this address of its holder. */
export function provesAddress(link: GivenLink, holder: Holder, address: string): boolean {
  return isSameText(link.hash, addressHash(holder, address))
}

function addressHash({ id, link_nonce }: Holder, address: string): string {
  return createHash('sha256').update(`${id}|${link_nonce}|${address}`).digest('hex').slice(0, 40)
}
