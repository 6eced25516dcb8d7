import { CASHIER_MS, COUNTER_CODE_TRIES, PROOF_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type pg from 'pg'
import type { Deps } from '../../../deps.ts'
import { orConflict } from '../../../platform/db/clauses.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { MINUTE_SECONDS } from '../../../platform/durations.ts'
import { conflict, forbidden, HttpError, invalid, notFound } from '../../../platform/http/http-error.ts'
import { consumeLimit, type Limit, refundLimits, refundOnFailure } from '../../../platform/rate-limits/rate-limits.ts'
import { findCounterStep, proofKey } from '../vouchers/codes.ts'
import { countOutcome, getOwnVoucher, isReady, markUsed } from '../vouchers/vouchers.service.ts'
import { lockVoucher, type OwnVoucherRow } from '../vouchers/vouchers.store.ts'
import { reportReusedKey } from './hand-overs.service.ts'
import { findPhoneKeyOf, isOfMerchantsPeople, listPhoneKeys } from './hand-overs.store.ts'

/** Wrong codes count against the member, never against the stall. */
const codeLimit = (userId: number): Limit => ({
  key: `counter-codes:${userId}`,
  max: COUNTER_CODE_TRIES,
  windowSeconds: 10 * MINUTE_SECONDS,
})

/** The key of the digits that a voucher's page shows to a counter without a network, for some minutes after its hand-over there. */
export async function findProofKey(
  deps: Deps,
  { id, number, state, ended_at }: OwnVoucherRow,
): Promise<Buffer | undefined> {
  if (state !== 'used' || !ended_at || deps.now().getTime() - ended_at.getTime() > PROOF_MS) return undefined
  const phoneKey = await findPhoneKeyOf(deps.db.pool, id)
  return phoneKey && proofKey(phoneKey, number)
}

type Confirmation = { userId: number; id: number; code: string }

/** Each code counts once. Throws 404, 403 for the merchant's own people, 409 if no longer ready, 422 on `code`, 429. */
export async function confirmOffline(deps: Deps, given: Confirmation): Promise<OwnVoucherRow> {
  const { pool } = deps.db
  const limit = codeLimit(given.userId)
  await consumeLimit(pool, limit, deps.now())
  const confirmed = inTransaction(pool, (tx) => confirm(tx, deps, given))
    .catch(reportUsedCode)
    .catch(reportReusedKey)
  const isHarmless = (error: unknown) => !(error instanceof HttpError && error.status === WRONG_CODE_STATUS)
  const counted = refundOnFailure(pool, [limit], confirmed, isHarmless)
  const voucher = await countOutcome(deps.metrics.handOvers, 'used', counted)
  await refundLimits(pool, [limit])
  return voucher
}

/** A code that was used before, and then taken back by the counter. */
const reportUsedCode = orConflict({ voucher_events_one_code: () => wrongCode() })

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
    const codeStep = findCounterStep(phone.key, { number, code }, at)
    return codeStep === undefined ? [] : [{ phoneId: phone.id, codeStep }]
  })
  if (!shown) throw wrongCode()
  await markUsed(tx, id, { way: 'offline', ...shown, at })
  return getOwnVoucher(tx, { userId, id })
}
