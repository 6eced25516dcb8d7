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
import type { EmailChangeRow } from './accounts.store.ts'

/** Longer than the change itself can be confirmed, for people who read their mail in the evening. */
const LIFE_MS = 24 * 60 * 60 * 1000

const STOP: LinkKind = { purpose: 'stop-email-change-link', path: '/email/keep', lifeMs: LIFE_MS }

/** The link that stops one email change: good for 24 hours, and for nothing else. */
export function stopLink(config: Places, changeId: number, change: EmailChangeRow, now: Date): string {
  return signedLink(config, STOP, { id: changeId, hash: changeHash(changeId, change) }, now)
}

/** Whether such a link was signed by us and has not expired. */
export function isSoundStop(config: Keys, link: GivenLink, now: Date): boolean {
  return isSoundLink(config, STOP, link, now)
}

/** Whether a link was made for this change. */
export function stopsChange(link: GivenLink, change: EmailChangeRow): boolean {
  return isSameText(link.hash, changeHash(link.id, change))
}

function changeHash(changeId: number, { user_id, old_email, new_email }: EmailChangeRow): string {
  return createHash('sha256').update(`${changeId}|${user_id}|${old_email}|${new_email}`).digest('hex').slice(0, 40)
}
