import type pg from 'pg'
import type { Queryable } from '../db/database.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '../durations.ts'
import { findMatchingHash, type Hasher, verifyPassword } from '../security/passwords.ts'
import { deleteAccountCounters } from './rate-limits.store.ts'
import { addressKey, consumeLimits, type Limit, refundLimits, refundOnFailure } from './rate-limits.ts'

/**
 * Password attempts: for one account from one address 5 a minute, for one account 25 an hour, from one address 300 in 5
 * minutes, the last 100 of them slowly. `scope` separates kinds of accounts.
 */
export function attemptLimits(scope: string, account: string, address: string): Limit[] {
  const from = addressKey(address)
  return [
    { key: `${scope}|address|${from}`, max: 300, windowSeconds: 5 * MINUTE_SECONDS, slowAfter: 200 },
    { key: `${scope}|account|${account}`, max: 25, windowSeconds: HOUR_SECONDS },
    { key: `${scope}|account+address|${account}|${from}`, max: 5, windowSeconds: MINUTE_SECONDS },
  ]
}

/** A browser that has logged in to the account before has 10 attempts an hour of its own, so that strangers cannot lock its owner out. */
export function trustedDeviceLimits(account: string, deviceHash: Buffer): Limit[] {
  return [{ key: `device|${account}|${deviceHash.toString('base64url')}`, max: 10, windowSeconds: HOUR_SECONDS }]
}

/** Deletes the counted attempts of an account after its password was changed. */
export async function forgetFailedAttempts(tx: Queryable, scope: string, account: string): Promise<void> {
  await deleteAccountCounters(tx, `${scope}|account|${account}`, `${scope}|account+address|${account}|`)
}

/** The last of the `limits` is the narrowest: attempts that it counts together wait for each other. */
type PasswordAttempt = { stored: string | undefined; given: string; limits: Limit[]; address: string }

/**
 * Compares a password with a stored hash, or with none. An attempt is counted before it is hashed, so that parallel
 * attempts cannot pass the limits and rejected ones do not fill the queue. A right password is refunded.
 * Throws TooManyRequests (429), or Unavailable (503) if too many wait.
 */
export async function attemptPassword(
  pool: pg.Pool,
  { stored, given, limits, address }: PasswordAttempt,
  now: Date,
): Promise<boolean> {
  await consumeLimits(pool, limits, now)
  const isRight = await refundOnFailure(pool, limits, verifyPassword(stored, given, hasherOf(limits, address)))
  if (isRight) await refundLimits(pool, limits)
  return isRight
}

type PasswordsAttempt = Omit<PasswordAttempt, 'stored'> & { stored: readonly string[] }

/** As `attemptPassword` with several stored hashes; returns the first that matches. */
export async function attemptPasswords(
  pool: pg.Pool,
  attempt: PasswordsAttempt,
  now: Date,
): Promise<string | undefined> {
  const match = await attemptPasswordsCounted(pool, attempt, now)
  if (match !== undefined) await refundLimits(pool, attempt.limits)
  return match
}

/** As `attemptPasswords`, but a right password stays counted: the caller refunds it in its own transaction. */
export async function attemptPasswordsCounted(
  pool: pg.Pool,
  { stored, given, limits, address }: PasswordsAttempt,
  now: Date,
): Promise<string | undefined> {
  await consumeLimits(pool, limits, now)
  return refundOnFailure(pool, limits, findMatch(stored, given, hasherOf(limits, address)))
}

/** Most addresses have one account or none; both take the same time. */
async function findMatch(stored: readonly string[], given: string, hasher: Hasher): Promise<string | undefined> {
  const [only, ...more] = stored
  if (more.length > 0) return findMatchingHash(stored, given, hasher)
  return (await verifyPassword(only, given, hasher)) ? only : undefined
}

function hasherOf(limits: Limit[], address: string): Hasher {
  return { holder: limits.at(-1)?.key ?? '', address }
}
