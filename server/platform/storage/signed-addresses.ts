import { createHmac } from 'node:crypto'
import { constantTimeEqual, deriveKey } from '../security/crypto.ts'

const WINDOW_SECONDS = 300
const MOST_KEPT = 10_000
const FEW = 4

/** A list that is asked for again holds the same thirty addresses. By what they were signed with and until when. */
const lately = new Map<string, Map<string, string>>()

/** `holder` names the one person or session that the address is made for; the route that serves it checks that they still may. */
type Grant = { purpose: string; expiresAt: Date; holder?: string }

/**
 * The path with `expires` (unix seconds), `signature` and, where it has one, `holder` added: good for one purpose until
 * then (D-44).
 */
export function signPath(appKey: string, path: string, { purpose, expiresAt, holder }: Grant): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1000))
  const signed = `${path}?expires=${expires}&signature=${signedLately(appKey, purpose, subject(path, holder), expires)}`
  return holder === undefined ? signed : `${signed}&holder=${holder}`
}

/**
 * Whether a request's query carries a signature made for this very path and purpose that has not expired.
 */
export function verifyPath(
  appKey: string,
  path: string,
  asked: { purpose: string; query: { expires?: unknown; signature?: unknown; holder?: unknown }; now: Date },
): boolean {
  const { expires, signature: given, holder } = asked.query
  if (typeof expires !== 'string' || typeof given !== 'string' || !/^\d{1,11}$/.test(expires)) return false
  if (holder !== undefined && typeof holder !== 'string') return false
  if (Number(expires) * 1000 <= asked.now.getTime()) return false
  return constantTimeEqual(given, signature(appKey, asked.purpose, subject(path, holder), expires))
}

/**
 * When a URL signed now expires: in 5 to 10 minutes (D-44), the same moment for all calls within 5 minutes, so that a list
 * asked for again holds the same URLs and the browser shows the pictures it has.
 */
export function nextExpiry(now: Date): Date {
  const window = Math.floor(now.getTime() / 1000 / WINDOW_SECONDS)
  return new Date((window + 2) * WINDOW_SECONDS * 1000)
}

/** A holder is joined by a character that no path holds. */
function subject(path: string, holder: string | undefined): string {
  return holder === undefined ? path : `${path}|${holder}`
}

function signedLately(appKey: string, purpose: string, path: string, expires: string): string {
  const paths = signedUntil(`${expires}|${purpose}|${appKey}`)
  const known = paths.get(path)
  if (known !== undefined) return known
  const made = signature(appKey, purpose, path, expires)
  if (paths.size < MOST_KEPT) paths.set(path, made)
  return made
}

/** What expired earlier is asked for no more. */
function signedUntil(grant: string): Map<string, string> {
  const known = lately.get(grant)
  if (known) return known
  if (lately.size >= FEW) lately.clear()
  const paths = new Map<string, string>()
  lately.set(grant, paths)
  return paths
}

function signature(appKey: string, purpose: string, path: string, expires: string): string {
  const key = deriveKey(appKey, `signed-path/${purpose}`)
  return createHmac('sha256', key).update(`${purpose}|${path}|${expires}`).digest('base64url')
}
