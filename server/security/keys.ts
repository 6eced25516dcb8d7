import { hkdfSync } from 'node:crypto'

/**
 * A 32-byte key for one purpose, derived from APP_KEY (HKDF-SHA-256), so that what was made for one purpose never opens another.
 */
export function deriveKey(appKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appKey, '', `stampus/${purpose}`, 32))
}
