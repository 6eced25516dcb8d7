import { createHmac } from 'node:crypto'
import { constantTimeEqual, deriveKey } from '../security/crypto.ts'

const WINDOW_SECONDS = 300
const MAX_PATHS = 10_000
const MAX_GRANTS = 4

/** Addresses by grant and path, so that a list that is loaded again has the same thirty URLs. */
const recent = new Map<string, Map<string, string>>()

/** `holder`: for whom the URL is; the route that serves it checks their access. */
type Grant = { purpose: string; expiresAt: Date; holder?: string }

/** Valid for one purpose until `expiresAt`. */
export function signPath(appKey: string, path: string, { purpose, expiresAt, holder }: Grant): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1000))
  const signed = `${path}?expires=${expires}&signature=${cachedSignature(appKey, purpose, subject(path, holder), expires)}`
  return holder === undefined ? signed : `${signed}&holder=${holder}`
}

export function verifyPath(
  appKey: string,
  path: string,
  request: { purpose: string; query: { expires?: unknown; signature?: unknown; holder?: unknown }; now: Date },
): boolean {
  const { expires, signature: given, holder } = request.query
  if (typeof expires !== 'string' || typeof given !== 'string' || !/^\d{1,11}$/.test(expires)) return false
  if (holder !== undefined && typeof holder !== 'string') return false
  if (Number(expires) * 1000 <= request.now.getTime()) return false
  return constantTimeEqual(given, signature(appKey, request.purpose, subject(path, holder), expires))
}

/** A time in 5 to 10 minutes, the same for 5 minutes: a list loaded again has the same URLs and cached pictures. */
export function nextExpiry(now: Date): Date {
  const window = Math.floor(now.getTime() / 1000 / WINDOW_SECONDS)
  return new Date((window + 2) * WINDOW_SECONDS * 1000)
}

/** The separator does not occur in a path. */
const subject = (path: string, holder: string | undefined): string =>
  holder === undefined ? path : `${path}|${holder}`

function cachedSignature(appKey: string, purpose: string, path: string, expires: string): string {
  const grant = `${expires}|${purpose}|${appKey}`
  // Earlier grants have expired, so they are dropped.
  if (!recent.has(grant) && recent.size >= MAX_GRANTS) recent.clear()
  const paths = recent.get(grant) ?? new Map<string, string>()
  recent.set(grant, paths)
  const known = paths.get(path)
  if (known !== undefined) return known
  const made = signature(appKey, purpose, path, expires)
  if (paths.size < MAX_PATHS) paths.set(path, made)
  return made
}

function signature(appKey: string, purpose: string, path: string, expires: string): string {
  const key = deriveKey(appKey, `signed-path/${purpose}`)
  return createHmac('sha256', key).update(`${purpose}|${path}|${expires}`).digest('base64url')
}
