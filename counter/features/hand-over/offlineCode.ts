import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { COUNTER_CODE_DIGITS, VOUCHER_CODE_SECONDS } from '@stampus/contract/limits'
import { Secret, TOTP } from 'otpauth/bare'

/** The code of this phone for a voucher at a time, in milliseconds. Its key is that of the phone, then the voucher's number. */
export function offlineCode(key: string, number: string, at: number): string {
  const bytes = new Uint8Array([...Secret.fromBase32(key).bytes, ...new TextEncoder().encode(number)])
  const secret = new Secret({ buffer: bytes.buffer })
  // The library comes without hash functions here, which are most of its size.
  const totp = new TOTP({
    secret,
    digits: COUNTER_CODE_DIGITS,
    period: VOUCHER_CODE_SECONDS,
    hmac: (_, own, message) => hmac(sha1, own, message),
  })
  return totp.generate({ timestamp: at })
}

/** Seconds until the next code. */
export function secondsLeft(at: number): number {
  return VOUCHER_CODE_SECONDS - (Math.floor(at / 1000) % VOUCHER_CODE_SECONDS)
}
