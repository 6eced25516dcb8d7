import { texts } from '@stampus/contract/texts'
import type pg from 'pg'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, invalid } from '../../../platform/http/http-error.ts'
import { consumeLimits, type Limit, refundLimits, refundOnFailure } from '../../../platform/rate-limits/rate-limits.ts'
import { decryptSecret, deriveKey, encryptSecret } from '../../../platform/security/crypto.ts'
import { APPS, type App, isSecondFactorRequired } from '../apps.ts'
import {
  activateSecondFactor,
  deleteSecondFactor,
  endSessions,
  findSecondFactor,
  replaceRecoveryCodes,
  saveShownSecret,
  useRecoveryCode,
  useStep,
} from '../credentials.store.ts'
import { findStaff, lockStaff, recordStaffAudit } from '../staff.store.ts'
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

type PasswordProof = { current_password: string; address: string }
type Account = { app: App; id: number }

/** Whether the second factor of an account is on. */
export async function hasSecondFactor(db: Queryable, { app, id }: Account): Promise<boolean> {
  return Boolean((await findSecondFactor(db, app, id))?.added_at)
}

async function requireSecondFactor(db: Queryable, account: Account): Promise<void> {
  if (!(await hasSecondFactor(db, account))) throw conflict(texts.secondFactorChanged)
}

/** Returns a secret for the authenticator app. Throws 401, 422 on `current_password`, 409 if a second factor is on, 429, 503. */
export async function startSecondFactor(deps: Deps, own: SignedIn, proof: PasswordProof) {
  const { app, id } = own
  if (await hasSecondFactor(deps.db.pool, own)) throw conflict(texts.secondFactorChanged)
  await requireCurrentPassword(deps, own, proof)
  const secret = newSecret()
  const stored = encryptSecret(secretKey(deps, app), String(id), secret)
  const isSaved = await inTransaction(deps.db.pool, async (tx) => {
    await lockStaff(tx, app, id)
    return saveShownSecret(tx, app, id, stored)
  })
  if (!isSaved) throw conflict(texts.secondFactorChanged)
  return presentSecret(secret, deps.config.PRODUCT_NAME, own.email)
}

/**
 * Turns the second factor on with its first code, ends the other sessions and returns the recovery codes. Throws 409, 422 on
 * `code`, 429.
 */
export async function confirmSecondFactor(
  deps: Deps,
  own: SignedIn,
  { code, address }: { code: string; address: string },
) {
  const { app, id } = own
  const at = deps.now()
  return withRightCode(deps, ownAttemptLimits(own, address), async (tx) => {
    await lockStaff(tx, app, id)
    const shown = await findSecondFactor(tx, app, id)
    if (!shown || shown.added_at) throw conflict(texts.secondFactorChanged)
    if (!(await consumeTotpCode(tx, deps, own, code))) return undefined
    await activateSecondFactor(tx, app, id, at)
    await endSessions(tx, app, id, own.tokenHash)
    await recordStaffAudit(tx, app, { id, action: `${APPS[app].person}.second_factor_added`, at })
    return createRecoveryCodes(tx, own)
  })
}

/** Turns the own second factor off and ends the other sessions. Throws 401, 409 if it is required or off, 422, 429, 503. */
export async function disableSecondFactor(
  deps: Deps,
  own: SignedIn,
  proof: PasswordProof & { code: string },
): Promise<void> {
  const { app, id } = own
  const at = deps.now()
  const account = await findStaff(deps.db.pool, app, id)
  if (account && isSecondFactorRequired(deps.config, account.role)) throw conflict(texts.secondFactorRequired)
  await requireSecondFactor(deps.db.pool, own)
  await requireCurrentPassword(deps, own, proof)
  await withRightCode(deps, ownAttemptLimits(own, proof.address), async (tx) => {
    if (!(await lockAndConsumeCode(tx, deps, own, proof.code))) return undefined
    await deleteSecondFactor(tx, app, id)
    await endSessions(tx, app, id, own.tokenHash)
    await recordStaffAudit(tx, app, { id, action: `${APPS[app].person}.second_factor_dropped`, at })
    return true
  })
}

/** Replaces the recovery codes and ends the other sessions. Throws 401, 409 if the second factor is off, 422, 429, 503. */
export async function renewRecoveryCodes(deps: Deps, own: SignedIn, proof: PasswordProof & { code: string }) {
  const { app, id } = own
  const at = deps.now()
  await requireSecondFactor(deps.db.pool, own)
  await requireCurrentPassword(deps, own, proof)
  return withRightCode(deps, ownAttemptLimits(own, proof.address), async (tx) => {
    if (!(await lockAndConsumeCode(tx, deps, own, proof.code))) return undefined
    await endSessions(tx, app, id, own.tokenHash)
    await recordStaffAudit(tx, app, { id, action: `${APPS[app].person}.recovery_codes_made`, at })
    return createRecoveryCodes(tx, own)
  })
}

/**
 * Runs work that checks a code in a transaction and returns its result. Throws 422 on `code` if the result is undefined. Counts
 * each attempt before the check and refunds right ones; throws 429.
 */
export async function withRightCode<Result>(
  { db: { pool }, now }: Deps,
  limits: Limit[],
  work: (tx: pg.PoolClient) => Promise<Result | undefined>,
): Promise<Result> {
  await consumeLimits(pool, limits, now())
  const result = await refundOnFailure(pool, limits, inTransaction(pool, work))
  if (result === undefined) throw invalid('code', texts.codeWrong)
  await refundLimits(pool, limits)
  return result
}

/** Uses up an app code or a recovery code. False for a wrong one. The account is locked before. */
export async function consumeCode(tx: Queryable, deps: Deps, { app, id }: Account, given: string): Promise<boolean> {
  if (SIX_DIGITS.test(normalizeCode(given))) return consumeTotpCode(tx, deps, { app, id }, given)
  if (!(await useRecoveryCode(tx, app, id, hashRecoveryCode(given)))) return false
  await recordStaffAudit(tx, app, { id, action: `${APPS[app].person}.recovery_code_used`, at: deps.now() })
  return true
}

async function consumeTotpCode(tx: Queryable, deps: Deps, { app, id }: Account, given: string): Promise<boolean> {
  const factor = await findSecondFactor(tx, app, id)
  if (!factor) return false
  const secret = decryptSecret(secretKey(deps, app), String(id), factor.secret)
  const step = findStep(secret, normalizeCode(given), deps.now())
  return step !== undefined && useStep(tx, app, id, step)
}

function secretKey({ config }: Deps, app: App): Buffer {
  return deriveKey(config.APP_KEY, APPS[app].secretPurpose)
}

async function lockAndConsumeCode(tx: Queryable, deps: Deps, own: SignedIn, code: string): Promise<boolean> {
  await lockStaff(tx, own.app, own.id)
  await requireSecondFactor(tx, own)
  return consumeCode(tx, deps, own, code)
}

async function createRecoveryCodes(tx: Queryable, { app, id }: Account): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(tx, app, id, codes.map(hashRecoveryCode))
  return codes
}
