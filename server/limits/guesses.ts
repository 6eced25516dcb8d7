import type pg from 'pg'
import { isPassword } from '../security/passwords.ts'
import { addressKey } from './addresses.ts'
import { giveBack, type Limit, takeAll } from './limits.ts'

const MINUTE = 60
const HOUR = 3600

/**
 * How often passwords may be guessed: at one account from one address 5 times a minute, at one account 25 times an
 * hour, from one address 300 times in 5 minutes. `scope` tells kinds of accounts apart.
 */
export function guessLimits(scope: string, account: string, address: string): Limit[] {
  const from = addressKey(address)
  return [
    { key: `${scope}|address|${from}`, max: 300, windowSeconds: 5 * MINUTE },
    { key: `${scope}|account|${account}`, max: 25, windowSeconds: HOUR },
    { key: `${scope}|account+address|${account}|${from}`, max: 5, windowSeconds: MINUTE },
  ]
}

/** A browser that has signed in to the account before: 10 an hour of its own, so that nobody can lock its owner out. */
export function knownDeviceLimits(account: string, markHash: Buffer): Limit[] {
  return [{ key: `device|${account}|${markHash.toString('base64url')}`, max: 10, windowSeconds: HOUR }]
}

/**
 * Compares a password with a stored hash, or with none. Each guess is counted before the work, so that parallel ones
 * cannot slip past the limits, and only wrong ones stay counted. Refuses with a 429.
 */
export function guess(
  pool: pg.Pool,
  attempt: { stored: string | undefined; given: string; limits: Limit[] },
  now: Date,
): Promise<boolean> {
  return isPassword(attempt.stored, attempt.given, {
    before: () => takeAll(pool, attempt.limits, now),
    fits: () => giveBack(pool, attempt.limits),
  })
}
