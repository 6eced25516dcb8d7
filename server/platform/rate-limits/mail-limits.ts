import { emailKey } from '@stampus/contract/values/emails'
import type { Limit } from './rate-limits.ts'
import { addressKey } from './rate-limits.ts'

const MINUTE = 60
const HOUR = 3600

/** From this many calls of one kind in a window on, one address is slowed down; it is refused at twice as many. */
const CROWD = 300

/** Registrations: one address may send 300 in 10 minutes at once, a lecture hall, and 300 more slowly; 5 a minute for each mailbox. */
export function registrationLimits(account: string, address: string): Limit[] {
  return crowdLimits('register', account, address)
}

function crowdLimits(kind: string, account: string, address: string): Limit[] {
  const from = addressKey(address)
  return [
    { key: `${kind}|address|${from}`, max: 2 * CROWD, windowSeconds: 10 * MINUTE, slowAfter: CROWD },
    { key: `${kind}|account+address|${account}|${from}`, max: 5, windowSeconds: MINUTE },
  ]
}

/** Calls that send mail about an account: from one address 5 a minute for each account and 300 in 5 minutes in all. */
export function mailCallLimits(account: string, address: string): Limit[] {
  const from = addressKey(address)
  return [
    { key: `mail-call|address|${from}`, max: 300, windowSeconds: 5 * MINUTE },
    { key: `mail-call|account+address|${account}|${from}`, max: 5, windowSeconds: MINUTE },
  ]
}

/**
 * Asking for a verification link again without being its owner: as many from one address as it may register, beside those;
 * and as for everybody.
 */
export function guestResendLimits(account: string, address: string): Limit[] {
  return [...crowdLimits('resend', account, address), ...resendLimits(account)]
}

/** Asking for a verification link again: once a minute, 5 times an hour. Strangers use up their own, not the owner's. */
export function resendLimits(asker: string): Limit[] {
  return [
    { key: `resend|minute|${asker}`, max: 1, windowSeconds: MINUTE },
    { key: `resend|hour|${asker}`, max: 5, windowSeconds: HOUR },
  ]
}

/** Asking for a link that unlocks a browser: as many from one address as it may register, beside those. */
export function unlockLimits(account: string, address: string): Limit[] {
  return crowdLimits('unlock', account, address)
}

/** Asking for another address in the profile: 25 an hour a member. */
export function emailChangeLimits(userId: number): Limit[] {
  return [{ key: `email-change|${userId}`, max: 25, windowSeconds: HOUR }]
}

/** Mails about accounts that reach one mailbox: 1 a minute, 5 an hour. */
export function mailboxLimits(email: string): Limit[] {
  const mailbox = emailKey(email)
  return [
    { key: `mailbox|minute|${mailbox}`, max: 1, windowSeconds: MINUTE },
    { key: `mailbox|hour|${mailbox}`, max: 5, windowSeconds: HOUR },
  ]
}
