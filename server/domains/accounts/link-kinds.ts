import { randomBytes } from 'node:crypto'
import { LINK_LIFE_MS } from '../../platform/security/signed-links.ts'

/** Part of every link of a member: a new one voids the links sent before. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url')
}

/** When the links were made that have expired by now. */
export function linksExpiredBefore(now: Date): Date {
  return new Date(now.getTime() - LINK_LIFE_MS)
}
