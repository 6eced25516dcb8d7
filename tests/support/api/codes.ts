import { createHmac } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator app shows at a moment, `steps` of 30 seconds off. */
export function totpCode(secret: string, at: Date, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() + steps * 30_000 })
}

/** The code that a phone shows at this time. */
export function voucherCode(key: string, timestamp: number): string {
  return new TOTP({ secret: key, digits: 4, period: 30 }).generate({ timestamp })
}

/** Milliseconds around a code that is valid now. */
export const STEPS = [-60_000, -30_000, 0, 30_000, 60_000, 90_000]

/** A code that is not valid in this minute, nor in the next. `code` returns the one of so many milliseconds later. */
export function wrongCode(code: (ms: number) => string): string {
  const right = STEPS.map(code)
  return ['0000', '1111', '2222', '3333', '4444', '5555', '6666'].find((one) => !right.includes(one)) ?? ''
}

/** The digits that a counter without a network compares with those of a voucher's page. */
export function proofCode({ key }: { key: Buffer }, number: string, at: Date): string {
  const own = createHmac('sha1', key).update(`${number} used`).digest()
  const secret = new Secret({ buffer: new Uint8Array(own).buffer })
  return new TOTP({ secret, digits: 2, period: 30 }).generate({ timestamp: at.getTime() })
}

/** The code that a counter without a network shows for a voucher: of its key followed by the number. */
export function counterCode({ key }: { key: Buffer }, number: string, at: Date): string {
  const secret = new Secret({ buffer: new Uint8Array(Buffer.concat([key, Buffer.from(number)])).buffer })
  return new TOTP({ secret, digits: 6, period: 30, algorithm: 'SHA1' }).generate({ timestamp: at.getTime() })
}
