import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import { isSameText } from '../security/equal.ts'
import { deriveKey } from '../security/keys.ts'

const LIFE_MS = 60 * 60 * 1000

type Keys = Pick<Config, 'APP_KEY'>
type Holder = { id: number; link_nonce: string }
export type GivenLink = { id: number; hash: string; expires: string | number; signature: string }

/** Part of every link of a member: a new one voids the links sent before. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url')
}

/** When the links were made that have expired by now. */
export function linksExpiredBefore(now: Date): Date {
  return new Date(now.getTime() - LIFE_MS)
}

/** The link that proves an address: good for 60 minutes, for this address, until the member's nonce changes (D-23). */
export function verificationLink(
  config: Keys & Pick<Config, 'WEB_URL'>,
  holder: Holder,
  address: string,
  now: Date,
): string {
  const hash = addressHash(holder, address)
  const expires = String(Math.floor((now.getTime() + LIFE_MS) / 1000))
  const query = new URLSearchParams({
    id: String(holder.id),
    hash,
    expires,
    signature: sign(config, holder.id, hash, expires),
  })
  return `${config.WEB_URL}/email/verification?${query}`
}

/** Whether a link was signed by us and has not expired. */
export function isSoundLink(config: Keys, { id, hash, expires, signature }: GivenLink, now: Date): boolean {
  const until = String(expires)
  if (!/^\d{1,11}$/.test(until) || !isSameText(signature, sign(config, id, hash, until))) return false
  return Number(until) * 1000 > now.getTime()
}

/** Whether a link's hash stands for this address of its holder. */
export function provesAddress(link: GivenLink, holder: Holder, address: string): boolean {
  return isSameText(link.hash, addressHash(holder, address))
}

function addressHash({ id, link_nonce }: Holder, address: string): string {
  return createHash('sha256').update(`${id}|${link_nonce}|${address}`).digest('hex').slice(0, 40)
}

function sign({ APP_KEY }: Keys, id: number, hash: string, expires: string): string {
  const key = deriveKey(APP_KEY, 'verification-link')
  return createHmac('sha256', key).update(`${id}|${hash}|${expires}`).digest('hex')
}
