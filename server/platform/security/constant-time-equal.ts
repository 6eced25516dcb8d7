import { timingSafeEqual } from 'node:crypto'

/**
 * Whether two texts are the same, in a time that tells nothing of where they differ. The texts are compared, not the bytes that
 * they spell: in hex and base64url one byte can be spelt in several ways.
 */
export function isSameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
