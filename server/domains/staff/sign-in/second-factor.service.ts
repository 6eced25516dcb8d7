import { texts } from '@stampus/contract/texts'
import type pg from 'pg'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction, orEarlierResult } from '../../../platform/db/transaction.ts'
import { conflict, invalid } from '../../../platform/http/http-error.ts'
import { consumeLimits, type Limit, refundLimits, refundOnFailure } from '../../../platform/rate-limits/rate-limits.ts'
import { decryptSecret, deriveKey, encryptSecret } from '../../../platform/security/crypto.ts'
import { APPS, type App, isSecondFactorRequired } from '../apps.ts'
import {
  activateSecondFactor,
  deleteSecondFactor,
  endAllSessions,
  findSecondFactor,
  replaceRecoveryCodes,
  saveShownSecret,
  useRecoveryCode,
  useStep,
} from '../credentials.store.ts'
import { findStaff, lockStaff, recordStaffAudit, type StaffRow } from '../staff.store.ts'
import { ownAttemptLimits, requireCurrentPassword, type SignedIn } from './own-account.service.ts'
import {
  findStep,
  hashRecoveryCode,
  newRecoveryCodes,
  newSecret,
  normalizeCode,
  presentSecret,
} from './second-factor-codes.ts'

const SIX_DIGITS = /^\d{6}$/

/** The purpose for which secrets of owners were encrypted before they were staff, with their id of that time. */
const FORMER_OWNERS = 'owner-second-factor'

type PasswordProof = { current_password: string; address: string }
type Proof = PasswordProof & { code: string }
type Account = { app: App; id: number }

export const hasSecondFactor = async (db: Queryable, id: number): Promise<boolean> =>
  Boolean((await findSecondFactor(db, id))?.added_at)

/** An operator's is changed in the console only: the counter's password and a code are no proof for it. Throws 409. */
function requireOwnApp(account: StaffRow | undefined, { app }: SignedIn): void {
  if (app === 'counter' && account && account.role !== 'owner') throw conflict(texts.secondFactorInConsole)
}

async function lockOwn(tx: Queryable, own: SignedIn): Promise<void> {
  requireOwnApp(await lockStaff(tx, own.app, own.id), own)
}

async function requireSecondFactor(db: Queryable, id: number): Promise<void> {
  if (!(await hasSecondFactor(db, id))) throw conflict(texts.secondFactorChanged)
}

/** Returns a new TOTP secret. Throws 401, 422 on `current_password`, 409 if a second factor is on, 429, 503. */
export async function startSecondFactor(deps: Deps, own: SignedIn, proof: PasswordProof) {
  const { id } = own
  if (await hasSecondFactor(deps.db.pool, own.id)) throw conflict(texts.secondFactorChanged)
  await requireCurrentPassword(deps, own, proof)
  const secret = newSecret()
  const stored = encryptSecret(secretKey(deps), String(id), secret)
  const isSaved = await inTransaction(deps.db.pool, async (tx) => {
    await lockOwn(tx, own)
    return saveShownSecret(tx, id, stored)
  })
  if (!isSaved) throw conflict(texts.secondFactorChanged)
  return presentSecret(secret, deps.config.PRODUCT_NAME, own.email)
}

/** Ends the other sessions and returns the recovery codes. Throws 409, 422 on `code`, 429. */
export async function confirmSecondFactor(
  deps: Deps,
  own: SignedIn,
  { code, address }: { code: string; address: string },
) {
  const { app, id } = own
  const at = deps.now()
  return withRightCode(deps, ownAttemptLimits(own, address), async (tx) => {
    await lockOwn(tx, own)
    const shown = await findSecondFactor(tx, id)
    if (!shown || shown.added_at) throw conflict(texts.secondFactorChanged)
    if (!(await consumeTotpCode(tx, deps, id, code))) return undefined
    await activateSecondFactor(tx, id, at)
    await endAllSessions(tx, id, own.tokenHash)
    await recordStaffAudit(tx, app, { id, action: `${APPS[app].person}.second_factor_added`, at })
    return createRecoveryCodes(tx, id)
  })
}

