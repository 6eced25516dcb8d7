import type pg from 'pg'
import type { Queryable } from '../db/database.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '../durations.ts'
import { findMatchingHash, verifyPassword } from '../security/passwords.ts'
import { deleteAccountCounters } from './rate-limits.store.ts'
import { addressKey, consumeLimit, consumeLimits, type Limit, refundLimits, refundOnFailure } from './rate-limits.ts'

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

/**
 * Bad links and codes from one address: 60 in 5 minutes, because a campus may share one. A good one is never counted or refused, so
 * nobody can stop others behind the same address. `kind` separates kinds of links.
 */
export async function rejectBadLink(
  db: Queryable,
  kind: string,
  address: string,
  error: Error,
  now: Date,
): Promise<never> {
  const key = `${kind}|address|${addressKey(address)}`
  await consumeLimit(db, { key, max: 60, windowSeconds: 5 * MINUTE_SECONDS }, now)
  throw error
}

/** Passwords set with one good link: 5 in 5 minutes, because each is hashed before the link is used up. */
export function linkUseLimit(kind: string, linkId: number): Limit {
  return { key: `${kind}|link|${linkId}`, max: 5, windowSeconds: 5 * MINUTE_SECONDS }
}

/** A browser that has logged in to the account before has 10 attempts an hour of its own, so that strangers cannot lock its owner out. */
export function trustedDeviceLimits(account: string, deviceHash: Buffer): Limit[] {
  return [{ key: `device|${account}|${deviceHash.toString('base64url')}`, max: 10, windowSeconds: HOUR_SECONDS }]
}

/** Deletes the counted attempts of an account after its password was changed. */
export async function forgetFailedAttempts(tx: Queryable, scope: string, account: string): Promise<void> {
  await deleteAccountCounters(tx, `${scope}|account|${account}`, `${scope}|account+address|${account}|`)
}

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
  const isRight = await refundOnFailure(pool, limits, verifyPassword(stored, given, address))
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
  return refundOnFailure(pool, limits, findMatch(stored, given, address))
}

/** Most addresses have one account or none; both take the same time. */
async function findMatch(stored: readonly string[], given: string, address?: string): Promise<string | undefined> {
  const [only, ...more] = stored
  if (more.length > 0) return findMatchingHash(stored, given, address)
  return (await verifyPassword(only, given, address)) ? only : undefined
}
