import { texts } from '@stampus/contract/texts'
import type pg from 'pg'
import type { Queryable } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { PlatformDeps } from '../deps.ts'
import { conflict, invalid } from '../http/http-error.ts'
import { consumeLimits, type Limit, refundLimits, refundOnFailure } from '../rate-limits/rate-limits.ts'
import { decryptSecret, deriveKey, encryptSecret } from '../security/crypto.ts'
import { type AccountKind, endSessions, type PasswordAccount, type SignedIn } from './account-kind.ts'
import { ownAttemptLimits, requireCurrentPassword } from './own-account.service.ts'
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
type Kind<Account extends PasswordAccount> = AccountKind<Account>

/** Whether the second factor of an account is on. */
export async function hasSecondFactor<Account extends PasswordAccount>(
  db: Queryable,
  { secondFactors }: Kind<Account>,
  id: number,
): Promise<boolean> {
  return Boolean((await secondFactors.find(db, id))?.added_at)
}

async function requireSecondFactor<Account extends PasswordAccount>(
  db: Queryable,
  kind: Kind<Account>,
  id: number,
): Promise<void> {
  if (!(await hasSecondFactor(db, kind, id))) throw conflict(texts.secondFactorChanged)
}

/** Returns a secret for the authenticator app. Throws 401, 422 on `current_password`, 409 if a second factor is on, 429, 503. */
export async function startSecondFactor<Account extends PasswordAccount>(
  deps: PlatformDeps,
  kind: Kind<Account>,
  own: SignedIn,
  proof: PasswordProof,
) {
  if (await hasSecondFactor(deps.db.pool, kind, own.id)) throw conflict(texts.secondFactorChanged)
  await requireCurrentPassword(deps, kind, own, proof)
  const secret = newSecret()
  const stored = encryptSecret(secretKey(deps, kind), String(own.id), secret)
  const isSaved = await inTransaction(deps.db.pool, async (tx) => {
    await kind.lock(tx, own.id)
    return kind.secondFactors.saveShown(tx, own.id, stored)
  })
  if (!isSaved) throw conflict(texts.secondFactorChanged)
  return presentSecret(secret, deps.config.PRODUCT_NAME, own.email)
}

/**
 * Turns the second factor on with its first code, ends the other sessions and returns the recovery codes. Throws 409, 422 on
 * `code`, 429.
 */
export async function confirmSecondFactor<Account extends PasswordAccount>(
  deps: PlatformDeps,
  kind: Kind<Account>,
  own: SignedIn,
  { code, address }: { code: string; address: string },
) {
  const at = deps.now()
  return withRightCode(deps, ownAttemptLimits(kind, own, address), async (tx) => {
    await kind.lock(tx, own.id)
    const shown = await kind.secondFactors.find(tx, own.id)
    if (!shown || shown.added_at) throw conflict(texts.secondFactorChanged)
    if (!(await consumeTotpCode(tx, deps, kind, own.id, code))) return undefined
    await kind.secondFactors.activate(tx, own.id, at)
    await endSessions(tx, kind, own.id, own.tokenHash)
    await kind.recordAudit(tx, { id: own.id, action: 'second_factor_added', at })
    return createRecoveryCodes(tx, kind, own.id)
  })
}

/** Turns the own second factor off and ends the other sessions. Throws 401, 409 if it is required or off, 422, 429, 503. */
export async function disableSecondFactor<Account extends PasswordAccount>(
  deps: PlatformDeps,
  kind: Kind<Account>,
  own: SignedIn,
  proof: PasswordProof & { code: string },
): Promise<void> {
  const at = deps.now()
  const account = await kind.find(deps.db.pool, own.id)
  if (account && kind.isSecondFactorRequired(deps.config, account)) throw conflict(texts.secondFactorRequired)
  await requireSecondFactor(deps.db.pool, kind, own.id)
  await requireCurrentPassword(deps, kind, own, proof)
  await withRightCode(deps, ownAttemptLimits(kind, own, proof.address), async (tx) => {
    if (!(await lockAndConsumeCode(tx, deps, kind, own.id, proof.code))) return undefined
    await kind.secondFactors.delete(tx, own.id)
    await endSessions(tx, kind, own.id, own.tokenHash)
    await kind.recordAudit(tx, { id: own.id, action: 'second_factor_dropped', at })
    return true
  })
}

/** Replaces the recovery codes and ends the other sessions. Throws 401, 409 if the second factor is off, 422, 429, 503. */
export async function renewRecoveryCodes<Account extends PasswordAccount>(
  deps: PlatformDeps,
  kind: Kind<Account>,
  own: SignedIn,
  proof: PasswordProof & { code: string },
) {
  const at = deps.now()
  await requireSecondFactor(deps.db.pool, kind, own.id)
  await requireCurrentPassword(deps, kind, own, proof)
  return withRightCode(deps, ownAttemptLimits(kind, own, proof.address), async (tx) => {
    if (!(await lockAndConsumeCode(tx, deps, kind, own.id, proof.code))) return undefined
    await endSessions(tx, kind, own.id, own.tokenHash)
    await kind.recordAudit(tx, { id: own.id, action: 'recovery_codes_made', at })
    return createRecoveryCodes(tx, kind, own.id)
  })
}

/**
 * Runs work that checks a code in a transaction and returns its result. Throws 422 on `code` if the result is undefined. Counts
 * each attempt before the check and refunds right ones; throws 429.
 */
export async function withRightCode<Result>(
  { db: { pool }, now }: PlatformDeps,
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
export async function consumeCode<Account extends PasswordAccount>(
  tx: Queryable,
  deps: PlatformDeps,
  kind: Kind<Account>,
  id: number,
  given: string,
): Promise<boolean> {
  if (SIX_DIGITS.test(normalizeCode(given))) return consumeTotpCode(tx, deps, kind, id, given)
  if (!(await kind.secondFactors.useRecoveryCode(tx, id, hashRecoveryCode(given)))) return false
  await kind.recordAudit(tx, { id, action: 'recovery_code_used', at: deps.now() })
  return true
}

async function consumeTotpCode<Account extends PasswordAccount>(
  tx: Queryable,
  deps: PlatformDeps,
  kind: Kind<Account>,
  id: number,
  given: string,
): Promise<boolean> {
  const factor = await kind.secondFactors.find(tx, id)
  if (!factor) return false
  const secret = decryptSecret(secretKey(deps, kind), String(id), factor.secret)
  const step = findStep(secret, normalizeCode(given), deps.now())
  return step !== undefined && kind.secondFactors.useStep(tx, id, step)
}

function secretKey({ config }: PlatformDeps, { secretPurpose }: { secretPurpose: string }): Buffer {
  return deriveKey(config.APP_KEY, secretPurpose)
}

async function lockAndConsumeCode<Account extends PasswordAccount>(
  tx: Queryable,
  deps: PlatformDeps,
  kind: Kind<Account>,
  id: number,
  code: string,
): Promise<boolean> {
  await kind.lock(tx, id)
  await requireSecondFactor(tx, kind, id)
  return consumeCode(tx, deps, kind, id, code)
}

async function createRecoveryCodes<Account extends PasswordAccount>(
  tx: Queryable,
  { secondFactors }: Kind<Account>,
  id: number,
): Promise<string[]> {
  const codes = newRecoveryCodes()
  await secondFactors.replaceRecoveryCodes(tx, id, codes.map(hashRecoveryCode))
  return codes
}
