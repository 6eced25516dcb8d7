import { texts } from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { daysBefore } from '../../../platform/durations.ts'
import { type AuthenticatedMember, type Authenticators, bearerToken } from '../../../platform/http/authenticators.ts'
import { forbidden, invalid } from '../../../platform/http/http-error.ts'
import {
  attemptLimits,
  attemptPassword,
  attemptPasswordsCounted,
  trustedDeviceLimits,
  unlockedLimits,
} from '../../../platform/rate-limits/failed-attempts.ts'
import {
  type Limit,
  refundLimits,
  refundOnFailure,
  tryConsumeLimits,
} from '../../../platform/rate-limits/rate-limits.ts'
import { hashToken, newToken } from '../../../platform/security/crypto.ts'
import { rehashPassword } from '../../../platform/security/passwords.ts'
import { isLastUseStale } from '../../../platform/sessions/sessions.store.ts'
import {
  addMemberSession,
  findAccounts,
  findMemberSession,
  listMembersWithOpenedVouchers,
  lockUser,
  memberSessions,
  renewPassword,
  type UserRow,
} from '../accounts.store.ts'
import { addReset } from '../password-resets/password-resets.store.ts'
import { memberUnlocks } from '../unlocks/unlocks.store.ts'

const MIN_DEVICE_TOKEN_LENGTH = 16
const NEW_PASSWORD_MAIL_SECONDS = 15 * 60

/** How long login recognizes a voided password and mails a link to a new one. */
export const VOIDED_PASSWORD_DAYS = 30

export type Session = { user: UserRow; token: string }
/** `device_mark` is the random token by which the browser is recognized as a trusted device. */
type Credentials = { email: string; password: string; device_mark?: string | undefined }

/** Where a login comes from: the client address, and the cookie of a browser that asked to be unlocked. */
type LoginOrigin = { address: string; unlockCookie: string | undefined }

/**
 * Logs a member in and returns the session. Throws 422 on `email` for a wrong password or an unknown address, with the
 * same text and after the same time; 403 if suspended; 429 after too many wrong passwords; 503. Of several registrations
 * of an address, the one with this password is logged in. For a voided password it mails a link to a new one, then 422.
 */
export async function login(deps: Deps, given: Credentials, origin: LoginOrigin): Promise<Session> {
  const { address } = origin
  const { pool } = deps.db
  const now = deps.now()
  const users = await findAccounts(pool, emailKey(given.email))
  const device = hashDeviceToken(given.device_mark)
  const limits = await findLimits(deps, { email: given.email, users, device, ...origin })
  const comparable = (user: UserRow) => voidedPassword(user, now) ?? user.password_hash
  const stored = users.map(comparable)
  const match = await attemptPasswordsCounted(pool, { stored, given: given.password, limits, address }, now)
  const user = users.find((one) => comparable(one) === match?.stored)
  if (!user || !match) throw invalid('email', texts.wrongCredentials)
  const isVoided = voidedPassword(user, now) !== undefined
  if (user.suspended || isVoided) await refundLimits(pool, limits)
  if (user.suspended) throw forbidden(texts.suspended)
  if (isVoided) {
    await mailNewPasswordLink(deps, user)
    throw invalid('email', texts.chooseNewPassword)
  }
  const rehashing = match.isOlder
    ? rehashPassword(match.stored, given.password, { holder: `member|${user.id}` })
    : match.stored
  const password_hash = await refundOnFailure(pool, limits, Promise.resolve(rehashing))
  const opening = inTransaction(pool, async (tx) => {
    if (match.isOlder) await renewPassword(tx, user, password_hash)
    const opened = await openSession(tx, { id: user.id, password_hash }, now)
    if (opened && device) await memberSessions.trustDevice(tx, user.id, device, now)
    await refundLimits(tx, limits)
    return opened
  })
  const token = await refundOnFailure(pool, limits, opening)
  if (!token) throw invalid('email', texts.wrongCredentials)
  return { user, token }
}

type Attempt = LoginOrigin & { email: string; users: UserRow[]; device: Buffer | undefined }

/** The limits that count this attempt: of the unlocked browser, of the trusted device, else of account and address. */
async function findLimits(deps: Deps, { email, users, device, address, unlockCookie }: Attempt): Promise<Limit[]> {
  const key = emailKey(email)
  // Anyone can register an unverified address and log in to it, so devices of unverified accounts are not trusted.
  const verified = users.filter(({ email_verified_at }) => email_verified_at !== null)
  // The queries run for an unknown address too, so that it takes as long.
  const ids = verified.map(({ id }) => id)
  const origin = { accountIds: ids, cookie: unlockCookie, now: deps.now() }
  const unlock = await memberUnlocks.findOpened(deps.db.pool, origin)
  if (unlock) return unlockedLimits('sign-in', unlock.id)
  if (device && (await memberSessions.isTrustedDevice(deps.db.pool, ids, device)))
    return trustedDeviceLimits(key, device)
  return attemptLimits('sign-in', key, address)
}

/** A short token could be guessed, and with it the limits of its browser. */
const hashDeviceToken = (token: string | undefined): Buffer | undefined =>
  token && token.length >= MIN_DEVICE_TOKEN_LENGTH ? hashToken(token) : undefined

/** The hash of the password that a verification without a password voided less than 30 days ago. */
function voidedPassword(user: UserRow, now: Date): string | undefined {
  const { voided_password_hash, password_voided_at } = user
  if (!voided_password_hash || !password_voided_at) return undefined
  return password_voided_at > daysBefore(now, VOIDED_PASSWORD_DAYS) ? voided_password_hash : undefined
}

/** Mails a one-time link to a new password, at most every 15 minutes. Links sent before stay valid. */
async function mailNewPasswordLink(deps: Deps, user: UserRow): Promise<void> {
  const now = deps.now()
  const limit = { key: `voided-password|${user.id}`, max: 1, windowSeconds: NEW_PASSWORD_MAIL_SECONDS }
  await inTransaction(deps.db.pool, async (tx) => {
    if ((await tryConsumeLimits(tx, [limit], now)) !== undefined) return
    const id = await addReset(tx, { user_id: user.id, operator_id: null, now })
    await deps.jobs.enqueueMail(tx, { kind: 'password-reset', id })
  })
}

/** Opens a session and returns its token; undefined if the member is suspended or the password has just changed. */
export async function openSession(tx: Queryable, user: { id: number; password_hash: string }, now: Date) {
  const { token, hash } = newToken()
  const session = { token_hash: hash, user_id: user.id, password_hash: user.password_hash, now }
  return (await addMemberSession(tx, session)) ? token : undefined
}

export async function logout({ db }: Deps, { id, tokenHash }: AuthenticatedMember): Promise<void> {
  // Opened vouchers end with the session, and everything that locks them locks the member first.
  await inTransaction(db.pool, async (tx) => {
    await lockUser(tx, id)
    await memberSessions.end(tx, tokenHash)
  })
}

export const endOtherSessions = ({ db }: Deps, { id, tokenHash }: AuthenticatedMember): Promise<number> =>
  inTransaction(db.pool, async (tx) => {
    await lockUser(tx, id)
    return memberSessions.endAll(tx, id, tokenHash)
  })

/** Whether this is the signed-in member's password. Wrong ones of all calls count together; throws 429, 503. */
export async function isCurrentPassword(deps: Deps, user: UserRow, given: string, address: string): Promise<boolean> {
  const limits = attemptLimits('current-password', String(user.id), address)
  const attempt = { stored: user.password_hash, given, limits, address }
  return (await attemptPassword(deps.db.pool, attempt, deps.now())) !== undefined
}

export async function deleteExpiredSessions({ db: { pool }, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const at = now()
  let deleted = 0
  // Opened vouchers end with the session, as in `logout`.
  for (const id of await listMembersWithOpenedVouchers(pool, memberSessions.liveSince(at))) {
    deleted += await inTransaction(pool, async (tx) => {
      await lockUser(tx, id)
      return memberSessions.deleteExpired(tx, at, id)
    })
  }
  return deleted + (await memberSessions.deleteExpired(pool, at))
}

/** Finds the member by the bearer token; undefined for a malformed, unknown or expired one. */
export const memberAuthenticator =
  ({ db, now }: Pick<Deps, 'db' | 'now'>): Authenticators['member'] =>
  async (request) => {
    const token = bearerToken(request)
    if (token === undefined) return undefined
    const tokenHash = hashToken(token)
    const at = now()
    const row = await findMemberSession(db.lookups, tokenHash, memberSessions.liveSince(at))
    if (!row) return undefined
    if (isLastUseStale(row.last_used_at, at))
      writeInBackground(request, () => memberSessions.touch(db.pool, tokenHash, at))
    const { id, email, suspended } = row
    return { id, email, verified: row.email_verified_at !== null, suspended, token, tokenHash }
  }

/** The request does not wait for the write, and does not fail with it. */
function writeInBackground(request: FastifyRequest, write: () => Promise<void>): void {
  write().catch((error: unknown) => request.log.warn({ err: error }, 'the use of a session was not stored'))
}
