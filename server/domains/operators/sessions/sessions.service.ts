import * as texts from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AuthenticatedOperator } from '../../../platform/http/authenticators.ts'
import { HttpError, invalid } from '../../../platform/http/http-error.ts'
import type { CleanUp } from '../../../platform/jobs/jobs.ts'
import { attemptLimits, attemptPassword, trustedDeviceLimits } from '../../../platform/rate-limits/failed-attempts.ts'
import type { Limit } from '../../../platform/rate-limits/rate-limits.ts'
import { daysBefore } from '../../../platform/security/ages.ts'
import { hashToken, newToken, type Token } from '../../../platform/security/crypto.ts'
import {
  findOperator,
  findOperatorByKey,
  lockOperator,
  type OperatorRow,
  recordOperatorAudit,
  saveLastSeen,
} from '../operators.store.ts'
import { hasSecondFactor, isRightCode, rightCode, secondFactorOf } from '../second-factor/second-factor.service.ts'
import { deleteOldLinks } from './password-links.store.ts'
import { addPending, deleteExpiredPending, deletePending, findPending, operatorSessions } from './sessions.store.ts'

const MINUTE_MS = 60_000
/** A mail may wait for its mail server for some ten hours, and its link works for one more. */
const LINK_DAYS = 4

/** How long a sign-in waits for the code of the second factor. */
export const PENDING_MINUTES = 5

/** The name of the cookie that holds an operator's token. */
export const CONSOLE_COOKIE = 'stampus_console'

/** The name of the cookie that marks a browser in which an operator has signed in. */
export const DEVICE_COOKIE = 'stampus_console_device'

/** The name of the cookie of a browser in which the right password was given, and the code is still to come. */
export const PENDING_COOKIE = 'stampus_console_pending'

function pendingSince(now: Date): Date {
  return new Date(now.getTime() - PENDING_MINUTES * MINUTE_MS)
}

/** Removes dead console sessions, sign-ins that wait no more, old links and unused device marks. */
export function operatorsCleanUp({ db, now }: Pick<Deps, 'db' | 'now'>): CleanUp {
  return {
    'operator sessions': () => operatorSessions.deleteExpired(db.pool, now()),
    'unfinished operator sign-ins': () => deleteExpiredPending(db.pool, pendingSince(now())),
    'operator links': () => deleteOldLinks(db.pool, daysBefore(now(), LINK_DAYS)),
    'operator device marks': () => operatorSessions.deleteUnusedDevices(db.pool, now()),
  }
}

const MARK = /^[\w-]{43}$/

export type Credentials = { email: string; password: string }

/** Where a sign-in comes from: the client's address, and the mark its browser got at an earlier one. */
export type Origin = { address: string; mark: string | undefined }

/** An open console session; `mark` is for the browser to keep. */
export type Session = { operator: Omit<AuthenticatedOperator, 'tokenHash'>; token: string; mark: string }

/**
 * Opens a console session, or answers what stands for a sign-in that waits for the code of the second factor. A 422 on
 * `email` names neither part of what was wrong; too many wrong guesses are a 429.
 */
export async function signIn(
  deps: Deps,
  given: Credentials,
  { address, mark }: Origin,
): Promise<Session | { pending: string }> {
  const { pool } = deps.db
  const now = deps.now()
  const key = emailKey(given.email)
  const operator = await findOperatorByKey(pool, key)
  const device = deviceOf(mark)
  const limits = await limitsOf(pool, { id: operator?.id ?? 0, key, device, address })
  const attempt = { stored: operator?.password_hash ?? undefined, given: given.password, limits, address }
  const right = await attemptPassword(pool, attempt, now)
  if (!operator || !right) throw wrongCredentials()
  return inTransaction(pool, async (tx) => {
    const held = await lockOperator(tx, operator.id)
    if (held?.password_hash !== operator.password_hash) throw wrongCredentials()
    return (await hasSecondFactor(tx, held.id)) ? waitForCode(tx, held, now) : openSession(tx, deps, held, device)
  })
}

/** Opens the session of a sign-in whose password was right. A 401 where it lapsed, a 422 on `code`, a 429. */
export async function confirmSignIn(deps: Deps, code: string, from: Origin & { pending: string | undefined }) {
  const { pool } = deps.db
  const now = deps.now()
  const pending = hashToken(from.pending ?? '')
  const id = await findPending(pool, pending, pendingSince(now))
  const operator = id && (await findOperator(pool, id))
  if (!operator) throw lapsed()
  const device = deviceOf(from.mark)
  // A wrong code counts like a wrong password.
  const limits = await limitsOf(pool, { id: operator.id, key: emailKey(operator.email), device, address: from.address })
  return rightCode(deps, limits, async (tx) => {
    const held = await lockOperator(tx, operator.id)
    if (!held || !(await isRightCode(tx, deps, held.id, code))) return undefined
    if (!(await deletePending(tx, pending))) throw lapsed()
    return openSession(tx, deps, held, device)
  })
}

/** Ends the caller's console session. */
export async function signOut(deps: Deps, { id, tokenHash }: AuthenticatedOperator): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    if (!(await operatorSessions.end(tx, tokenHash))) return
    await recordOperatorAudit(tx, { actorId: id, action: 'operator.signed_out', operatorId: id, at })
  })
}

/** The mark that a browser brings, or a new one. */
function deviceOf(mark: string | undefined): Token {
  return mark !== undefined && MARK.test(mark) ? { token: mark, hash: hashToken(mark) } : newToken()
}

type Guesser = { id: number; key: string; device: Token; address: string }

async function limitsOf(db: Queryable, { id, key, device, address }: Guesser): Promise<Limit[]> {
  // Asked for an unknown address too, so that it takes as long.
  const known = await operatorSessions.isTrustedDevice(db, [id], device.hash)
  return known ? trustedDeviceLimits(key, device.hash) : attemptLimits('console', key, address)
}

async function waitForCode(tx: Queryable, { id }: OperatorRow, now: Date): Promise<{ pending: string }> {
  const { token, hash } = newToken()
  await addPending(tx, { token_hash: hash, operator_id: id, now })
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
  const secondFactor = secondFactorOf(deps.config, role, await hasSecondFactor(tx, id))
  return { operator: { id, name, email, role, secondFactor }, token, mark: device.token }
}

function wrongCredentials(): HttpError {
  return invalid('email', texts.operatorCredentials)
}

function lapsed(): HttpError {
  return new HttpError(401, texts.signInLapsed)
}
