import { texts } from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { Queryable } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { PlatformDeps } from '../deps.ts'
import { daysBefore, MINUTE_MS } from '../durations.ts'
import { HttpError, invalid } from '../http/http-error.ts'
import type { CleanUp } from '../jobs/jobs.ts'
import { attemptLimits, attemptPassword, trustedDeviceLimits, unlockedLimits } from '../rate-limits/failed-attempts.ts'
import type { Limit } from '../rate-limits/rate-limits.ts'
import { hashToken, newToken } from '../security/crypto.ts'
import { rehashPassword } from '../security/passwords.ts'
import type { AccountKind, PasswordAccount, SignedIn } from './account-kind.ts'
import { consumeCode, hasSecondFactor, withRightCode } from './second-factor.service.ts'
import { findBrowserUnlock, withUnlockMail } from './unlocks.service.ts'

type Kind<Account extends PasswordAccount> = AccountKind<Account>

/** The mail server may delay a mail by some ten hours, and an invitation works for three days more. */
const LINK_DAYS = 4

/** How long unlocks stay stored. They work for an hour after the lock, and the browser for another. */
const UNLOCK_DAYS = 1

/** How long a sign-in waits for the code of the second factor, in minutes. */
export const PENDING_MINUTES = 5

function pendingSince(now: Date): Date {
  return new Date(now.getTime() - PENDING_MINUTES * MINUTE_MS)
}

/** Deletes expired sessions and sign-ins, old links and unlocks, and unused trusted devices. `of` names the kind of account in the log. */
export function passwordAccountsCleanUp<Account extends PasswordAccount>(
  { db, now }: Pick<PlatformDeps, 'db' | 'now'>,
  { sessions, pendingSignIns, links, unlocks }: Kind<Account>,
  of: string,
): CleanUp {
  return {
    [`${of} sessions`]: () => sessions.deleteExpired(db.pool, now()),
    [`unfinished ${of} sign-ins`]: () => pendingSignIns.deleteOld(db.pool, pendingSince(now())),
    [`${of} links`]: () => links.deleteOld(db.pool, daysBefore(now(), LINK_DAYS)),
    [`unlocks of ${of}s`]: () => unlocks.deleteOld(db.pool, daysBefore(now(), UNLOCK_DAYS)),
    [`trusted devices of ${of}s`]: () => sessions.deleteUnusedDevices(db.pool, now()),
  }
}

type Credentials = { email: string; password: string }

/** Where a sign-in comes from: the client address, and what the browser got at an earlier sign-in and when it was unlocked. */
export type SignInOrigin = { address: string; deviceToken: string | undefined; unlockToken: string | undefined }

/** A new session. The browser stores `deviceToken`, which is another one after each sign-in, to be recognized as a trusted device. */
export type NewSession<Account> = { account: Account; hasSecondFactor: boolean; token: string; deviceToken: string }

/**
 * Opens a session, or returns the token of a sign-in that waits for the code of the second factor. Throws 422 on
 * `email`, with the same text for a wrong password and an unknown address; 429 after too many attempts; 503 while
 * too many passwords wait to be hashed.
 */
export async function signIn<Account extends PasswordAccount>(
  deps: PlatformDeps,
  kind: Kind<Account>,
  given: Credentials,
  { address, deviceToken, unlockToken }: SignInOrigin,
): Promise<NewSession<Account> | { pending: string }> {
  const { pool } = deps.db
  const now = deps.now()
  const key = emailKey(given.email)
  const account = await kind.findByKey(pool, key)
  const device = hashToken(deviceToken ?? '')
  const limits = await findLimits(deps, kind, { id: account?.id ?? 0, key, device, unlockToken, address })
  const attempt = { stored: account?.password_hash ?? undefined, given: given.password, limits, address }
  const match = await withUnlockMail(deps, kind, { key, id: account?.id }, attemptPassword(pool, attempt, now))
  if (!account || !match) throw wrongCredentials()
  const renewed = match.isOlder
    ? await rehashPassword(match.stored, given.password, { holder: `${kind.scope}|${account.id}` })
    : undefined
  return inTransaction(pool, async (tx) => {
    const locked = await kind.lock(tx, account.id)
    if (locked?.password_hash !== account.password_hash) throw wrongCredentials()
    if (renewed) await kind.setPassword(tx, locked.id, renewed)
    return (await hasSecondFactor(tx, kind, locked.id))
      ? savePendingSignIn(tx, kind, locked.id, now)
      : openSession(tx, deps, kind, { account: locked, device })
  })
}

