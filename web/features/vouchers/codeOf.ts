import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { VOUCHER_CODE_SECONDS } from '@stampus/contract/limits'
import { TOTP } from 'otpauth/bare'

/** The code of a step of time by RFC 6238. The library comes without hash functions here, which are most of its size. */
export function codeOf(key: string, step: number, digits: number): string {
  const totp = new TOTP({
    secret: key,
    digits,
    period: VOUCHER_CODE_SECONDS,
    hmac: (_, secret, message) => hmac(sha1, secret, message),
  })
  return totp.generate({ timestamp: step * VOUCHER_CODE_SECONDS * 1000 })
}
