import { createHmac } from 'node:crypto'
import {
  CASHIER_MS,
  COUNTER_CODE_DIGITS,
  COUNTER_CODE_TRIES,
  LATE_MS,
  PROOF_MS,
  VOUCHER_CODE_DIGITS,
  VOUCHER_CODE_SECONDS,
} from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type pg from 'pg'
import type { Deps } from '../../../deps.ts'
import { orConflict } from '../../../platform/db/clauses.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { MINUTE_MS, MINUTE_SECONDS } from '../../../platform/durations.ts'
import { conflict, forbidden, HttpError, invalid, notFound, requireFound } from '../../../platform/http/http-error.ts'
import type { CleanUp } from '../../../platform/jobs/jobs.ts'
import { consumeLimit, type Limit, refundLimits, refundOnFailure } from '../../../platform/rate-limits/rate-limits.ts'
import { countOutcome, getOwnVoucher, isReady, markUsed, stateAt } from '../vouchers/vouchers.service.ts'
import { lockVoucher, type OwnVoucherRow } from '../vouchers/vouchers.store.ts'
import { codesOf, reportReusedKey, tryNumber, tryVoucherCode } from './hand-overs.service.ts'
import {
  type CounterActor,
  deleteOldKeys,
  findHandOverByRequest,
  findLateByRequest,
  findPhoneKeyOf,
  insertLate,
  isOfMerchantsPeople,
  listKeysAt,
  listPhoneKeys,
  type ShownVoucher,
} from './hand-overs.store.ts'

// Codes of a counter without a network, and hand-overs that a counter enters late.

/** Wrong codes count against the member, never against the stall. */
const counterCodeLimit = (userId: number): Limit => ({
  key: `counter-codes:${userId}`,
  max: COUNTER_CODE_TRIES,
  windowSeconds: 10 * MINUTE_SECONDS,
})

/** The key of the digits by which a counter without a network knows a voucher's true page, for some minutes after its hand-over there. */
export async function findProofKey(deps: Deps, { id, number, state, ended_at }: OwnVoucherRow) {
  if (state !== 'used' || !ended_at || deps.now().getTime() - ended_at.getTime() > PROOF_MS) return undefined
  const phoneKey = await findPhoneKeyOf(deps.db.pool, id)
  return phoneKey && createHmac('sha1', phoneKey).update(`${number} used`).digest()
}

/** The step of 30 seconds whose code a phone showed without a network: now, or one away; undefined for a wrong code. */
function findCounterCodeStep(phoneKey: Buffer, { number, code }: { number: string; code: string }, now: Date) {
  const codes = codesOf(Buffer.concat([phoneKey, Buffer.from(number)]), COUNTER_CODE_DIGITS)
  const timestamp = now.getTime()
  const delta = codes.validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : codes.counter({ timestamp }) + delta
}

type Confirmation = { userId: number; id: number; code: string }

/** Each code counts once. Throws 404, 403 for the merchant's own people, 409 if no longer ready, 422 on `code`, 429. */
export async function confirmOffline(deps: Deps, given: Confirmation): Promise<OwnVoucherRow> {
  const { pool } = deps.db
  const limit = counterCodeLimit(given.userId)
  await consumeLimit(pool, limit, deps.now())
  const confirmed = inTransaction(pool, (tx) => confirm(tx, deps, given))
    .catch(reportUsedCounterCode)
    .catch(reportReusedKey)
  const isHarmless = (error: unknown) => !(error instanceof HttpError && error.status === WRONG_CODE_STATUS)
  const counted = refundOnFailure(pool, [limit], confirmed, isHarmless)
  const voucher = await countOutcome(deps.metrics.handOvers, 'used', counted)
  await refundLimits(pool, [limit])
  return voucher
}

/** A code that was used before, and then taken back by the counter. */
const reportUsedCounterCode = orConflict({ voucher_events_one_code: () => wrongCode() })

const WRONG_CODE_STATUS = 422
const wrongCode = () => invalid('code', texts.counterCodeWrong, { code: 'wrong_code' })

