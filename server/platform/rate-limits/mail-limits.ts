import { emailKey } from '@stampus/contract/values/emails'
import { HOUR_SECONDS, MINUTE_SECONDS } from '../durations.ts'
import type { Limit } from './rate-limits.ts'
import { addressKey } from './rate-limits.ts'

/** These limits are counted in a transaction, which cannot wait, so calls above them are rejected. */
export function mailCallLimits(account: string, address: string): Limit[] {
  const from = addressKey(address)
  return [
    { key: `mail-call|address|${from}`, max: 300, windowSeconds: 5 * MINUTE_SECONDS },
    { key: `mail-call|account+address|${account}|${from}`, max: 5, windowSeconds: MINUTE_SECONDS },
  ]
}

export function mailboxLimits(email: string): Limit[] {
  const mailbox = emailKey(email)
  return [
    { key: `mailbox|minute|${mailbox}`, max: 1, windowSeconds: MINUTE_SECONDS },
    { key: `mailbox|hour|${mailbox}`, max: 5, windowSeconds: HOUR_SECONDS },
  ]
}