/** Turns the second factor off and ends the other sessions. Throws 401, 409 if it is required or off, 422, 429, 503. */
export const disableSecondFactor = (deps: Deps, own: SignedIn, proof: Proof) =>
  orEarlierResult(deps.db.pool, () => disable(deps, own, proof))

async function disable(deps: Deps, own: SignedIn, proof: Proof) {
  const { app, id } = own
  const at = deps.now()
  const account = await findStaff(deps.db.pool, app, id)
  if (account && isSecondFactorRequired(deps.config, account.role)) throw conflict(texts.secondFactorRequired)
  await requireSecondFactor(deps.db.pool, own.id)
  await requireCurrentPassword(deps, own, proof)
  return withRightCode(deps, ownAttemptLimits(own, proof.address), async (tx) => {
    if (!(await lockAndConsumeCode(tx, deps, own, proof.code))) return undefined
    await deleteSecondFactor(tx, id)
    await endAllSessions(tx, id, own.tokenHash)
    await recordStaffAudit(tx, app, { id, action: `${APPS[app].person}.second_factor_dropped`, at })
    return true
  })
}

/** Replaces the recovery codes, ends the other sessions. Throws 401, 409 if the second factor is off, 422, 429, 503. */
export const renewRecoveryCodes = (deps: Deps, own: SignedIn, proof: Proof) =>
  orEarlierResult(deps.db.pool, () => renewCodes(deps, own, proof))

async function renewCodes(deps: Deps, own: SignedIn, proof: Proof) {
  const { app, id } = own
  const at = deps.now()
  await requireSecondFactor(deps.db.pool, own.id)
  await requireCurrentPassword(deps, own, proof)
  return withRightCode(deps, ownAttemptLimits(own, proof.address), async (tx) => {
    if (!(await lockAndConsumeCode(tx, deps, own, proof.code))) return undefined
    await endAllSessions(tx, id, own.tokenHash)
    await recordStaffAudit(tx, app, { id, action: `${APPS[app].person}.recovery_codes_made`, at })
    return createRecoveryCodes(tx, id)
  })
}

/** Throws 422 on `code` if the result is undefined. Counts before the check and refunds right codes; throws 429. */
export async function withRightCode<Result>(
  { db: { pool }, now }: Deps,
  limits: Limit[],
  work: (tx: pg.PoolClient) => Promise<Result | undefined>,
): Promise<Result> {
  await consumeLimits(pool, limits, now())
  const result = await refundOnFailure(pool, limits, inTransaction(pool, work))
  if (result === undefined) throw invalid('code', texts.secondFactorCodeWrong)
  await refundLimits(pool, limits)
  return result
}

/** Uses up an app code or a recovery code. False for a wrong one. The account is locked before. */
export async function consumeSecondFactorCode(
  tx: Queryable,
  deps: Deps,
  { app, id }: Account,
  given: string,
): Promise<boolean> {
  if (SIX_DIGITS.test(normalizeCode(given))) return consumeTotpCode(tx, deps, id, given)
  if (!(await useRecoveryCode(tx, id, hashRecoveryCode(given)))) return false
  await recordStaffAudit(tx, app, { id, action: `${APPS[app].person}.recovery_code_used`, at: deps.now() })
  return true
}

async function consumeTotpCode(tx: Queryable, deps: Deps, id: number, given: string): Promise<boolean> {
  const factor = await findSecondFactor(tx, id)
  if (!factor) return false
  const { secret: stored, bound_to_owner: owner } = factor
  const secret = owner
    ? decryptSecret(deriveKey(deps.config.APP_KEY, FORMER_OWNERS), String(owner), stored)
    : decryptSecret(secretKey(deps), String(id), stored)
  const step = findStep(secret, normalizeCode(given), deps.now())
  return step !== undefined && useStep(tx, id, step)
}

const secretKey = ({ config }: Deps): Buffer => deriveKey(config.APP_KEY, 'second-factor')

async function lockAndConsumeCode(tx: Queryable, deps: Deps, own: SignedIn, code: string): Promise<boolean> {
  await lockOwn(tx, own)
  await requireSecondFactor(tx, own.id)
  return consumeSecondFactorCode(tx, deps, own, code)
}

async function createRecoveryCodes(tx: Queryable, id: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(tx, id, codes.map(hashRecoveryCode))
  return codes
}
