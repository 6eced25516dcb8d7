import { hkdfSync } from 'node:crypto'

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
