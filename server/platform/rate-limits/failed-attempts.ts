import type pg from 'pg'
import type { Queryable } from '../db/database.ts'
import { findMatchingHash, verifyPassword } from '../security/passwords.ts'
import { deleteAccountCounters } from './rate-limits.store.ts'
import { addressKey, consumeLimits, type Limit, refundLimits, refundOnFailure } from './rate-limits.ts'

const MINUTE = 60
const HOUR = 3600

/**
 * How often passwords may be guessed: at one account from one address 5 times a minute, at one account 25 times an
 * hour, from one address 300 times in 5 minutes, the last 100 of them slowly. `scope` tells kinds of accounts apart.
 */
export function attemptLimits(scope: string, account: string, address: string): Limit[] {
  const from = addressKey(address)
  return [
    { key: `${scope}|address|${from}`, max: 300, windowSeconds: 5 * MINUTE, slowAfter: 200 },
    { key: `${scope}|account|${account}`, max: 25, windowSeconds: HOUR },
    { key: `${scope}|account+address|${account}|${from}`, max: 5, windowSeconds: MINUTE },
  ]
}

/** A browser that has signed in to the verified account before: 10 an hour of its own, so that nobody can lock its owner out. */
export function trustedDeviceLimits(account: string, markHash: Buffer): Limit[] {
  return [{ key: `device|${account}|${markHash.toString('base64url')}`, max: 10, windowSeconds: HOUR }]
}

/** Forgets how often passwords were guessed at an account: it has a new one. */
export async function forgetFailedAttempts(tx: Queryable, scope: string, account: string): Promise<void> {
  await deleteAccountCounters(tx, `${scope}|account|${account}`, `${scope}|account+address|${account}|`)
}

export type PasswordAttempt = { stored: string | undefined; given: string; limits: Limit[]; address: string }

/**
 * Compares a password with a stored hash, or with none. Each guess is counted before it waits for its turn, so that
 * parallel ones cannot slip past the limits nor refused ones fill the line, and only wrong ones stay counted.
 * Refuses with a 429, or a 503 when too many wait.
 */
export async function attemptPassword(
  pool: pg.Pool,
  { stored, given, limits, address }: PasswordAttempt,
  now: Date,
): Promise<boolean> {
  await consumeLimits(pool, limits, now)
  const right = await refundOnFailure(pool, limits, verifyPassword(stored, given, address))
  if (right) await refundLimits(pool, limits)
  return right
}

type PasswordsAttempt = Omit<PasswordAttempt, 'stored'> & { stored: readonly string[] }

/** As `guess`, among several stored hashes: the first that the password belongs to. */
export async function attemptPasswords(pool: pg.Pool, asked: PasswordsAttempt, now: Date): Promise<string | undefined> {
  const right = await attemptPasswordsCounted(pool, asked, now)
  if (right !== undefined) await refundLimits(pool, asked.limits)
  return right
}

/** As `attemptPasswords`, but a right guess stays counted: the caller gives it back with what it writes itself. */
export async function attemptPasswordsCounted(
  pool: pg.Pool,
  { stored, given, limits, address }: PasswordsAttempt,
  now: Date,
): Promise<string | undefined> {
  await consumeLimits(pool, limits, now)
  return refundOnFailure(pool, limits, rightOf(stored, given, address))
}

/** Most addresses have one account or none, which are compared in the very same way. */
async function rightOf(stored: readonly string[], given: string, address?: string): Promise<string | undefined> {
  const [only, ...more] = stored
  if (more.length > 0) return findMatchingHash(stored, given, address)
  return (await verifyPassword(only, given, address)) ? only : undefined
}
