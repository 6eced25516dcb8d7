import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { COUNTER_CODE_DIGITS, PROOF_DIGITS, VOUCHER_CODE_SECONDS } from '@stampus/contract/limits'
import { Secret, TOTP } from 'otpauth/bare'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The code of this phone for a voucher at a time, in milliseconds. Its key is that of the phone, then the voucher's number. */
export function offlineCode(key: string, number: string, at: number): string {
  return codeOf(new Uint8Array([...Secret.fromBase32(key).bytes, ...bytesOf(number)]), COUNTER_CODE_DIGITS, at)
}

/** What the true page of a voucher shows at a time once the code of this phone was used for it. */
export function proofCode(key: string, number: string, at: number): string {
  return codeOf(hmac(sha1, Secret.fromBase32(key).bytes, bytesOf(`${number} used`)), PROOF_DIGITS, at)
}

export function secondsLeft(at: number): number {
  return VOUCHER_CODE_SECONDS - (Math.floor(at / 1000) % VOUCHER_CODE_SECONDS)
}

/** The library comes without hash functions here, which are most of its size. */
function codeOf(key: Uint8Array, digits: number, timestamp: number): string {
  const secret = new Secret({ buffer: new Uint8Array(key).buffer })
  const period = VOUCHER_CODE_SECONDS
  return new TOTP({ secret, digits, period, hmac: (_, own, message) => hmac(sha1, own, message) }).generate({
    timestamp,
  })
}
