import { texts } from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { daysBefore, MINUTE_MS } from '../../../platform/durations.ts'
import type { AuthenticatedOperator } from '../../../platform/http/authenticators.ts'
import { HttpError, invalid } from '../../../platform/http/http-error.ts'
import type { CleanUp } from '../../../platform/jobs/jobs.ts'
import { attemptLimits, attemptPassword, trustedDeviceLimits } from '../../../platform/rate-limits/failed-attempts.ts'
import type { Limit } from '../../../platform/rate-limits/rate-limits.ts'
import { hashToken, newToken, type Token } from '../../../platform/security/crypto.ts'
import {
  findOperator,
  findOperatorByKey,
  lockOperator,
  type OperatorRow,
  recordOperatorAudit,
  saveLastSeen,
} from '../operators.store.ts'
import {
  consumeCode,
  getSecondFactorState,
  hasSecondFactor,
  withRightCode,
} from '../second-factor/second-factor.service.ts'
import { deleteOldLinks } from './password-links.store.ts'
import {
  addPendingSignIn,
  deleteExpiredPendingSignIns,
  deletePendingSignIn,
  findPendingSignIn,
  operatorSessions,
} from './sessions.store.ts'

/** The mail server may delay a mail by some ten hours, and an invitation works for three days more. */
const LINK_DAYS = 4

/** How long a sign-in waits for the code of the second factor, in minutes. */
export const PENDING_MINUTES = 5

/** The cookie with the token of a console session. */
export const CONSOLE_COOKIE = 'stampus_console'

/** The cookie with the token of a trusted device: a browser in which an operator has signed in. */
export const DEVICE_COOKIE = 'stampus_console_device'

/** The cookie of a sign-in with the right password that waits for the code of the second factor. */
export const PENDING_COOKIE = 'stampus_console_pending'

function pendingSince(now: Date): Date {
  return new Date(now.getTime() - PENDING_MINUTES * MINUTE_MS)
}

/** Deletes expired console sessions and sign-ins, old links and unused trusted devices. */
export function operatorsCleanUp({ db, now }: Pick<Deps, 'db' | 'now'>): CleanUp {
  return {
    'operator sessions': () => operatorSessions.deleteExpired(db.pool, now()),
    'unfinished operator sign-ins': () => deleteExpiredPendingSignIns(db.pool, pendingSince(now())),
    'operator links': () => deleteOldLinks(db.pool, daysBefore(now(), LINK_DAYS)),
    'trusted devices of operators': () => operatorSessions.deleteUnusedDevices(db.pool, now()),
  }
}

const DEVICE_TOKEN = /^[\w-]{43}$/

type Credentials = { email: string; password: string }

/** Where a sign-in comes from: the client address, and the device token that the browser got at an earlier sign-in. */
export type SignInOrigin = { address: string; deviceToken: string | undefined }

/** A new console session. The browser stores `deviceToken` to be recognized as a trusted device. */
export type Session = { operator: Omit<AuthenticatedOperator, 'tokenHash'>; token: string; deviceToken: string }

/**
 * Opens a console session, or returns the token of a sign-in that waits for the code of the second factor. Throws 422 on
 * `email`, with the same text for a wrong password and an unknown address; 429 after too many attempts; 503 while
 * too many passwords wait to be hashed.
 */
export async function signIn(
  deps: Deps,
  given: Credentials,
  { address, deviceToken }: SignInOrigin,
): Promise<Session | { pending: string }> {
  const { pool } = deps.db
  const now = deps.now()
  const key = emailKey(given.email)
  const operator = await findOperatorByKey(pool, key)
  const device = readDevice(deviceToken)
  const limits = await findLimits(pool, { id: operator?.id ?? 0, key, device, address })
  const attempt = { stored: operator?.password_hash ?? undefined, given: given.password, limits, address }
  const right = await attemptPassword(pool, attempt, now)
  if (!operator || !right) throw wrongCredentials()
  return inTransaction(pool, async (tx) => {
    const locked = await lockOperator(tx, operator.id)
    if (locked?.password_hash !== operator.password_hash) throw wrongCredentials()
    return (await hasSecondFactor(tx, locked.id))
      ? savePendingSignIn(tx, locked, now)
      : openSession(tx, deps, locked, device)
  })
}

/** Opens the session of a sign-in that waits for its code. Throws 401 if it has expired, 422 on `code`, 429. */
export async function confirmSignIn(deps: Deps, code: string, from: SignInOrigin & { pending: string | undefined }) {
  const { pool } = deps.db
  const now = deps.now()
  const pending = hashToken(from.pending ?? '')
  const id = await findPendingSignIn(pool, pending, pendingSince(now))
  const operator = id && (await findOperator(pool, id))
  if (!operator) throw signInExpired()
  const device = readDevice(from.deviceToken)
  // A wrong code counts like a wrong password.
  const limits = await findLimits(pool, {
    id: operator.id,
    key: emailKey(operator.email),
    device,
    address: from.address,
  })
  return withRightCode(deps, limits, async (tx) => {
    const locked = await lockOperator(tx, operator.id)
    if (!locked || !(await consumeCode(tx, deps, locked.id, code))) return undefined
    if (!(await deletePendingSignIn(tx, pending))) throw signInExpired()
    return openSession(tx, deps, locked, device)
  })
}

/** Ends the operator's console session. */
export async function signOut(deps: Deps, { id, tokenHash }: AuthenticatedOperator): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    if (!(await operatorSessions.end(tx, tokenHash))) return
    await recordOperatorAudit(tx, { actorId: id, action: 'operator.signed_out', operatorId: id, at })
  })
}

/** The device token that the browser sent, or a new one. */
function readDevice(sent: string | undefined): Token {
  return sent !== undefined && DEVICE_TOKEN.test(sent) ? { token: sent, hash: hashToken(sent) } : newToken()
}

type Attempt = { id: number; key: string; device: Token; address: string }

async function findLimits(db: Queryable, { id, key, device, address }: Attempt): Promise<Limit[]> {
  // The query runs for an unknown address too, so that it takes as long.
  const known = await operatorSessions.isTrustedDevice(db, [id], device.hash)
  return known ? trustedDeviceLimits(key, device.hash) : attemptLimits('console', key, address)
}

async function savePendingSignIn(tx: Queryable, { id }: OperatorRow, now: Date): Promise<{ pending: string }> {
  const { token, hash } = newToken()
  await addPendingSignIn(tx, { token_hash: hash, operator_id: id, now })
  return { pending: token }
}

async function openSession(tx: Queryable, deps: Deps, operator: OperatorRow, device: Token): Promise<Session> {
  const { id, name, email, role } = operator
  const { token, hash } = newToken()
  const now = deps.now()
  await operatorSessions.add(tx, { tokenHash: hash, ownerId: id, now })
  await operatorSessions.trustDevice(tx, id, device.hash, now)
  await saveLastSeen(tx, id, now)
  await recordOperatorAudit(tx, { actorId: id, action: 'operator.signed_in', operatorId: id, at: now })
  const secondFactor = getSecondFactorState(deps.config, role, await hasSecondFactor(tx, id))
  return { operator: { id, name, email, role, secondFactor }, token, deviceToken: device.token }
}

function wrongCredentials(): HttpError {
  return invalid('email', texts.operatorCredentials)
}

function signInExpired(): HttpError {
  return new HttpError(401, texts.signInExpired)
}
