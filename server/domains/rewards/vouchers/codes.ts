import { createHmac } from 'node:crypto'
import { COUNTER_CODE_DIGITS, VOUCHER_CODE_DIGITS, VOUCHER_CODE_SECONDS } from '@stampus/contract/limits'
import { Secret, TOTP } from 'otpauth'
import { MINUTE_MS } from '../../../platform/durations.ts'

const totpOf = (key: Buffer, digits = VOUCHER_CODE_DIGITS) =>
  new TOTP({ secret: secretOf(key), digits, period: VOUCHER_CODE_SECONDS })

/** Whether this is the code of a voucher's key now, or of the step before or after. */
export const isCurrentCode = (key: Buffer, code: string, now: Date): boolean =>
  totpOf(key).validate({ token: code, timestamp: now.getTime(), window: 1 }) !== null

const STEP_MS = VOUCHER_CODE_SECONDS * 1000

/** Whether this was the code of a voucher's key in the minute that begins at `minute`, or in the step before it. */
export function wasCode(key: Buffer, code: string, minute: Date): boolean {
  const begin = Math.floor(minute.getTime() / MINUTE_MS) * MINUTE_MS
  const times = [begin - STEP_MS, begin, begin + STEP_MS]
  return times.some((timestamp) => totpOf(key).validate({ token: code, timestamp, window: 0 }) !== null)
}

/** The step of 30 seconds whose code a phone showed without a network: now, or one away; undefined for a wrong code. */
export function findCounterStep(phoneKey: Buffer, { number, code }: { number: string; code: string }, now: Date) {
  const totp = totpOf(Buffer.concat([phoneKey, Buffer.from(number)]), COUNTER_CODE_DIGITS)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

/** The key of the digits by which a cashier without a network knows a voucher's true page, from the key of the phone. */
export const proofKey = (phoneKey: Buffer, number: string): Buffer =>
  createHmac('sha1', phoneKey).update(`${number} used`).digest()

export const presentKey = (key: Buffer): string => secretOf(key).base32

const secretOf = (key: Buffer): Secret => new Secret({ buffer: new Uint8Array(key).buffer })
