import { HAND_OVER_MS, TAKE_BACK_MS, VOUCHER_TRIES_PER_HOUR } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { wallTimeIn } from '@stampus/contract/values/days'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { violatesUnique } from '../../../platform/db/sql.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { HOUR_SECONDS } from '../../../platform/durations.ts'
import { conflict, forbidden, type HttpError, invalid, notFound } from '../../../platform/http/http-error.ts'
import { consumeLimit, type Limit, refundLimits, refundOnFailure } from '../../../platform/rate-limits/rate-limits.ts'
import { findUser } from '../../accounts/accounts.store.ts'
import { memberSessions } from '../../accounts/sessions/sessions.store.ts'
import { getUnconfirmedAllowance } from '../../wallet/allowance.service.ts'
import { findBalance } from '../../wallet/wallet.store.ts'
import { isCurrentCode } from './codes.ts'
import {
  type AdminVoucherRow,
  type CheckedVoucher,
  findByNumber,
  findHandOver,
  findHandOverByRequest,
  findVoucher,
  markChecked,
  wasChecked,
} from './desk.store.ts'
import { countOutcome } from './outcomes.ts'
import { endVoucher, isReady, lockInOrder, stateAt } from './vouchers.service.ts'
import { deleteKey, insertEvent, lockVoucher, updateVoucher, type VoucherRow } from './vouchers.store.ts'

const triesLimit = (key: string): Limit => ({ key, max: VOUCHER_TRIES_PER_HOUR, windowSeconds: HOUR_SECONDS })
const operatorLimit = (operatorId: number) => triesLimit(`voucher-tries:${operatorId}`)
/** Several operators together get no more tries for one voucher. */
const voucherLimit = (voucherId: number) => triesLimit(`voucher-number-tries:${voucherId}`)

type Code = { number: string; code: string }

/**
 * Finds the voucher that a member shows, by its number and changing code. Throws 422 for a wrong number or code, which
 * counts, 403 for the operator's own voucher, 409 with the reason why it cannot be used, 429.
 */
export async function checkVoucher(deps: Deps, operatorId: number, given: Code): Promise<AdminVoucherRow> {
  return countOutcome(deps.metrics.voucherChecks, 'ready', findChecked(deps, operatorId, given))
}

async function findChecked(deps: Deps, operatorId: number, { number, code }: Code): Promise<AdminVoucherRow> {
  const { pool } = deps.db
  const byOperator = operatorLimit(operatorId)
  await consumeLimit(pool, byOperator, deps.now())
  const found = await findByNumber(pool, { number, operatorId, ...memberSessions.liveSince(deps.now()) })
  if (!found) throw invalid('number', texts.voucherUnknown, { code: 'unknown' })
  const { id, key } = found
  const error = findObstacle(deps, found)
  if (!error) {
    const isRight = await refundOnFailure(pool, [byOperator], tryCode(deps, { id, key, code }))
    if (!isRight) throw invalid('code', texts.voucherCodeWrong, { code: 'wrong_code' })
  }
  await refundLimits(pool, [byOperator])
  if (error) throw error
  if (found.isOwn) throw forbidden(texts.ownAccount)
  if (key) await markChecked(pool, { voucherId: id, key, operatorId, at: deps.now() })
  return getVoucher(pool, found.id)
}

/**
 * Whether a code is right; wrong ones count for the voucher. Throws TooManyRequests. The tries of one voucher take turns, so that
 * parallel ones cannot pass the limit, and right ones that are under way use none of it up.
 */
function tryCode(deps: Deps, { id, key, code }: { id: number; key: Buffer | null; code: string }): Promise<boolean> {
  const byVoucher = voucherLimit(id)
  return inTransaction(deps.db.pool, async (tx) => {
    await lockVoucher(tx, id)
    await consumeLimit(tx, byVoucher, deps.now())
    const isRight = key !== null && isCurrentCode(key, code, deps.now())
    if (isRight) await refundLimits(tx, [byVoucher])
    return isRight
  })
}

