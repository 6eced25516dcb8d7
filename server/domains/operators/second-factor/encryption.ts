import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from '../../../platform/security/crypto.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A secret as it is stored: AES-256-GCM under a key from APP_KEY, good for this operator's row alone. */
export function sealed(appKey: string, operatorId: number, secret: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(appKey), nonce).setAAD(Buffer.from(String(operatorId)))
  const body = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** The secret again. Throws where it was sealed with another APP_KEY or for another operator, or was changed. */
export function unsealed(appKey: string, operatorId: number, stored: Buffer): Buffer {
  const nonce = stored.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(appKey), nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(String(operatorId))).setAuthTag(stored.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(stored.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}

function keyOf(appKey: string): Buffer {
  return deriveKey(appKey, 'second-factor')
}
