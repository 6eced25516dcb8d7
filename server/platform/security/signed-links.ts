import { createHash, createHmac } from 'node:crypto'
import type { Config } from '../../config.ts'
import { HOUR_MS } from '../durations.ts'
import { constantTimeEqual, deriveKey } from './crypto.ts'

export const LINK_LIFE_MS = HOUR_MS

/** Each purpose has its own key, so a link is valid for one purpose only. */
export type LinkKind = { purpose: `${string}-link`; path: `/${string}`; lifeMs?: number }
export type SignedLink = { id: number; hash: string; expires: string | number; signature: string }

type Keys = Pick<Config, 'APP_KEY'>
type Places = Keys & Pick<Config, 'WEB_URL'>

/** `hash` covers all data that must not change until the link is used. */
export function signedLink(config: Places, kind: LinkKind, about: { id: number; hash: string }, now: Date): string {
  const { id, hash } = about
  const expires = String(Math.floor((now.getTime() + (kind.lifeMs ?? LINK_LIFE_MS)) / 1000))
  const signature = sign(config, kind, `${id}|${hash}|${expires}`)
  return `${config.WEB_URL}${kind.path}?${new URLSearchParams({ id: String(id), hash, expires, signature })}`
}

export function isValidLink(config: Keys, kind: LinkKind, { id, hash, expires, signature }: SignedLink, now: Date) {
  const until = String(expires)
  if (!/^\d{1,11}$/.test(until) || !constantTimeEqual(signature, sign(config, kind, `${id}|${hash}|${until}`)))
    return false
  return Number(until) * 1000 > now.getTime()
}

const sign = ({ APP_KEY }: Keys, { purpose }: LinkKind, text: string): string =>
  createHmac('sha256', deriveKey(APP_KEY, purpose)).update(text).digest('hex')

/** `boundTo`: the data that a link depends on; once any of it changes, the link is invalid. */
export function createLinks<About>(kind: LinkKind, boundTo: (about: About) => string[]) {
  const hashOf = (id: number, about: About) =>
    createHash('sha256')
      .update([id, ...boundTo(about)].join('|'))
      .digest('hex')
      .slice(0, 40)
  return {
    make: (config: Places, id: number, about: About, now: Date) =>
      signedLink(config, kind, { id, hash: hashOf(id, about) }, now),
    isValid: (config: Keys, link: SignedLink, now: Date) => isValidLink(config, kind, link, now),
    matches: (link: SignedLink, about: About) => constantTimeEqual(link.hash, hashOf(link.id, about)),
  }
}
