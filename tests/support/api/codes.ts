import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator app shows at a moment, `steps` of 30 seconds off. */
export function totpCode(secret: string, at: Date, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() + steps * 30_000 })
}
