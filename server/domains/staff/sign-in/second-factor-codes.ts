import { randomBytes } from 'node:crypto'
import { plainDigits } from '@stampus/contract/values/typedText'
import { TOTP } from 'otpauth'
import { hashToken, toSecret } from '../../../platform/security/crypto.ts'

const PERIOD_SECONDS = 30
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
const RECOVERY_BYTES = 10
const GROUP = /.{4}(?=.)/g

export const newSecret = (): Uint8Array => randomBytes(SECRET_BYTES)

/** The secret for an authenticator app: as text to type, and as the URI of a QR code. */
export function presentSecret(secret: Uint8Array, issuer: string, label: string): { secret: string; uri: string } {
  const totp = totpOf(secret, { issuer, label })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The time step of 30 seconds that a code belongs to, at most one away from now; undefined for a wrong code. */
export function findStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  // Compares all three steps, each in constant time.
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

/** Ten codes, each valid once. They have 80 random bits, so an unsalted hash is enough. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const code = toSecret(randomBytes(RECOVERY_BYTES)).base32
    return code.replace(GROUP, '$&-').toLowerCase()
  })

/** The stored hash of a recovery code. Spaces, hyphens and case do not matter. */
export const hashRecoveryCode = (code: string): Buffer => hashToken(normalizeCode(code))

export const normalizeCode = (code: string): string => plainDigits(code).toLowerCase()

const totpOf = (secret: Uint8Array, name: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...name, secret: toSecret(secret), algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS })
