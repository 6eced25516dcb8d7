import { createHash, createHmac } from 'node:crypto'
import type { Config } from '../../config.ts'
import { constantTimeEqual, deriveKey } from './crypto.ts'

/** How long the link in a mail works. */
export const LINK_LIFE_MS = 60 * 60 * 1000

/** What a link is for, and the page it opens. Each purpose has a key of its own, so that no link does another's work. */
export type LinkKind = { purpose: `${string}-link`; path: `/${string}`; lifeMs?: number }
export type SignedLink = { id: number; hash: string; expires: string | number; signature: string }

export type Keys = Pick<Config, 'APP_KEY'>
export type Places = Keys & Pick<Config, 'WEB_URL'>

/** A link for a mail, good for 60 minutes unless its kind says otherwise; `hash` stands for all that must not have changed until it is used. */
export function signedLink(config: Places, kind: LinkKind, about: { id: number; hash: string }, now: Date): string {
  const { id, hash } = about
  const expires = String(Math.floor((now.getTime() + (kind.lifeMs ?? LINK_LIFE_MS)) / 1000))
  const signature = sign(config, kind, `${id}|${hash}|${expires}`)
  return `${config.WEB_URL}${kind.path}?${new URLSearchParams({ id: String(id), hash, expires, signature })}`
}

/** Whether a link was signed by us for this and has not expired. */
export function isValidLink(config: Keys, kind: LinkKind, { id, hash, expires, signature }: SignedLink, now: Date) {
  const until = String(expires)
  if (!/^\d{1,11}$/.test(until) || !constantTimeEqual(signature, sign(config, kind, `${id}|${hash}|${until}`)))
    return false
  return Number(until) * 1000 > now.getTime()
}

function sign({ APP_KEY }: Keys, { purpose }: LinkKind, text: string): string {
  return createHmac('sha256', deriveKey(APP_KEY, purpose)).update(text).digest('hex')
}

/**
 * Links of a kind that go to one holder: `boundTo` names what they depend on, and once any of it changes they no longer work.
 * The id is that of the account, the request or the change that they are about.
 */
export function createLinks<About>(kind: LinkKind, boundTo: (about: About) => string[]) {
  const hashOf = (id: number, about: About) =>
    createHash('sha256')
      .update([id, ...boundTo(about)].join('|'))
      .digest('hex')
      .slice(0, 40)
  return {
    /** The address for a mail. */
    make: (config: Places, id: number, about: About, now: Date) =>
      signedLink(config, kind, { id, hash: hashOf(id, about) }, now),
    /** Whether a link was signed by us and has not expired. */
    isSound: (config: Keys, link: SignedLink, now: Date) => isValidLink(config, kind, link, now),
    /** Whether a link was made for this, as it is now. */
    isFor: (link: SignedLink, about: About) => constantTimeEqual(link.hash, hashOf(link.id, about)),
  }
}
