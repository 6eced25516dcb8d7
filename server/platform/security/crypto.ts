import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { Secret } from 'otpauth'

/** The database stores only the hash. */
export type Token = { token: string; hash: Buffer }

export function newToken(): Token {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** Hashes without salt, because a token is random. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')

const derived = new Map<string, Buffer>()

/** Derives a key for one purpose (HKDF-SHA-256), so that no signature is valid for another. */
export function deriveKey(appKey: string, purpose: string): Buffer {
  const name = `${purpose}|${appKey}`
  // Cached, because a list signs thirty URLs and deriving a key takes longer than signing.
  const key = derived.get(name) ?? Buffer.from(hkdfSync('sha256', appKey, '', `stampus/${purpose}`, 32))
  derived.set(name, key)
  return key
}

/** Compares texts, not decoded bytes: hex and base64url have several spellings of a byte. */
export function constantTimeEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM, bound to its place, such as the id of its account. */
export function encryptSecret(key: Buffer, place: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Throws for another key or place, and for changed bytes. */
export function decryptSecret(key: Buffer, place: string, stored: Buffer): Buffer {
  const nonce = stored.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(place)).setAuthTag(stored.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(stored.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}

/** A key of one-time codes; `base32` is its text. */
export const toSecret = (key: Uint8Array): Secret => new Secret({ buffer: new Uint8Array(key).buffer })