/** Why a voucher cannot be used now: 409. */
function findObstacle({ config, now }: Deps, voucher: CheckedVoucher): HttpError | undefined {
  const { endedAt, endedBy } = voucher
  const state = stateAt(voucher, now())
  if (state === 'used' && endedAt) {
    const [, time = ''] = wallTimeIn(config.TIME_ZONE, endedAt).split('T')
    return unusable('used_before', texts.voucherUsed(time, endedBy))
  }
  if (state === 'returned') return unusable('returned', texts.voucherReturned)
  if (state === 'voided') return unusable('voided', texts.voucherVoided)
  if (state === 'expired') return unusable('expired', texts.voucherExpired)
  return voucher.isSuspended ? unusable('frozen', texts.voucherFrozen) : undefined
}

const unusable = (code: string, message: string) => conflict(message, { fields: { code } })

type HandOver = { operatorId: number; id: number; requestId: string }

/**
 * Hands over a voucher that this operator has just checked. Throws 404, or 409 when it was not checked, can no longer be
 * used, or the request id belongs to another hand-over. A repeat of the last one returns the voucher as it is now.
 */
export async function handOver(deps: Deps, given: HandOver): Promise<AdminVoucherRow> {
  const handedOver = withKeyReused(inTransaction(deps.db.pool, (tx) => use(tx, deps, given)))
  return countOutcome(deps.metrics.handOvers, 'used', handedOver)
}

/** Two vouchers with the same request id at the same moment: the later one fails in the database. */
async function withKeyReused<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw violatesUnique(error, 'voucher_events_one_request') ? conflict(texts.keyReused) : error
  }
}

async function use(tx: Queryable, deps: Deps, { operatorId, id, requestId }: HandOver): Promise<AdminVoucherRow> {
  const at = deps.now()
  const voucher = await lockVoucher(tx, id)
  if (!voucher) throw notFound()
  const made = await findHandOverByRequest(tx, requestId)
  if (made) {
    if (made.voucherId !== id || made.operatorId !== operatorId) throw conflict(texts.keyReused)
    if (made.isLast) return getVoucher(tx, id)
  }
  const found = await findByNumber(tx, { number: voucher.number, operatorId, ...memberSessions.liveSince(at) })
  if (!found) throw notFound()
  const error = findObstacle(deps, found)
  if (error) throw error
  if (!found.key) throw unusable('not_checked', texts.voucherNotChecked)
  const since = new Date(at.getTime() - HAND_OVER_MS)
  if (found.isOwn || !(await wasChecked(tx, { voucherId: id, operatorId, since })))
    throw unusable('not_checked', texts.voucherNotChecked)
  await insertEvent(tx, { voucherId: id, kind: 'used', way: 'desk', operatorId, requestId, stampsBack: false, at })
  await updateVoucher(tx, { id, state: 'used', at })
  await deleteKey(tx, id)
  await audit(tx, { action: 'voucher.used', operatorId, id, at })
  return getVoucher(tx, id)
}

/** Whether this operator handed a voucher over within the last minute. */
async function wasHandedOverBy(
  tx: Queryable,
  { id, state }: VoucherRow,
  by: { operatorId: number; at: Date },
): Promise<boolean> {
  if (state !== 'used') return false
  const last = await findHandOver(tx, id)
  return last?.operatorId === by.operatorId && by.at.getTime() - last.at.getTime() <= TAKE_BACK_MS
}

/**
 * Takes back a hand-over of this operator within a minute: the voucher is ready again. Throws 404, or 409 when it is too late,
 * the account was deleted or its balance is below zero.
 */
export async function takeBack(deps: Deps, operatorId: number, id: number): Promise<AdminVoucherRow> {
  const at = deps.now()
  return inTransaction(deps.db.pool, async (tx) => {
    const found = await findVoucher(tx, id)
    if (!found) throw notFound()
    const voucher = await lockInOrder(tx, { id, userId: found.user_id, rewardId: found.reward_id })
    if (!voucher || !(await wasHandedOverBy(tx, voucher, { operatorId, at }))) throw conflict(texts.takeBackTooLate)
    // A used voucher stays used when its stamps or its member are gone.
    const isGone = !(await findUser(tx, found.user_id)) || (await findBalance(tx, found.user_id)) < 0
    if (isGone) throw conflict(texts.takeBackImpossible)
    await insertEvent(tx, { voucherId: id, kind: 'unused', operatorId, stampsBack: false, at })
    await updateVoucher(tx, { id, state: 'ready', at })
    await audit(tx, { action: 'voucher.taken_back', operatorId, id, at })
    return getVoucher(tx, id)
  })
}

