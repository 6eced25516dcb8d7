import { HAND_OVER_MS, TAKE_BACK_MS, VOUCHER_TRIES_PER_HOUR } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { wallTimeIn } from '@stampus/contract/values/days'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { violatesUnique } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { HOUR_SECONDS } from '../../../platform/durations.ts'
import { conflict, forbidden, type HttpError, invalid, notFound } from '../../../platform/http/http-error.ts'
import { consumeLimit, type Limit, refundLimits } from '../../../platform/rate-limits/rate-limits.ts'
import { findUser } from '../../accounts/accounts.store.ts'
import { memberSessions } from '../../accounts/sessions/sessions.store.ts'
import { findBalance } from '../../wallet/wallet.store.ts'
import { isCurrentCode } from '../vouchers/codes.ts'
import { getVoucher } from '../vouchers/desk.service.ts'
import { type AdminVoucherRow, findVoucher } from '../vouchers/desk.store.ts'
import { countOutcome } from '../vouchers/outcomes.ts'
import { lockInOrder, stateAt } from '../vouchers/vouchers.service.ts'
import { deleteKey, insertEvent, lockVoucher, updateVoucher, type VoucherRow } from '../vouchers/vouchers.store.ts'
import {
  type CheckedVoucher,
  type Confirmer,
  findByNumber,
  findHandOver,
  findHandOverByRequest,
  isBy,
  markChecked,
  wasChecked,
} from './hand-overs.store.ts'

const triesLimit = (key: string): Limit => ({ key, max: VOUCHER_TRIES_PER_HOUR, windowSeconds: HOUR_SECONDS })
/** Wrong codes of an operator, or at the counter of a merchant, in an hour. */
const confirmerLimit = (by: Confirmer) =>
  triesLimit('operatorId' in by ? `voucher-tries:${by.operatorId}` : `voucher-tries:counter:${by.merchantId}`)
/** Several operators or counters together get no more tries for one voucher. */
const voucherLimit = (voucherId: number) => triesLimit(`voucher-number-tries:${voucherId}`)

type Code = { number: string; code: string }

/**
 * Finds the voucher that a member shows, by its number and changing code. Throws 422 for a wrong number or code or another
 * merchant's voucher, which counts, 403 for an own voucher, 409 with the reason why it cannot be used, 429.
 */
export async function checkVoucher(deps: Deps, by: Confirmer, given: Code): Promise<AdminVoucherRow> {
  return countOutcome(deps.metrics.voucherChecks, 'ready', findChecked(deps, by, given))
}

async function findChecked(deps: Deps, by: Confirmer, { number, code }: Code): Promise<AdminVoucherRow> {
  const { pool } = deps.db
  const { found, isRight } = await tryNumber(deps, { by, number }, async (tx, voucher) => {
    const { id, key } = voucher
    if (findObstacle(deps, voucher)) return true
    return tryCode(tx, deps, id, (at) => key !== null && isCurrentCode(key, code, at))
  })
  const error = findObstacle(deps, found)
  if (error) throw error
  if (!isRight) throw invalid('code', texts.voucherCodeWrong, { code: 'wrong_code' })
  if (found.isOwn) throw forbidden('operatorId' in by ? texts.ownAccount : texts.voucherOfStaff)
  if (found.key) await markChecked(pool, { voucherId: found.id, key: found.key, by, at: deps.now() })
  return getVoucher(pool, found.id)
}

type Judge = (tx: Queryable, found: CheckedVoucher) => Promise<boolean>

/**
 * Finds a voucher by its number, and whether it passes `isRight`. What does not pass counts for the counter, and so do an unknown
 * number and another merchant's voucher: 422. Throws TooManyRequests. The tries of one counter take turns, so that parallel ones
 * cannot pass the limit, and right ones that are under way use none of it up.
 */
export async function tryNumber(
  deps: Deps,
  { by, number }: { by: Confirmer; number: string },
  isRight: Judge,
): Promise<{ found: CheckedVoucher; isRight: boolean }> {
  const byConfirmer = confirmerLimit(by)
  const tried = await inTransaction(deps.db.pool, async (tx) => {
    await consumeLimit(tx, byConfirmer, deps.now())
    const found = await findByNumber(tx, { number, by, ...memberSessions.liveSince(deps.now()) })
    if (!found || found.isElsewhere || !(await isRight(tx, found))) return { found, isRight: false }
    await refundLimits(tx, [byConfirmer])
    return { found, isRight: true }
  })
  const { found } = tried
  if (!found) throw invalid('number', texts.voucherUnknown, { code: 'unknown' })
  if (found.isElsewhere) throw invalid('number', texts.voucherElsewhere, { code: 'elsewhere' })
  return { found, isRight: tried.isRight }
}

