import { hash, randomBytes } from 'node:crypto'

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