export type Voiding = { id: number; state: 'ready' | 'used'; reason?: string | undefined; stampsBack: boolean }

/**
 * Voids a voucher that is ready or was used, and mails the member. Of a deleted member no stamps go back, and the reason is
 * not stored. Throws 404, 422 without a reason, 403 for an own one, 409 also if its state is no longer the one that the operator saw, or if its
 * stamps go beyond what an operator may give back or take alone.
 */
export async function voidVoucher(
  deps: Deps,
  operatorId: number,
  { id, state, reason, stampsBack }: Voiding,
): Promise<AdminVoucherRow> {
  const at = deps.now()
  return inTransaction(deps.db.pool, async (tx) => {
    const found = await findVoucher(tx, id)
    if (!found) throw notFound()
    const voucher = await lockInOrder(tx, { id, userId: found.user_id, rewardId: found.reward_id })
    const isVoidable = voucher && (voucher.state === 'used' || isReady(voucher, at))
    if (!isVoidable) throw conflict(texts.voucherNotReady)
    if (voucher.state !== state) throw conflict(texts.voucherStateChanged)
    const checked = await findByNumber(tx, { number: voucher.number, operatorId, ...memberSessions.liveSince(at) })
    if (checked?.isOwn) throw forbidden(texts.ownAccount)
    const isDeleted = !(await findUser(tx, found.user_id))
    if (isDeleted && stampsBack) throw conflict(texts.voidOfDeleted)
    if (!isDeleted && reason === undefined) throw invalid('reason', texts.reasonRequired)
    await checkNeedsNoSecond(tx, deps, operatorId, { ...voucher, stampsBack })
    // Deleting the account blanked all other reasons.
    const written = isDeleted || reason === undefined ? {} : { reason }
    await endVoucher(tx, voucher, { kind: 'voided', stampsBack, operatorId, at, ...written })
    await audit(tx, { action: 'voucher.voided', operatorId, id, at, ...written })
    // The handler of this job is voucherEndedMail in vouchers.mail.ts.
    await deps.jobs.enqueueMail(tx, { kind: 'voucher-ended', id })
    return getVoucher(tx, id)
  })
}

/**
 * Throws 409 if a voiding changes what the member has and its stamps need a second manager, as those of a stamp adjustment
 * would. A ready voucher that returns what it took, and a used one that returns nothing, change nothing.
 */
async function checkNeedsNoSecond(
  tx: Queryable,
  deps: Deps,
  operatorId: number,
  { state, stamps, user_id: userId, stampsBack }: VoucherRow & { stampsBack: boolean },
): Promise<void> {
  const isUsed = state === 'used'
  if (stampsBack !== isUsed) return
  if (stamps > (await getUnconfirmedAllowance(tx, deps, { operatorId, userId })))
    throw conflict(isUsed ? texts.voidNeedsSecond : texts.takingNeedsSecond)
}

/** A voucher as managers see it. Throws 404. */
export async function getVoucher(db: Queryable, id: number): Promise<AdminVoucherRow> {
  const voucher = await findVoucher(db, id)
  if (!voucher) throw notFound()
  return voucher
}

type AuditedAction = {
  action: 'voucher.used' | 'voucher.taken_back' | 'voucher.voided'
  operatorId: number
  id: number
  at: Date
  reason?: string
}

async function audit(tx: Queryable, { action, operatorId, id, at, reason }: AuditedAction): Promise<void> {
  const changes = reason === undefined ? [] : [{ field: 'reason', before: null, after: reason }]
  const changedFields = changes.map(({ field }) => field)
  await recordAudit(tx, { operatorId, action, subjectKind: 'voucher', subjectId: id, changedFields, changes, at })
}