/** Whether a code of a voucher is right; wrong ones count for the voucher, whose tries take turns too. Throws TooManyRequests. */
export async function tryCode(
  tx: Queryable,
  deps: Deps,
  voucherId: number,
  isRight: (at: Date) => boolean,
): Promise<boolean> {
  const byVoucher = voucherLimit(voucherId)
  await lockVoucher(tx, voucherId)
  await consumeLimit(tx, byVoucher, deps.now())
  if (!isRight(deps.now())) return false
  await refundLimits(tx, [byVoucher])
  return true
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

type HandOver = { by: Confirmer; id: number; requestId: string }

/**
 * Hands over a voucher that this operator or this phone has just checked. Throws 404, or 409 when it was not checked, can no longer
 * be used, or the request id belongs to another hand-over. A repeat of the last one returns the voucher as it is now.
 */
export async function handOver(deps: Deps, given: HandOver): Promise<AdminVoucherRow> {
  const handedOver = withKeyReused(inTransaction(deps.db.pool, (tx) => use(tx, deps, given)))
  return countOutcome(deps.metrics.handOvers, 'used', handedOver)
}

/**
 * The database refuses the later of two vouchers with the same request id at the same moment, and a voucher whose late hand-over an
 * earlier release paid without using it.
 */
export async function withKeyReused<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (violatesUnique(error, 'voucher_events_one_request')) throw conflict(texts.keyReused)
    throw violatesUnique(error, 'vouchers_one_settlement') ? unusable('used_before', texts.voucherSettled) : error
  }
}

async function use(tx: Queryable, deps: Deps, { by, id, requestId }: HandOver): Promise<AdminVoucherRow> {
  const at = deps.now()
  const voucher = await lockVoucher(tx, id)
  if (!voucher) throw notFound()
  const made = await findHandOverByRequest(tx, requestId)
  if (made) {
    if (made.voucherId !== id || !isBy(made, by)) throw conflict(texts.keyReused)
    if (made.isLast) return getVoucher(tx, id)
  }
  const found = await findByNumber(tx, { number: voucher.number, by, ...memberSessions.liveSince(at) })
  if (!found || found.isElsewhere) throw notFound()
  const error = findObstacle(deps, found)
  if (error) throw error
  if (!found.key) throw unusable('not_checked', texts.voucherNotChecked)
  const since = new Date(at.getTime() - HAND_OVER_MS)
  if (found.isOwn || !(await wasChecked(tx, { voucherId: id, by, since })))
    throw unusable('not_checked', texts.voucherNotChecked)
  const way = 'operatorId' in by ? ('desk' as const) : ('counter' as const)
  await insertEvent(tx, { voucherId: id, kind: 'used', way, ...whoOf(by), requestId, stampsBack: false, at })
  await updateVoucher(tx, { id, state: 'used', at })
  await deleteKey(tx, id)
  await audit(tx, { action: 'voucher.used', by, id, at })
  return getVoucher(tx, id)
}

function whoOf(by: Confirmer) {
  return 'operatorId' in by ? by : { phoneId: by.phoneId, cashierId: by.cashierId }
}

/** Whether this operator or this phone handed a voucher over within the last minute. */
async function wasHandedOverBy(
  tx: Queryable,
  { id, state }: VoucherRow,
  { by, at }: { by: Confirmer; at: Date },
): Promise<boolean> {
  if (state !== 'used') return false
  const last = await findHandOver(tx, id)
  return last !== undefined && isBy(last, by) && at.getTime() - last.at.getTime() <= TAKE_BACK_MS
}

/**
 * Takes back a hand-over of this operator or this phone within a minute: the voucher is ready again. Throws 404, or 409 when it is
 * too late, the account was deleted or its balance is below zero.
 */
export async function takeBack(deps: Deps, by: Confirmer, id: number): Promise<AdminVoucherRow> {
  const at = deps.now()
  return inTransaction(deps.db.pool, async (tx) => {
    const found = await findVoucher(tx, id)
    if (!found || ('merchantId' in by && found.merchant_id !== by.merchantId)) throw notFound()
    const voucher = await lockInOrder(tx, { id, userId: found.user_id, rewardId: found.reward_id })
    if (!voucher || !(await wasHandedOverBy(tx, voucher, { by, at }))) throw conflict(texts.takeBackTooLate)
    // A used voucher stays used when its stamps or its member are gone.
    const isGone = !(await findUser(tx, found.user_id)) || (await findBalance(tx, found.user_id)) < 0
    if (isGone) throw conflict(texts.takeBackImpossible)
    await insertEvent(tx, { voucherId: id, kind: 'unused', ...whoOf(by), stampsBack: false, at })
    await updateVoucher(tx, { id, state: 'ready', at })
    await audit(tx, { action: 'voucher.taken_back', by, id, at })
    return getVoucher(tx, id)
  })
}

type AuditedAction = { action: 'voucher.used' | 'voucher.taken_back'; by: Confirmer; id: number; at: Date }

/** The log is about operators and owners; what cashiers do is in the events of the voucher. */
async function audit(tx: Queryable, { action, by, id, at }: AuditedAction): Promise<void> {
  if (!('operatorId' in by)) return
  const subject = { subjectKind: 'voucher', subjectId: id, changedFields: [] }
  await recordAudit(tx, { operatorId: by.operatorId, action, ...subject, at })
}
