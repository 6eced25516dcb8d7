import type { Role } from '@stampus/contract/console/operators'
import * as texts from '@stampus/contract/texts'
import type pg from 'pg'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AuthenticatedOperator } from '../../../platform/http/authenticators.ts'
import { conflict, invalid } from '../../../platform/http/http-error.ts'
import { consumeLimits, type Limit, refundLimits, refundOnFailure } from '../../../platform/rate-limits/rate-limits.ts'
import { lockOperator, recordOperatorAudit } from '../operators.store.ts'
import { ownLimits, requirePassword } from '../own-account/own-account.service.ts'
import { endSessions } from '../sessions/sessions.store.ts'
import { newRecoveryCodes, newSecret, plain, recoveryHash, sealed, shownSecret, stepOf, unsealed } from './codes.ts'
import {
  deleteSecondFactor,
  findSecondFactor,
  keepShownSecret,
  markAdded,
  replaceRecoveryCodes,
  useRecoveryCode,
  useStep,
} from './second-factor.store.ts'

const SIX_DIGITS = /^\d{6}$/

type Demand = Pick<Config, 'SECOND_FACTOR'>

/** Whether operators of a role must have a second factor (D-50). */
export function isDemanded({ SECOND_FACTOR }: Demand, role: Role): boolean {
  return SECOND_FACTOR === 'everyone' || (SECOND_FACTOR === 'managers' && role === 'manager')
}

/** How an operator of a role stands to the second factor. */
export function secondFactorOf(demand: Demand, role: Role, has: boolean): AuthenticatedOperator['secondFactor'] {
  if (has) return 'on'
  return isDemanded(demand, role) ? 'due' : 'off'
}

export type Proof = { caller: AuthenticatedOperator; current_password: string; address: string }

/** Whether an operator's second factor is on, and not only shown. */
export async function hasSecondFactor(db: Queryable, operatorId: number): Promise<boolean> {
  return Boolean((await findSecondFactor(db, operatorId))?.added_at)
}

/** A secret for the caller's app of codes; 409 where a second factor is on. */
export async function startSecondFactor(deps: Deps, { caller, current_password, address }: Proof) {
  await requirePassword(deps, caller, current_password, address)
  const secret = newSecret()
  const stored = sealed(deps.config.APP_KEY, caller.id, secret)
  const kept = await inTransaction(deps.db.pool, async (tx) => {
    await lockOperator(tx, caller.id)
    return keepShownSecret(tx, caller.id, stored)
  })
  if (!kept) throw conflict(texts.secondFactorStale)
  return shownSecret(secret, deps.config.PRODUCT_NAME, caller.email)
}

/**
 * Switches the second factor on with its first code, ends the caller's other sessions and answers the recovery codes.
 * 409, 422 on `code`, 429.
 */
export async function confirmSecondFactor(
  deps: Deps,
  given: { caller: AuthenticatedOperator; code: string; address: string },
) {
  const { caller, code, address } = given
  const at = deps.now()
  return rightCode(deps, ownLimits(caller, address), async (tx) => {
    await lockOperator(tx, caller.id)
    const shown = await findSecondFactor(tx, caller.id)
    if (!shown || shown.added_at) throw conflict(texts.secondFactorStale)
    if (!(await isRightStep(tx, deps, caller.id, code))) return undefined
    await markAdded(tx, caller.id, at)
    await endSessions(tx, caller.id, caller.tokenHash)
    await recordOperatorAudit(tx, {
      actorId: caller.id,
      action: 'operator.second_factor_added',
      operatorId: caller.id,
      at,
    })
    return makeRecoveryCodes(tx, caller.id)
  })
}

/** Switches the caller's second factor off and ends their other sessions. 409 where it is demanded of them or is off, 422, 429. */
export async function dropSecondFactor(deps: Deps, proof: Proof & { code: string }): Promise<void> {
  const { caller, code, address } = proof
  const at = deps.now()
  if (isDemanded(deps.config, caller.role)) throw conflict(texts.secondFactorDemanded)
  await requirePassword(deps, caller, proof.current_password, address)
  await rightCode(deps, ownLimits(caller, address), async (tx) => {
    if (!(await holdsRightCode(tx, deps, caller.id, code))) return undefined
    await deleteSecondFactor(tx, caller.id)
    await endSessions(tx, caller.id, caller.tokenHash)
    await recordOperatorAudit(tx, {
      actorId: caller.id,
      action: 'operator.second_factor_dropped',
      operatorId: caller.id,
      at,
    })
    return true
  })
}

/** New recovery codes in place of the earlier ones; ends the caller's other sessions. 409 where the second factor is off, 422, 429. */
export async function renewRecoveryCodes(deps: Deps, proof: Proof & { code: string }) {
  const { caller, code, address } = proof
  const at = deps.now()
  await requirePassword(deps, caller, proof.current_password, address)
  return rightCode(deps, ownLimits(caller, address), async (tx) => {
    if (!(await holdsRightCode(tx, deps, caller.id, code))) return undefined
    await endSessions(tx, caller.id, caller.tokenHash)
    await recordOperatorAudit(tx, {
      actorId: caller.id,
      action: 'operator.recovery_codes_made',
      operatorId: caller.id,
      at,
    })
    return makeRecoveryCodes(tx, caller.id)
  })
}

/**
 * Does in a transaction what needs a right code and answers what it answers, or a 422 on `code` where that is nothing.
 * Each guess is counted before it is compared, and only wrong ones stay counted; 429.
 */
export async function rightCode<Result>(
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

/** Uses up a code of the app or a recovery code of an operator, whose row the caller holds; false for a wrong one. */
export async function isRightCode(tx: Queryable, deps: Deps, operatorId: number, given: string): Promise<boolean> {
  if (SIX_DIGITS.test(plain(given))) return isRightStep(tx, deps, operatorId, given)
  if (!(await useRecoveryCode(tx, operatorId, recoveryHash(given)))) return false
  await recordOperatorAudit(tx, {
    actorId: operatorId,
    action: 'operator.recovery_code_used',
    operatorId: operatorId,
    at: deps.now(),
  })
  return true
}

async function isRightStep(tx: Queryable, { config, now }: Deps, operatorId: number, given: string): Promise<boolean> {
  const factor = await findSecondFactor(tx, operatorId)
  if (!factor) return false
  const step = stepOf(unsealed(config.APP_KEY, operatorId, factor.secret), plain(given), now())
  return step !== undefined && useStep(tx, operatorId, step)
}

async function holdsRightCode(tx: Queryable, deps: Deps, operatorId: number, code: string): Promise<boolean> {
  await lockOperator(tx, operatorId)
  if (!(await hasSecondFactor(tx, operatorId))) throw conflict(texts.secondFactorStale)
  return isRightCode(tx, deps, operatorId, code)
}

async function makeRecoveryCodes(tx: Queryable, operatorId: number): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(tx, operatorId, codes.map(recoveryHash))
  return codes
}
