import type { Role } from '@stampus/contract/console/operators'
import { texts } from '@stampus/contract/texts'
import type pg from 'pg'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AuthenticatedOperator } from '../../../platform/http/authenticators.ts'
import { conflict, invalid } from '../../../platform/http/http-error.ts'
import { consumeLimits, type Limit, refundLimits, refundOnFailure } from '../../../platform/rate-limits/rate-limits.ts'
import { lockOperator, recordOperatorAudit } from '../operators.store.ts'
import { ownAttemptLimits, requireCurrentPassword } from '../own-account/own-account.service.ts'
import { endSessions } from '../sessions/sessions.store.ts'
import {
  decryptSecret,
  encryptSecret,
  findStep,
  hashRecoveryCode,
  newRecoveryCodes,
  newSecret,
  normalizeCode,
  presentSecret,
} from './codes.ts'
import {
  activateSecondFactor,
  deleteSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
  saveShownSecret,
  useRecoveryCode,
  useStep,
} from './second-factor.store.ts'

const SIX_DIGITS = /^\d{6}$/

type SecondFactorSetting = Pick<Config, 'SECOND_FACTOR'>

/** Whether operators of a role must have a second factor. */
function isSecondFactorRequired({ SECOND_FACTOR }: SecondFactorSetting, role: Role): boolean {
  return SECOND_FACTOR === 'everyone' || (SECOND_FACTOR === 'managers' && role === 'manager')
}

/** The state of an operator's second factor: `due` if it is required and missing. */
export function getSecondFactorState(
  setting: SecondFactorSetting,
  role: Role,
  has: boolean,
): AuthenticatedOperator['secondFactor'] {
  if (has) return 'on'
  return isSecondFactorRequired(setting, role) ? 'due' : 'off'
}

type PasswordProof = { operator: AuthenticatedOperator; current_password: string; address: string }

/** Whether an operator's second factor is on. */
export async function hasSecondFactor(db: Queryable, operatorId: number): Promise<boolean> {
  return Boolean((await findSecondFactor(db, operatorId))?.added_at)
}

/**
 * Returns a secret for the operator's authenticator app. Throws 401, 422 on `current_password`, 409 if a second factor is on,
 * 429, 503.
 */
export async function startSecondFactor(deps: Deps, { operator, current_password, address }: PasswordProof) {
  await requireCurrentPassword(deps, operator, current_password, address)
  const secret = newSecret()
  const stored = encryptSecret(deps.config.APP_KEY, operator.id, secret)
  const isSaved = await inTransaction(deps.db.pool, async (tx) => {
    await lockOperator(tx, operator.id)
    return saveShownSecret(tx, operator.id, stored)
  })
  if (!isSaved) throw conflict(texts.secondFactorChanged)
  return presentSecret(secret, deps.config.PRODUCT_NAME, operator.email)
}

/**
 * Turns the second factor on with its first code, ends the operator's other sessions and returns the recovery codes. Throws 409,
 * 422 on `code`, 429.
 */
export async function confirmSecondFactor(
  deps: Deps,
  given: { operator: AuthenticatedOperator; code: string; address: string },
) {
  const { operator, code, address } = given
  const at = deps.now()
  return withRightCode(deps, ownAttemptLimits(operator, address), async (tx) => {
    await lockOperator(tx, operator.id)
    const shown = await findSecondFactor(tx, operator.id)
    if (!shown || shown.added_at) throw conflict(texts.secondFactorChanged)
    if (!(await consumeTotpCode(tx, deps, operator.id, code))) return undefined
    await activateSecondFactor(tx, operator.id, at)
    await endSessions(tx, operator.id, operator.tokenHash)
    await recordOperatorAudit(tx, {
      actorId: operator.id,
      action: 'operator.second_factor_added',
      operatorId: operator.id,
      at,
    })
    return createRecoveryCodes(tx, operator.id)
  })
}

/**
 * Turns the operator's second factor off and ends their other sessions. Throws 401, 409 if it is required or off, 422, 429,
 * 503.
 */
export async function disableSecondFactor(deps: Deps, proof: PasswordProof & { code: string }): Promise<void> {
  const { operator, code, address } = proof
  const at = deps.now()
  if (isSecondFactorRequired(deps.config, operator.role)) throw conflict(texts.secondFactorRequired)
  await requireCurrentPassword(deps, operator, proof.current_password, address)
  await withRightCode(deps, ownAttemptLimits(operator, address), async (tx) => {
    if (!(await lockAndConsumeCode(tx, deps, operator.id, code))) return undefined
    await deleteSecondFactor(tx, operator.id)
    await endSessions(tx, operator.id, operator.tokenHash)
    await recordOperatorAudit(tx, {
      actorId: operator.id,
      action: 'operator.second_factor_dropped',
      operatorId: operator.id,
      at,
    })
    return true
  })
}

/**
 * Replaces the recovery codes and ends the operator's other sessions. Throws 401, 409 if the second factor is off, 422, 429,
 * 503.
 */
export async function renewRecoveryCodes(deps: Deps, proof: PasswordProof & { code: string }) {
  const { operator, code, address } = proof
  const at = deps.now()
  await requireCurrentPassword(deps, operator, proof.current_password, address)
  return withRightCode(deps, ownAttemptLimits(operator, address), async (tx) => {
    if (!(await lockAndConsumeCode(tx, deps, operator.id, code))) return undefined
    await endSessions(tx, operator.id, operator.tokenHash)
    await recordOperatorAudit(tx, {
      actorId: operator.id,
      action: 'operator.recovery_codes_made',
      operatorId: operator.id,
      at,
    })
    return createRecoveryCodes(tx, operator.id)
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

/** Uses up an app code or a recovery code. False for a wrong one. The caller has locked the operator's row. */
export async function consumeCode(tx: Queryable, deps: Deps, operatorId: number, given: string): Promise<boolean> {
  if (SIX_DIGITS.test(normalizeCode(given))) return consumeTotpCode(tx, deps, operatorId, given)
  if (!(await useRecoveryCode(tx, operatorId, hashRecoveryCode(given)))) return false
  await recordOperatorAudit(tx, {
    actorId: operatorId,
    action: 'operator.recovery_code_used',
    operatorId: operatorId,
    at: deps.now(),
  })
  return true
}

async function consumeTotpCode(
  tx: Queryable,
  { config, now }: Deps,
  operatorId: number,
  given: string,
): Promise<boolean> {
  const factor = await findSecondFactor(tx, operatorId)
  if (!factor) return false
  const step = findStep(decryptSecret(config.APP_KEY, operatorId, factor.secret), normalizeCode(given), now())
  return step !== undefined && useStep(tx, operatorId, step)
}

async function lockAndConsumeCode(tx: Queryable, deps: Deps, operatorId: number, code: string): Promise<boolean> {
  await lockOperator(tx, operatorId)
  if (!(await hasSecondFactor(tx, operatorId))) throw conflict(texts.secondFactorChanged)
  return consumeCode(tx, deps, operatorId, code)
}

async function createRecoveryCodes(tx: Queryable, operatorId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(tx, operatorId, codes.map(hashRecoveryCode))
  return codes
}