async function confirm(tx: pg.PoolClient, deps: Deps, { userId, id, code }: Confirmation): Promise<OwnVoucherRow> {
  const at = deps.now()
  const voucher = await lockVoucher(tx, id)
  if (voucher?.user_id !== userId) throw notFound()
  const { number, merchant_id: merchantId } = voucher
  if (!isReady(voucher, at)) throw conflict(texts.voucherNotReady)
  // The Stampus desk has no phones.
  if (merchantId === null) throw wrongCode()
  if (await isOfMerchantsPeople(tx, { userId, merchantId })) throw forbidden(texts.voucherOfStaff)
  const phones = await listPhoneKeys(tx, { merchantId, workingSince: new Date(at.getTime() - CASHIER_MS) })
  const [shown] = phones.flatMap((phone) => {
    const codeStep = findCounterCodeStep(phone.key, { number, code }, at)
    return codeStep === undefined ? [] : [{ phoneId: phone.id, codeStep }]
  })
  if (!shown) throw wrongCode()
  await markUsed(tx, id, { way: 'offline', ...shown, at })
  return getOwnVoucher(tx, { userId, id })
}

/** The clocks of two phones differ by so much. */
const SLACK_MS = MINUTE_MS

type Entry = { by: CounterActor; number: string; code: string; notedAt: Date; requestId: string }

/** Deletes the former keys of vouchers that no late hand-over can need any more. */
export const formerKeysCleanUp = ({ db, now }: Pick<Deps, 'db' | 'now'>): CleanUp => ({
  'former keys of vouchers': () => deleteOldKeys(db.pool, new Date(now().getTime() - LATE_MS - 2 * SLACK_MS)),
})

const STEP_MS = VOUCHER_CODE_SECONDS * 1000

/** Whether this was the code of a voucher's key in the minute that begins at `minute`, or in the step before it. */
export function wasVoucherCode(key: Buffer, code: string, minute: Date): boolean {
  const begin = Math.floor(minute.getTime() / MINUTE_MS) * MINUTE_MS
  const times = [begin - STEP_MS, begin, begin + STEP_MS]
  const codes = codesOf(key, VOUCHER_CODE_DIGITS)
  return times.some((timestamp) => codes.validate({ token: code, timestamp, window: 0 }) !== null)
}

/** A voucher that is still ready becomes used; any other goes before a manager. Throws 403, 422, 429. */
export async function enterLate(deps: Deps, entry: Entry): Promise<{ isWaiting: boolean }> {
  const { pool } = deps.db
  // Only the minute was noted. Otherwise one hand-over could be entered once for each second of it.
  const notedAt = new Date(Math.floor(entry.notedAt.getTime() / MINUTE_MS) * MINUTE_MS)
  const age = deps.now().getTime() - notedAt.getTime()
  if (age > LATE_MS || age < -SLACK_MS) throw invalid('noted_at', texts.lateTimeInvalid)
  const { by, number, code } = entry
  const { found, isRight } = await tryNumber(deps, { by, number }, async (tx, { id }) => {
    const keys = await listKeysAt(tx, { voucherId: id, at: notedAt, slackMs: SLACK_MS })
    return tryVoucherCode(tx, deps, id, () => keys.some((key) => wasVoucherCode(key, code, notedAt)))
  })
  if (!isRight) throw invalid('code', texts.lateCodeWrong, { code: 'wrong_code' })
  if (found.is_own) throw forbidden(texts.voucherOfStaff)
  const entered = inTransaction(pool, (tx) => enter(tx, deps, { ...entry, notedAt }, found))
  return countOutcome(deps.metrics.handOvers, 'used', entered.catch(reportReusedKey))
}

async function enter(
  tx: pg.PoolClient,
  deps: Deps,
  { by, notedAt, requestId }: Entry,
  { id, is_suspended: isSuspended }: ShownVoucher,
): Promise<{ isWaiting: boolean }> {
  const at = deps.now()
  const voucher = requireFound(await lockVoucher(tx, id))
  const { phoneId, cashierId } = by
  const made = (await findHandOverByRequest(tx, requestId)) ?? (await findLateByRequest(tx, requestId))
  if (made) {
    if (made.voucherId !== id || made.phoneId !== phoneId) throw conflict(texts.keyReused)
    return { isWaiting: !('isLast' in made) }
  }
  if (!isReady(voucher, at) || isSuspended) {
    const voucherState = stateAt(voucher, at)
    await insertLate(tx, { voucherId: id, phoneId, cashierId, notedAt, requestId, voucherState, at })
    return { isWaiting: true }
  }
  await markUsed(tx, id, { way: 'late', phoneId, cashierId, notedAt, requestId, at, usedAt: notedAt })
  return { isWaiting: false }
}
