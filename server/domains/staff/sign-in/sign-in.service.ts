import { texts } from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction, orEarlierResult } from '../../../platform/db/transaction.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { HttpError, invalid } from '../../../platform/http/http-error.ts'
import {
  attemptLimits,
  attemptPassword,
  trustedDeviceLimits,
  unlockedLimits,
} from '../../../platform/rate-limits/failed-attempts.ts'
import type { Limit } from '../../../platform/rate-limits/rate-limits.ts'
import { hashToken, newToken } from '../../../platform/security/crypto.ts'
import { rehashPassword } from '../../../platform/security/passwords.ts'
import { APPS, type App } from '../apps.ts'
import {
  addPendingSignIn,
  deletePendingSignIn,
  findPendingSignIn,
  staffSessions,
  staffUnlocks,
} from '../credentials.store.ts'
import {
  findStaff,
  findStaffByKey,
  lockStaff,
  recordStaffAudit,
  type StaffRow,
  saveLastSeen,
  setPassword,
} from '../staff.store.ts'
import type { SignedIn } from './own-account.service.ts'
import { consumeSecondFactorCode, hasSecondFactor, withRightCode } from './second-factor.service.ts'
import { withUnlockMail } from './unlocks.service.ts'

/** How long a sign-in waits for the code of the second factor, in minutes. */
export const PENDING_MINUTES = 5

export const pendingSince = (now: Date): Date => new Date(now.getTime() - PENDING_MINUTES * MINUTE_MS)

type Credentials = { email: string; password: string }

/** Where a sign-in comes from: the client address, and what the browser got at an earlier sign-in and unlock. */
export type SignInOrigin = { address: string; deviceToken: string | undefined; unlockToken: string | undefined }

/** A new session. The browser stores `deviceToken`, a new one after each sign-in, to be known as a trusted device. */
export type NewSession = { account: StaffRow; hasSecondFactor: boolean; token: string; deviceToken: string }

/** Throws 422 on `email`, the same for a wrong password and an unknown address; 429; 503. */
export async function signIn(
  deps: Deps,
  app: App,
  given: Credentials,
  { address, deviceToken, unlockToken }: SignInOrigin,
): Promise<NewSession | { pending: string }> {
  const { pool } = deps.db
  const now = deps.now()
  const key = emailKey(given.email)
  const account = await findStaffByKey(pool, app, key)
  const device = hashToken(deviceToken ?? '')
  const limits = await findLimits(deps, app, { id: account?.id ?? 0, key, device, unlockToken, address })
  const attempt = { stored: account?.password_hash ?? undefined, given: given.password, limits, address }
  const match = await withUnlockMail(deps, app, { key, id: account?.id }, attemptPassword(pool, attempt, now))
  if (!account || !match) throw wrongCredentials()
  const renewed = match.isOlder
    ? await rehashPassword(match.stored, given.password, { holder: `${APPS[app].scope}|${account.id}` })
    : undefined
  return inTransaction(pool, async (tx) => {
    const locked = await lockStaff(tx, app, account.id)
    if (locked?.password_hash !== account.password_hash) throw wrongCredentials()
    if (renewed) await setPassword(tx, app, locked.id, renewed)
    return enter(tx, deps, app, { account: locked, device })
  })
}

/** Opens a session after the password was set with a link; with a second factor, the sign-in waits for its code. */
export const openFirstSession = async (deps: Deps, app: App, { id }: StaffRow, { deviceToken }: SignInOrigin) =>
  inTransaction(deps.db.pool, async (tx) => {
    const account = await lockStaff(tx, app, id)
    if (!account) throw signInExpired()
    return enter(tx, deps, app, { account, device: hashToken(deviceToken ?? '') })
  })

/** Opens the session of a sign-in that waits for its code. Throws 401 if it has expired, 422 on `code`, 429. */
export const confirmSignIn = (deps: Deps, app: App, code: string, from: PendingSignIn) =>
  orEarlierResult(deps.db.pool, () => confirmCode(deps, app, code, from))

type PendingSignIn = SignInOrigin & { pending: string | undefined }

async function confirmCode(deps: Deps, app: App, code: string, from: PendingSignIn): Promise<NewSession> {
  const { pool } = deps.db
  const pending = hashToken(from.pending ?? '')
  const id = await findPendingSignIn(pool, app, { tokenHash: pending, madeAfter: pendingSince(deps.now()) })
  const account = id && (await findStaff(pool, app, id))
  if (!account) throw signInExpired()
  const device = hashToken(from.deviceToken ?? '')
  const attempt = { id: account.id, key: emailKey(account.email), device, ...from }
  // A wrong code counts like a wrong password.
  const limits = await findLimits(deps, app, attempt)
  const confirming = withRightCode(deps, limits, async (tx) => {
    const locked = await lockStaff(tx, app, account.id)
    if (!locked || !(await consumeSecondFactorCode(tx, deps, { app, id: locked.id }, code))) return undefined
    if (!(await deletePendingSignIn(tx, app, pending))) throw signInExpired()
    return openSession(tx, deps, app, { account: locked, device })
  })
  return withUnlockMail(deps, app, attempt, confirming)
}

export async function signOut(deps: Deps, { app, id, tokenHash }: SignedIn): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    if (!(await staffSessions[app].end(tx, tokenHash))) return
    await recordStaffAudit(tx, app, { id, action: `${APPS[app].person}.signed_out`, at })
  })
}

type Attempt = Pick<SignInOrigin, 'address' | 'unlockToken'> & { id: number; key: string; device: Buffer }

async function findLimits(
  { db: { pool }, now }: Deps,
  app: App,
  { id, key, device, address, unlockToken: cookie }: Attempt,
): Promise<Limit[]> {
  const { scope } = APPS[app]
  // The queries run for an unknown address too, so that it takes as long.
  const unlock = await staffUnlocks[app].findOpened(pool, { accountIds: [id], cookie, now: now() })
  if (unlock) return unlockedLimits(scope, unlock.id)
  const known = await staffSessions[app].isTrustedDevice(pool, [id], device)
  return known ? trustedDeviceLimits(key, device) : attemptLimits(scope, key, address)
}

type Entrance = { account: StaffRow; device: Buffer }

/** Signs in after the right password. With a second factor, the sign-in waits for its code. */
async function enter(tx: Queryable, deps: Deps, app: App, { account, device }: Entrance) {
  const { id } = account
  if (!(await hasSecondFactor(tx, id))) return openSession(tx, deps, app, { account, device })
  const { token, hash } = newToken()
  await addPendingSignIn(tx, app, { tokenHash: hash, id, now: deps.now() })
  return { pending: token }
}

async function openSession(tx: Queryable, deps: Deps, app: App, { account, device }: Entrance): Promise<NewSession> {
  const { id } = account
  const sessions = staffSessions[app]
  const { token, hash } = newToken()
  const now = deps.now()
  await sessions.add(tx, { tokenHash: hash, ownerId: id, now })
  const next = newToken()
  await sessions.replaceDevice(tx, device, next.hash)
  await sessions.trustDevice(tx, id, next.hash, now)
  await saveLastSeen(tx, app, id, now)
  await recordStaffAudit(tx, app, { id, action: `${APPS[app].person}.signed_in`, at: now })
  return { account, hasSecondFactor: await hasSecondFactor(tx, id), token, deviceToken: next.token }
}

const wrongCredentials = (): HttpError => invalid('email', texts.operatorCredentials)

const signInExpired = (): HttpError => new HttpError(401, texts.signInExpired)
