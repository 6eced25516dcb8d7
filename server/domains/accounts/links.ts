import { randomBytes } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { createLinks, LINK_LIFE_MS } from '../../platform/security/signed-links.ts'

type Account = { id: number; email: string; password_hash: string; link_nonce: string }

/** Links that verify an address. They work for 60 minutes, until the member's nonce or the address changes. */
export const verificationLinks = createLinks<{ link_nonce: string; address: string }>(
  { purpose: 'verification-link', path: '/email/verification' },
  ({ link_nonce, address }) => [link_nonce, address],
)

/** Links to a new password. They work for 60 minutes, until the member's password, address or nonce changes. */
export const resetLinks = createLinks<Omit<Account, 'id'>>(
  { purpose: 'reset-link', path: '/password/reset' },
  ({ link_nonce, email, password_hash }) => [link_nonce, email, password_hash],
)

/** Links that unlock a browser. They work for 15 minutes, until the member's password or address changes. */
export const unlockLinks = createLinks<Omit<Account, 'password_hash'>>(
  { purpose: 'unlock-link', path: '/browser/unlock', lifeMs: 15 * MINUTE_MS },
  ({ id, link_nonce, email }) => [String(id), link_nonce, email],
)

/** Links that stop an email change work for 24 hours, longer than its confirmation: some read mail in the evening. */
export const stopLinks = createLinks<{ user_id: number; old_email: string; new_email: string }>(
  { purpose: 'stop-email-change-link', path: '/email/keep', lifeMs: 24 * HOUR_MS },
  ({ user_id, old_email, new_email }) => [String(user_id), old_email, new_email],
)

/** Part of every link of a member: a new one voids the links sent before. */
export const newNonce = (): string => randomBytes(16).toString('base64url')

export const linksExpiredBefore = (now: Date): Date => new Date(now.getTime() - LINK_LIFE_MS)
