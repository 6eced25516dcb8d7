import {
  HAND_OVER_MS,
  TAKE_BACK_MS,
  VOUCHER_CODE_DIGITS,
  VOUCHER_CODE_SECONDS,
  VOUCHER_TRIES_PER_HOUR,
} from '@stampus/contract/limits'
import type { VoucherCode } from '@stampus/contract/rewards/vouchers'
import { texts } from '@stampus/contract/texts'
import { wallTimeIn } from '@stampus/contract/values/days'
import { TOTP } from 'otpauth'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { orConflict } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import {
  conflict,
  forbidden,
  type HttpError,
  invalid,
  notFound,
  requireFound,
} from '../../../platform/http/http-error.ts'
import { consumeLimit, perHour, refundLimits } from '../../../platform/rate-limits/rate-limits.ts'
import { toSecret } from '../../../platform/security/crypto.ts'
import { memberSessions } from '../../accounts/accounts.store.ts'
import { findBalance } from '../../wallet/wallet.store.ts'
import { countOutcome, lockInOrder, markUsed, stateAt } from '../vouchers/vouchers.service.ts'
import { insertEvent, lockVoucher, updateVoucher } from '../vouchers/vouchers.store.ts'
import {
  findHandOverByRequest,
  findShown,
  type HandOverActor,
  isBy,
  markChecked,
  type ShownVoucher,
  type Sight,
} from './hand-overs.store.ts'

const triesLimit = (key: string) => perHour(key, VOUCHER_TRIES_PER_HOUR)
/** Wrong codes of an operator, or at the counter of a merchant, in an hour. */
const actorLimit = (by: HandOverActor) =>
  triesLimit('operatorId' in by ? `voucher-tries:${by.operatorId}` : `voucher-tries:counter:${by.merchantId}`)
/** Several operators or counters together get no more tries for one voucher. */
const voucherLimit = (voucherId: number) => triesLimit(`voucher-number-tries:${voucherId}`)

/** All that a counter sees of a member's name: the first word that is no title or initial, such as "Dr.". */
export function firstNameOf(name: string): string {
  const words = name.trim().split(/\s+/u)
  return words.find((word) => !word.endsWith('.')) ?? words[0] ?? ''
}

/** Throws 422 for a wrong number or code, which counts, 403 for an own voucher, 409 with why it cannot be used, 429. */
export const checkVoucher = async (deps: Deps, by: HandOverActor, given: VoucherCode): Promise<ShownVoucher> =>
  countOutcome(deps.metrics.voucherChecks, 'ready', findChecked(deps, by, given))

async function findChecked(deps: Deps, by: HandOverActor, { number, code }: VoucherCode): Promise<ShownVoucher> {
  const { found, isRight } = await tryNumber(deps, { by, number }, async (tx, voucher) => {
    const { id, key } = voucher
    if (findObstacle(deps, voucher)) return true
    return tryVoucherCode(tx, deps, id, (at) => key !== null && isCurrentVoucherCode(key, code, at))
  })
  const error = findObstacle(deps, found)
  if (error) throw error
  if (!isRight) throw invalid('code', texts.voucherCodeWrong, { code: 'wrong_code' })
  if (found.is_own) throw forbidden('operatorId' in by ? texts.ownAccount : texts.voucherOfStaff)
  if (found.key) await markChecked(deps.db.pool, { voucherId: found.id, key: found.key, by, at: deps.now() })
  return found
}

/** The codes of a key by RFC 6238. */
export const codesOf = (key: Buffer, digits: number) =>
  new TOTP({ secret: toSecret(key), digits, period: VOUCHER_CODE_SECONDS })

/** Whether this is the code of a voucher's key now, or of the step before or after. */
export const isCurrentVoucherCode = (key: Buffer, code: string, now: Date): boolean =>
  codesOf(key, VOUCHER_CODE_DIGITS).validate({ token: code, timestamp: now.getTime(), window: 1 }) !== null

const sightOf = (by: HandOverActor, at: Date): Sight => ({
  by,
  checkedSince: new Date(at.getTime() - HAND_OVER_MS),
  ...memberSessions.liveSince(at),
})

type Judge = (tx: Queryable, found: ShownVoucher) => Promise<boolean>

/**
 * What fails counts for the counter: 422, 429. Its tries take turns, so that parallel ones cannot pass the limit, and
 * right ones under way use none of it up.
 */
export async function tryNumber(deps: Deps, { by, number }: { by: HandOverActor; number: string }, isRight: Judge) {
  const byActor = actorLimit(by)
  const tried = await inTransaction(deps.db.pool, async (tx) => {
    await consumeLimit(tx, byActor, deps.now())
    const found = await findShown(tx, { number }, sightOf(by, deps.now()))
    if (!found || found.is_elsewhere || !(await isRight(tx, found))) return { found, isRight: false }
    await refundLimits(tx, [byActor])
    return { found, isRight: true }
  })
  const { found } = tried
  if (!found) throw invalid('number', texts.voucherUnknown, { code: 'unknown' })
  if (found.is_elsewhere) throw invalid('number', texts.voucherElsewhere, { code: 'elsewhere' })
  return { found, isRight: tried.isRight }
}

