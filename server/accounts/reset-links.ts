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

type Holder = { email: string; password_hash: string; link_nonce: string }

const RESET: LinkKind = { purpose: 'reset-link', path: '/password/reset' }

/** The link to a new password (D-25): good for 60 minutes, until the member's password, address or nonce changes. */
export function resetLink(config: Places, resetId: number, holder: Holder, now: Date): string {
  return signedLink(config, RESET, { id: resetId, hash: holderHash(resetId, holder) }, now)
}

/** Whether a reset link was signed by us and has not expired. */
export function isSoundReset(config: Keys, link: GivenLink, now: Date): boolean {
  return isSoundLink(config, RESET, link, now)
}

/** Whether a link was made for this member as they are now. */
export function resetsPassword(link: GivenLink, holder: Holder): boolean {
  return isSameText(link.hash, holderHash(link.id, holder))
}

function holderHash(resetId: number, { email, password_hash, link_nonce }: Holder): string {
  const said = `${resetId}|${link_nonce}|${email}|${password_hash}`
  return createHash('sha256').update(said).digest('hex').slice(0, 40)
}
