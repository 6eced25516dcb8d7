import { composedPassword } from '@stampus/contract/values/passwords'
import type pg from 'pg'
import type { Queryable } from '../db/database.ts'
import { MINUTE_SECONDS } from '../durations.ts'
import { findMatchingHash, type Hasher, uncomposedPassword, verifyPassword } from '../security/passwords.ts'
import { deleteAccountCounters, findFullWindowEnd } from './rate-limits.store.ts'
import {
  addressKey,
  consumeLimit,
  consumeLimits,
  type Limit,
  perHour,
  refundLimits,
  refundOnFailure,
} from './rate-limits.ts'

/** Attempts: per account and address 5 a minute, per account 25 an hour, per address 200 in 5 minutes, then slower. */
export function attemptLimits(scope: string, account: string, address: string): Limit[] {
  const from = addressKey(address)
  return [
    { key: `${scope}|address|${from}`, max: 300, windowSeconds: 5 * MINUTE_SECONDS, slowAfter: 200, holder: account },
    accountLimit(scope, account),
    { key: `${scope}|account+address|${account}|${from}`, max: 5, windowSeconds: MINUTE_SECONDS },
  ]
}

const accountLimit = (scope: string, account: string) => perHour(`${scope}|account|${account}`, 25)

/** When an account has attempts again; undefined if it has some left. */
export const findLockEnd = (db: Queryable, scope: string, account: string, now: Date) =>
  findFullWindowEnd(db, accountLimit(scope, account), now)

/** A browser unlocked by a mailed link has 10 attempts of its own for each link. */
export const unlockedLimits = (scope: string, unlockId: number) => [perHour(`${scope}|unlocked|${unlockId}`, 10)]

/**
 * Throws `error`; above 60 in 5 minutes from an address more slowly: a campus may share one. A good link is never
 * counted or delayed. `kind` separates kinds of links, `link` is the signature of the link or the code.
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

/** 5 in 5 minutes, because each password is hashed before the link is used up. */
export const linkUseLimit = (kind: string, linkId: number): Limit => ({
  key: `${kind}|link|${linkId}`,
  max: 5,
  windowSeconds: 5 * MINUTE_SECONDS,
})

/** 10 attempts an hour of a trusted browser's own, so that strangers cannot lock the owner out. */
export const trustedDeviceLimits = (account: string, deviceHash: Buffer) => [
  perHour(`device|${account}|${deviceHash.toString('base64url')}`, 10),
]

export const forgetFailedAttempts = (tx: Queryable, scope: string, account: string) =>
  deleteAccountCounters(tx, `${scope}|account|${account}`, `${scope}|account+address|${account}|`)

/** `isOlder`: the hash was made of a password that was not composed. */
export type PasswordMatch = { stored: string; isOlder: boolean }

/** The last limit is the narrowest: attempts that it counts together wait for each other. */
type PasswordAttempt = { stored: string | undefined; given: string; limits: Limit[]; address: string }

/** Counts before it hashes, so that parallel attempts cannot pass the limits. Refunds a right password. 429, 503. */
export function attemptPassword(pool: pg.Pool, { stored, ...attempt }: PasswordAttempt, now: Date) {
  return attemptPasswords(pool, { ...attempt, stored: stored === undefined ? [] : [stored] }, now)
}

type PasswordsAttempt = Omit<PasswordAttempt, 'stored'> & { stored: readonly string[] }

export async function attemptPasswords(pool: pg.Pool, attempt: PasswordsAttempt, now: Date) {
  const match = await attemptPasswordsCounted(pool, attempt, now)
  if (match !== undefined) await refundLimits(pool, attempt.limits)
  return match
}

/** The caller refunds a right password. The time depends on the password alone and says nothing of the account. */
export async function attemptPasswordsCounted(
  pool: pg.Pool,
  { stored, given, limits, address }: PasswordsAttempt,
  now: Date,
): Promise<PasswordMatch | undefined> {
  await consumeLimits(pool, limits, now)
  const hasher = { holder: limits.at(-1)?.key ?? '', address }
  const composed = await refundOnFailure(pool, limits, findMatch(stored, composedPassword(given), hasher))
  const otherForm = uncomposedPassword(given)
  if (composed !== undefined) return { stored: composed, isOlder: false }
  if (otherForm === undefined) return undefined
  // Counted again for the client address, which must not get more hashes that way.
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
