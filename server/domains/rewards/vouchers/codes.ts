import { VOUCHER_CODE_DIGITS, VOUCHER_CODE_SECONDS } from '@stampus/contract/limits'
import { Secret, TOTP } from 'otpauth'

/** Whether this is the code of a voucher's key now, or of the step before or after. */
export function isCurrentCode(key: Buffer, code: string, now: Date): boolean {
  const totp = new TOTP({ secret: secretOf(key), digits: VOUCHER_CODE_DIGITS, period: VOUCHER_CODE_SECONDS })
  return totp.validate({ token: code, timestamp: now.getTime(), window: 1 }) !== null
}

/** A key as the member's app gets it, in Base32. */
export function presentKey(key: Buffer): string {
  return secretOf(key).base32
}

function secretOf(key: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(key).buffer })
}