/** Whether a code of a voucher is right; wrong ones count for the voucher, whose tries take turns too. Throws TooManyRequests. */
export async function tryVoucherCode(tx: Queryable, deps: Deps, voucherId: number, isRight: (at: Date) => boolean) {
  const byVoucher = voucherLimit(voucherId)
  await lockVoucher(tx, voucherId)
  await consumeLimit(tx, byVoucher, deps.now())
  if (!isRight(deps.now())) return false
  await refundLimits(tx, [byVoucher])
  return true
}

/** Why a voucher cannot be used now: 409. */
function findObstacle({ config, now }: Deps, voucher: ShownVoucher): HttpError | undefined {
  const { ended_at, used_by } = voucher
  const state = stateAt(voucher, now())
  if (state === 'used' && ended_at) {
    const [, time = ''] = wallTimeIn(config.TIME_ZONE, ended_at).split('T')
    return unusable('used_before', texts.voucherUsed(time, used_by))
  }
  if (state === 'returned') return unusable('returned', texts.voucherReturned)
  if (state === 'voided') return unusable('voided', texts.voucherVoided)
  if (state === 'expired') return unusable('expired', texts.voucherExpired)
  return voucher.is_suspended ? unusable('frozen', texts.voucherFrozen) : undefined
}

const unusable = (code: string, message: string) => conflict(message, { fields: { code } })

type HandOver = { by: HandOverActor; id: number; requestId: string }

/** Throws 404, 409 if not just checked here, unusable, or the request id is used. A repeat returns it as it is now. */
export async function handOver(deps: Deps, given: HandOver): Promise<ShownVoucher> {
  const handedOver = inTransaction(deps.db.pool, (tx) => use(tx, deps, given)).catch(reportReusedKey)
  return countOutcome(deps.metrics.handOvers, 'used', handedOver)
}

/** Two vouchers with one request id, and a late hand-over that an earlier release paid without using its voucher. */
export const reportReusedKey = orConflict({
  voucher_events_one_request: () => conflict(texts.keyReused),
  vouchers_one_settlement: () => unusable('used_before', texts.voucherSettled),
})

async function use(tx: Queryable, deps: Deps, { by, id, requestId }: HandOver): Promise<ShownVoucher> {
  const at = deps.now()
  if (!(await lockVoucher(tx, id))) throw notFound()
  const made = await findHandOverByRequest(tx, requestId)
  if (made && (made.voucherId !== id || !isBy(made, by))) throw conflict(texts.keyReused)
  const voucher = requireFound(await findShown(tx, { id }, sightOf(by, at)))
  if (made?.isLast) return voucher
  if (voucher.is_elsewhere) throw notFound()
  const error = findObstacle(deps, voucher)
  if (error) throw error
  if (!voucher.is_checked || voucher.is_own) throw unusable('not_checked', texts.voucherNotChecked)
  const way = 'operatorId' in by ? ('desk' as const) : ('counter' as const)
  await markUsed(tx, id, { way, ...whoOf(by), requestId, at })
  await audit(tx, { action: 'voucher.used', by, id, at })
  return { ...voucher, state: 'used', used_at: at, ended_at: at, handed_over_at: at, used_by: null }
}

const whoOf = (by: HandOverActor) => ('operatorId' in by ? by : { phoneId: by.phoneId, cashierId: by.cashierId })

/** Only the one who handed it over can, within a minute. 404, 409 if too late or the stamps or member are gone. */
export async function takeBack(deps: Deps, by: HandOverActor, id: number): Promise<ShownVoucher> {
  const at = deps.now()
  return inTransaction(deps.db.pool, async (tx) => {
    const locked = await lockInOrder(tx, { id })
    const voucher = locked && (await findShown(tx, { id }, sightOf(by, at)))
    if (!voucher || voucher.is_elsewhere) throw notFound()
    if (!wasHandedOverBy(voucher, { by, at })) throw conflict(texts.takeBackTooLate)
    // A used voucher stays used when its stamps or its member are gone.
    if (!locked.hasMember || (await findBalance(tx, voucher.user_id)) < 0) throw conflict(texts.takeBackImpossible)
    await insertEvent(tx, { voucherId: id, kind: 'unused', ...whoOf(by), stampsBack: false, at })
    await updateVoucher(tx, { id, state: 'ready', at })
    await audit(tx, { action: 'voucher.taken_back', by, id, at })
    return { ...voucher, state: 'ready', used_at: null, ended_at: null }
  })
}

function wasHandedOverBy(voucher: ShownVoucher, { by, at }: { by: HandOverActor; at: Date }): boolean {
  const { state, by_operator: operatorId, by_phone: phoneId, handed_over_at: since } = voucher
  if (state !== 'used' || !since || !isBy({ operatorId, phoneId }, by)) return false
  return at.getTime() - since.getTime() <= TAKE_BACK_MS
}

type AuditedAction = { action: 'voucher.used' | 'voucher.taken_back'; by: HandOverActor; id: number; at: Date }

/** The log is about operators and owners; what cashiers do is in the events of the voucher. */
async function audit(tx: Queryable, { action, by, id, at }: AuditedAction): Promise<void> {
  if (!('operatorId' in by)) return
  await recordAudit(tx, { operatorId: by.operatorId, action, subjectId: id, at })
}
