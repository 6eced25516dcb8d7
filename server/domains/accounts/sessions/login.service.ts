import * as texts from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AuthenticatedMember } from '../../../platform/http/authenticators.ts'
import { forbidden, invalid } from '../../../platform/http/http-error.ts'
import {
  attemptLimits,
  attemptPasswordsCounted,
  trustedDeviceLimits,
} from '../../../platform/rate-limits/failed-attempts.ts'
import { type Limit, refundLimits, refundOnFailure } from '../../../platform/rate-limits/rate-limits.ts'
import { hashToken } from '../../../platform/security/crypto.ts'
import { unlockedLimits } from '../account-limits.ts'
import { findAccounts, type UserRow } from '../accounts.store.ts'
import { sendNewPasswordLink, voidedPassword } from '../registration/voided-passwords.ts'
import { unlockOf } from '../unlocks/unlocks.service.ts'
import { openSession } from './sessions.service.ts'
import { deleteSession, deleteSessions, isKnownDevice, rememberDevice } from './sessions.store.ts'

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
