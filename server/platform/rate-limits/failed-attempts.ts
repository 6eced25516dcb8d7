import { composedPassword } from '@stampus/contract/values/passwords'
import type pg from 'pg'
import type { Queryable } from '../db/database.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '../durations.ts'
import { findMatchingHash, type Hasher, uncomposedPassword, verifyPassword } from '../security/passwords.ts'
import { deleteAccountCounters, findFullWindowEnd } from './rate-limits.store.ts'
import { addressKey, consumeLimit, consumeLimits, type Limit, refundLimits, refundOnFailure } from './rate-limits.ts'

/**
 * Password attempts: for one account from one address 5 a minute, for one account 25 an hour, from one address 200 in 5
 * minutes at full speed and more slowly. `scope` separates kinds of accounts.
 */
export function attemptLimits(scope: string, account: string, address: string): Limit[] {
  const from = addressKey(address)
  return [
    { key: `${scope}|address|${from}`, max: 300, windowSeconds: 5 * MINUTE_SECONDS, slowAfter: 200, holder: account },
    accountLimit(scope, account),
    { key: `${scope}|account+address|${account}|${from}`, max: 5, windowSeconds: MINUTE_SECONDS },
  ]
}

function accountLimit(scope: string, account: string): Limit {
  return { key: `${scope}|account|${account}`, max: 25, windowSeconds: HOUR_SECONDS }
}

/** When an account, whose attempts are used up, has new ones; undefined if it has some left. */
export function findLockEnd(db: Queryable, scope: string, account: string, now: Date): Promise<Date | undefined> {
  return findFullWindowEnd(db, accountLimit(scope, account), now)
}

/** A browser that a mailed link has unlocked has 10 attempts of its own for each link, which works for an hour at most. */
export function unlockedLimits(scope: string, unlockId: number): Limit[] {
  return [{ key: `${scope}|unlocked|${unlockId}`, max: 10, windowSeconds: HOUR_SECONDS }]
}

/**
 * Throws the error for a bad link or code: 60 in 5 minutes from one address at full speed, because a campus may share one, and more
 * slowly. A good one is never counted or delayed. `kind` separates kinds of links, `link` is the link's signature or the code.
 */
export async function rejectBadLink(
  db: Queryable,
  { kind, link, address }: { kind: string; link: string; address: string },
  error: Error,
  now: Date,
): Promise<never> {
  const key = `${kind}|address|${addressKey(address)}`
  await consumeLimit(db, { key, max: 120, windowSeconds: 5 * MINUTE_SECONDS, slowAfter: 60, holder: link }, now)
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

/** A stored hash that a password matches. An older one was made of a password that was not composed. */
export type PasswordMatch = { stored: string; isOlder: boolean }

/** The last of the `limits` is the narrowest: attempts that it counts together wait for each other. */
type PasswordAttempt = { stored: string | undefined; given: string; limits: Limit[]; address: string }

/**
 * Compares a password with a stored hash, or with none. An attempt is counted before it is hashed, so that parallel
 * attempts cannot pass the limits and rejected ones do not fill the queue. A right password is refunded.
 * Throws TooManyRequests (429), or Unavailable (503) if too many wait.
 */
export function attemptPassword(
  pool: pg.Pool,
  { stored, ...attempt }: PasswordAttempt,
  now: Date,
): Promise<PasswordMatch | undefined> {
  return attemptPasswords(pool, { ...attempt, stored: stored === undefined ? [] : [stored] }, now)
}

type PasswordsAttempt = Omit<PasswordAttempt, 'stored'> & { stored: readonly string[] }

/** As `attemptPassword` with several stored hashes; returns the first that matches. */
export async function attemptPasswords(
  pool: pg.Pool,
  attempt: PasswordsAttempt,
  now: Date,
): Promise<PasswordMatch | undefined> {
  const match = await attemptPasswordsCounted(pool, attempt, now)
  if (match !== undefined) await refundLimits(pool, attempt.limits)
  return match
}

/**
 * As `attemptPasswords`, but a right password stays counted: the caller refunds it in its own transaction. Whether a second
 * form is compared depends on the password alone, so that the time says nothing about the account. It counts again for the
 * client address, which gets no more hashes that way.
 */
export async function attemptPasswordsCounted(
  pool: pg.Pool,
  { stored, given, limits, address }: PasswordsAttempt,
  now: Date,
): Promise<PasswordMatch | undefined> {
  await consumeLimits(pool, limits, now)
  const hasher = hasherOf(limits, address)
  const composed = await refundOnFailure(pool, limits, findMatch(stored, composedPassword(given), hasher))
  const otherForm = uncomposedPassword(given)
  if (composed !== undefined) return { stored: composed, isOlder: false }
  if (otherForm === undefined) return undefined
  const again = limits.filter(({ slowAfter }) => slowAfter !== undefined)
  await consumeLimits(pool, again, now)
  const older = await refundOnFailure(pool, [...limits, ...again], findMatch(stored, otherForm, hasher))
  if (older === undefined) return undefined
  await refundLimits(pool, again)
  return { stored: older, isOlder: true }
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
