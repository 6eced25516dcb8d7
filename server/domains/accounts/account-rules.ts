import { texts } from '@stampus/contract/texts'
import { isCollegeAddress } from '@stampus/contract/values/emails'
import type { Deps } from '../../deps.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '../../platform/durations.ts'
import { invalid } from '../../platform/http/http-error.ts'
import { addressKey, type Limit } from '../../platform/rate-limits/rate-limits.ts'

export function requireCollegeAddress({ config }: Pick<Deps, 'config'>, email: string): void {
  if (!isCollegeAddress(email, config.COLLEGE_DOMAINS)) throw invalid('email', texts.collegeEmailOnly)
}

/** Above this many calls of one kind in 10 minutes an address is slowed down, above twice as many by 3 seconds each. */
const CROWD = 300

/** Registration: from an address what a lecture hall needs (`CROWD`), then slower; for a mailbox from it 5 a minute. */
export const registrationLimits = (account: string, address: string) => crowdLimits('register', account, address)

function crowdLimits(kind: string, account: string, address: string): Limit[] {
  const from = addressKey(address)
  return [
    {
      key: `${kind}|address|${from}`,
      max: 2 * CROWD,
      windowSeconds: 10 * MINUTE_SECONDS,
      slowAfter: CROWD,
      holder: account,
    },
    { key: `${kind}|account+address|${account}|${from}`, max: 5, windowSeconds: MINUTE_SECONDS },
  ]
}

/** Requests for a verification link without a session: as registrations, counted separately, and `resendLimits`. */
export const guestResendLimits = (account: string, address: string): Limit[] => [
  ...crowdLimits('resend', account, address),
  ...resendLimits(account),
]

/** New verification links: 1 a minute, 5 an hour for each requester, so that strangers cannot use up the owner's. */
export const resendLimits = (requester: string): Limit[] => [
  { key: `resend|minute|${requester}`, max: 1, windowSeconds: MINUTE_SECONDS },
  { key: `resend|hour|${requester}`, max: 5, windowSeconds: HOUR_SECONDS },
]

/** Requests for a link that unlocks a browser: as for registrations, counted separately. */
export const unlockLimits = (account: string, address: string) => crowdLimits('unlock', account, address)

/** Changes of the address in the profile: 25 an hour for each member, and as for registrations, counted separately. */
export const emailChangeLimits = (userId: number, account: string, address: string): Limit[] => [
  ...crowdLimits('email-change', account, address),
  { key: `email-change|${userId}`, max: 25, windowSeconds: HOUR_SECONDS },
]

/** Passwords given with a verification link: 5 attempts for each link, which works for an hour. */
export function linkAttemptLimits(signature: string, address: string): Limit[] {
  const key = `link-password|address|${addressKey(address)}`
  return [
    { key, max: 300, windowSeconds: 5 * MINUTE_SECONDS, slowAfter: 200, holder: signature },
    { key: `link-password|link|${signature}`, max: 5, windowSeconds: HOUR_SECONDS },
  ]
}

/** New passwords with a verification link: 5 a link, counted apart to work after too many wrong passwords. */
export const newPasswordLimits = (signature: string): Limit[] => [
  { key: `link-new-password|link|${signature}`, max: 5, windowSeconds: HOUR_SECONDS },
]
