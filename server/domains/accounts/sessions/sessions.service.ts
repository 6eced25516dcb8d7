import * as texts from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AuthenticatedMember } from '../../../platform/http/authenticators.ts'
import { forbidden, invalid } from '../../../platform/http/http-error.ts'
import {
  attemptLimits,
  attemptPassword,
  attemptPasswordsCounted,
  trustedDeviceLimits,
} from '../../../platform/rate-limits/failed-attempts.ts'
import {
  type Limit,
  refundLimits,
  refundOnFailure,
  tryConsumeLimits,
} from '../../../platform/rate-limits/rate-limits.ts'
import { daysBefore } from '../../../platform/security/ages.ts'
import { hashToken, newToken } from '../../../platform/security/crypto.ts'
import { unlockedLimits } from '../account-limits.ts'
import { findAccounts, type UserRow } from '../accounts.store.ts'
import { addReset } from '../password-resets/password-resets.store.ts'
import { unlockOf } from '../unlocks/unlocks.service.ts'
import { addSession, deleteSession, deleteSessions, isKnownDevice, rememberDevice } from './sessions.store.ts'

const IDLE_DAYS = 30
const TOTAL_DAYS = 90

/** A session lives that was used after one moment and made after the other: 30 days idle, 90 in all (D-10). */
export function liveSince(now: Date): { usedAfter: Date; madeAfter: Date } {
  return { usedAfter: daysBefore(now, IDLE_DAYS), madeAfter: daysBefore(now, TOTAL_DAYS) }
}

/** Opens a session and answers its token; undefined for a suspended member or a password that has just changed. */
export async function openSession(
  tx: Queryable,
  user: { id: number; password_hash: string },
  now: Date,
): Promise<string | undefined> {
  const { token, hash } = newToken()
  const opened = await addSession(tx, { token_hash: hash, user_id: user.id, password_hash: user.password_hash, now })
  return opened ? token : undefined
}

const SHORTEST_MARK = 16

export type Session = { user: UserRow; token: string }
export type Credentials = { email: string; password: string; device_mark?: string | undefined }

/** Where a sign-in comes from: the address of the client, and the cookie of a browser that asked to be unlocked. */
export type SignInOrigin = { address: string; unlockCookie: string | undefined }

/**
 * Opens a session. A wrong password is a 422 on `email`, in the words and the time of an unknown address (D-06, D-21);
 * a suspended member gets a 403 (S-4.03), too many wrong guesses a 429. Of several registrations of the address the one
 * that the password belongs to is signed in (D-20). A voided password is a 422 on `email`, and a link to a new one is
 * mailed (D-23).
 */
export async function signIn(deps: Deps, given: Credentials, origin: SignInOrigin): Promise<Session> {
  const { address } = origin
  const { pool } = deps.db
  const now = deps.now()
  const users = await findAccounts(pool, emailKey(given.email))
  const mark = markHash(given.device_mark)
  const limits = await limitsFor(deps, { email: given.email, users, mark, ...origin })
  const comparable = (user: UserRow) => voidedPassword(user, now) ?? user.password_hash
  const stored = users.map(comparable)
  const right = await attemptPasswordsCounted(pool, { stored, given: given.password, limits, address }, now)
  const user = users.find((one) => comparable(one) === right)
  if (!user) throw invalid('email', texts.wrongCredentials)
  const voided = voidedPassword(user, now) !== undefined
  if (user.suspended || voided) await refundLimits(pool, limits)
  if (user.suspended) throw forbidden(texts.suspended)
  if (voided) {
    await sendNewPasswordLink(deps, user)
    throw invalid('email', texts.chooseNewPassword)
  }
  const opening = inTransaction(pool, async (tx) => {
    const opened = await openSession(tx, user, now)
    if (opened && mark) await rememberDevice(tx, user.id, mark, now)
    await refundLimits(tx, limits)
    return opened
  })
  const token = await refundOnFailure(pool, limits, opening)
  if (!token) throw invalid('email', texts.wrongCredentials)
  return { user, token }
}

/** Forgets the caller's token (D-07). */
export async function signOut(deps: Deps, caller: AuthenticatedMember): Promise<void> {
  await deleteSession(deps.db.pool, caller.tokenHash)
}

/** Ends every session of the caller but this one; answers how many. */
export function signOutElsewhere(deps: Deps, caller: AuthenticatedMember): Promise<number> {
  return deleteSessions(deps.db.pool, caller.id, caller.tokenHash)
}

type Attempt = SignInOrigin & { email: string; users: UserRow[]; mark: Buffer | undefined }

async function limitsFor(deps: Deps, { email, users, mark, address, unlockCookie }: Attempt): Promise<Limit[]> {
  const key = emailKey(email)
  // Anybody can register an address that is not verified yet, and sign in to that registration with marks of theirs.
  const verified = users.filter(({ email_verified_at }) => email_verified_at !== null)
  // Asked for an unknown address too, so that it takes as long.
  const ids = verified.map(({ id }) => id)
  const unlock = unlockCookie ? await unlockOf(deps, ids, unlockCookie) : undefined
  if (unlock) return unlockedLimits(unlock.id)
  if (mark && (await isKnownDevice(deps.db.pool, ids, mark))) return trustedDeviceLimits(key, mark)
  return attemptLimits('sign-in', key, address)
}

/** A short mark could be guessed, and with it the limits of its browser. */
function markHash(mark: string | undefined): Buffer | undefined {
  return mark && mark.length >= SHORTEST_MARK ? hashToken(mark) : undefined
}

/** Whether a signed-in member typed their own password; wrong guesses are counted for every call that asks (D-21). 429. */
export function isOwnPassword(deps: Deps, user: UserRow, given: string, address: string): Promise<boolean> {
  const limits = attemptLimits('current-password', String(user.id), address)
  return attemptPassword(deps.db.pool, { stored: user.password_hash, given, limits, address }, deps.now())
}

export const VOIDED_PASSWORD_DAYS = 30
const MAIL_EVERY_SECONDS = 15 * 60

/** The hash of a password that a verification without any password made void, for 30 days (D-23). */
export function voidedPassword(user: UserRow, now: Date): string | undefined {
  const { voided_password_hash, password_voided_at } = user
  if (!voided_password_hash || !password_voided_at) return undefined
  return password_voided_at > daysBefore(now, VOIDED_PASSWORD_DAYS) ? voided_password_hash : undefined
}

/** Mails the member a one-time link to a new password, at most every 15 minutes. Links sent before stay good. */
export async function sendNewPasswordLink(deps: Deps, user: UserRow): Promise<void> {
  const now = deps.now()
  const limit = { key: `voided-password|${user.id}`, max: 1, windowSeconds: MAIL_EVERY_SECONDS }
  await inTransaction(deps.db.pool, async (tx) => {
    if ((await tryConsumeLimits(tx, [limit], now)) !== undefined) return
    const id = await addReset(tx, { user_id: user.id, operator_id: null, now })
    await deps.jobs.enqueueMail(tx, { kind: 'password-reset', id })
  })
}