/** Opens a session after the password was set with a link; with a second factor, the sign-in waits for its code. */
export async function openFirstSession<Account extends PasswordAccount>(
  deps: PlatformDeps,
  kind: Kind<Account>,
  { id }: Account,
  { deviceToken }: SignInOrigin,
): Promise<NewSession<Account> | { pending: string }> {
  return inTransaction(deps.db.pool, async (tx) => {
    const account = await kind.lock(tx, id)
    if (!account) throw signInExpired()
    return (await hasSecondFactor(tx, kind, id))
      ? savePendingSignIn(tx, kind, id, deps.now())
      : openSession(tx, deps, kind, { account, device: hashToken(deviceToken ?? '') })
  })
}

/** Opens the session of a sign-in that waits for its code. Throws 401 if it has expired, 422 on `code`, 429. */
export async function confirmSignIn<Account extends PasswordAccount>(
  deps: PlatformDeps,
  kind: Kind<Account>,
  code: string,
  from: SignInOrigin & { pending: string | undefined },
): Promise<NewSession<Account>> {
  const { pool } = deps.db
  const now = deps.now()
  const pending = hashToken(from.pending ?? '')
  const id = await kind.pendingSignIns.find(pool, pending, pendingSince(now))
  const account = id && (await kind.find(pool, id))
  if (!account) throw signInExpired()
  const device = hashToken(from.deviceToken ?? '')
  const attempt = { id: account.id, key: emailKey(account.email), device, ...from }
  // A wrong code counts like a wrong password.
  const limits = await findLimits(deps, kind, attempt)
  const confirming = withRightCode(deps, limits, async (tx) => {
    const locked = await kind.lock(tx, account.id)
    if (!locked || !(await consumeCode(tx, deps, kind, locked.id, code))) return undefined
    if (!(await kind.pendingSignIns.delete(tx, pending))) throw signInExpired()
    return openSession(tx, deps, kind, { account: locked, device })
  })
  return withUnlockMail(deps, kind, attempt, confirming)
}

/** Ends a session. */
export async function signOut<Account extends PasswordAccount>(
  deps: PlatformDeps,
  kind: Kind<Account>,
  { id, tokenHash }: SignedIn,
): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    if (!(await kind.sessions.end(tx, tokenHash))) return
    await kind.recordAudit(tx, { id, action: 'signed_out', at })
  })
}

type Attempt = Pick<SignInOrigin, 'address' | 'unlockToken'> & { id: number; key: string; device: Buffer }

async function findLimits<Account extends PasswordAccount>(
  deps: PlatformDeps,
  { sessions, unlocks, scope }: Kind<Account>,
  { id, key, device, address, unlockToken }: Attempt,
): Promise<Limit[]> {
  // The queries run for an unknown address too, so that it takes as long.
  const unlock = await findBrowserUnlock(deps, unlocks, [id], unlockToken)
  if (unlock) return unlockedLimits(scope, unlock.id)
  const known = await sessions.isTrustedDevice(deps.db.pool, [id], device)
  return known ? trustedDeviceLimits(key, device) : attemptLimits(scope, key, address)
}

async function savePendingSignIn<Account extends PasswordAccount>(
  tx: Queryable,
  { pendingSignIns }: Kind<Account>,
  ownerId: number,
  now: Date,
): Promise<{ pending: string }> {
  const { token, hash } = newToken()
  await pendingSignIns.add(tx, { tokenHash: hash, ownerId, now })
  return { pending: token }
}

async function openSession<Account extends PasswordAccount>(
  tx: Queryable,
  deps: PlatformDeps,
  kind: Kind<Account>,
  { account, device }: { account: Account; device: Buffer },
): Promise<NewSession<Account>> {
  const { id } = account
  const { token, hash } = newToken()
  const now = deps.now()
  await kind.sessions.add(tx, { tokenHash: hash, ownerId: id, now })
  const next = newToken()
  await kind.sessions.replaceDevice(tx, device, next.hash)
  await kind.sessions.trustDevice(tx, id, next.hash, now)
  await kind.saveLastSeen(tx, id, now)
  await kind.recordAudit(tx, { id, action: 'signed_in', at: now })
  return { account, hasSecondFactor: await hasSecondFactor(tx, kind, id), token, deviceToken: next.token }
}

function wrongCredentials(): HttpError {
  return invalid('email', texts.operatorCredentials)
}

function signInExpired(): HttpError {
  return new HttpError(401, texts.signInExpired)
}
