import { hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** A secret for its holder, and all that the database knows of it. */
export type Token = { token: string; hash: Buffer }

/** A new random token of 256 bits (D-10). */
export function newToken(): Token {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** The SHA-256 of a token. It needs no salt: what is hashed is random already. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

const derived = new Map<string, Buffer>()

/**
 * A 32-byte key for one purpose, derived from APP_KEY (HKDF-SHA-256), so that what was made for one purpose never opens another.
 */
export function deriveKey(appKey: string, purpose: string): Buffer {
  const name = `${purpose}|${appKey}`
  // A list signs thirty addresses, and deriving costs more than signing.
  const key = derived.get(name) ?? Buffer.from(hkdfSync('sha256', appKey, '', `stampus/${purpose}`, 32))
  derived.set(name, key)
  return key
}

/**
 * Whether two texts are the same, in a time that tells nothing of where they differ. The texts are compared, not the bytes that
 * they spell: in hex and base64url one byte can be spelt in several ways.
 */
export function constantTimeEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
