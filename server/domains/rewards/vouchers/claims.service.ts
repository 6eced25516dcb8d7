import { randomInt } from 'node:crypto'
import { REWARD_LIMIT_DAYS } from '@stampus/contract/limits'
import { currentSupplements } from '@stampus/contract/rewards/consents'
import type { ClaimErrorCode } from '@stampus/contract/rewards/vouchers'
import { texts } from '@stampus/contract/texts'
import { addDays, dayAfter, dayIn, formatDay, instantOf } from '@stampus/contract/values/days'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { HOUR_SECONDS } from '../../../platform/durations.ts'
import { conflict, forbidden, type HttpError, invalid, notFound } from '../../../platform/http/http-error.ts'
import { requestLanguage } from '../../../platform/http/request-language.ts'
import { consumeLimit, type Limit } from '../../../platform/rate-limits/rate-limits.ts'
import { lockUser } from '../../accounts/accounts.store.ts'
import { hasConsented } from '../../accounts/consents/consents.store.ts'
import { findWallet, redeem } from '../../wallet/wallet.store.ts'
import { findPublished, type PublishedReward, takeOne } from '../rewards.store.ts'
import { countOutcome } from './outcomes.ts'
import { endDueVouchersOf } from './vouchers.service.ts'
import { countOwn, findByKey, findOwnVoucher, insertVoucher, type OwnVoucherRow } from './vouchers.store.ts'

/** `version` is the one that the member saw, `key` the `Idempotency-Key` header. */
export type Claim = { userId: number; rewardId: number; version: number; key: string }

/**
 * Claims a reward: takes one from the stock and the stamps from the member, and returns the voucher, all in one
 * transaction. A repeated key gets its voucher again. Throws 404 for a reward that was never published; 409 with a `code`
 * when the reward has changed, is not available or sold out, the supplements are not accepted, a limit is reached, or
 * stamps are missing; 429.
 */
export async function claim(deps: Deps, given: Claim): Promise<OwnVoucherRow> {
  return countOutcome(deps.metrics.claims, 'claimed', claimWithinLimit(deps, given))
}

async function claimWithinLimit(deps: Deps, given: Claim): Promise<OwnVoucherRow> {
  const { pool } = deps.db
  await consumeLimit(pool, claimLimit(given.userId), deps.now())
  await endDueVouchersOf(deps, given.userId)
  return inTransaction(pool, (tx) => claimOnce(tx, deps, given))
}

/** Claims of one member, also refused ones and repeats: 60 an hour. */
const claimLimit = (userId: number): Limit => ({ key: `claims:${userId}`, max: 60, windowSeconds: HOUR_SECONDS })

async function claimOnce(tx: Queryable, deps: Deps, given: Claim): Promise<OwnVoucherRow> {
  const user = await lockUser(tx, given.userId)
  if (!user) throw notFound()
  if (user.suspended) throw forbidden(texts.suspended)
  const repeated = await findByKey(tx, given)
  if (repeated && repeated.reward_id !== given.rewardId) throw invalid('idempotency_key', texts.keyReused)
  if (repeated) return repeated
  const reward = await findPublished(tx, given.rewardId)
  if (!reward) throw notFound(texts.rewardNotFound)
  await checkClaim(tx, deps, given, reward)
  if (!(await takeOne(tx, { id: reward.id, version: reward.version }))) throw await errorAfterRace(tx, reward)
  return insertClaim(tx, deps, given, reward)
}

/** Throws 409 when the member may not claim this reward now. The reward itself may still change until it is taken. */
async function checkClaim(
  tx: Queryable,
  deps: Deps,
  { userId, version }: Claim,
  reward: PublishedReward,
): Promise<void> {
  const now = deps.now()
  const today = dayIn(deps.config.TIME_ZONE, now)
  if (!isOnOffer(reward, today)) throw refused('not_available', texts.rewardNotAvailable)
  if (reward.version !== version) throw changed(reward)
  if (isSoldOut(reward)) throw refused('sold_out', texts.rewardSoldOut)
  if (!(await hasConsented(tx, { userId, supplements: currentSupplements })))
    throw refused('supplements', texts.supplementsNotAccepted)
  const { balance, available } = await findWallet(tx, userId, now)
  if (balance < 0) throw refused('negative_balance', texts.balanceNegative)
  if (available < reward.stamps) throw refused('stamps_missing', texts.stampsMissing(reward.stamps - available))
  const zone = deps.config.TIME_ZONE
  const since = instantOf(addDays(today, 1 - REWARD_LIMIT_DAYS), '00:00', zone)
  const own = await countOwn(tx, { userId, rewardId: reward.id, since })
  if (reward.limit_total !== null && own.total >= reward.limit_total)
    throw refused('limit_total', texts.rewardLimitTotal(reward.limit_total))
  const most = reward.limit_30_days
  if (most === null) return
  // The claim that has to be 30 days old before the next one.
  const blocking = own.recent.at(-most)
  if (!blocking) return
  const again = addDays(dayIn(zone, blocking), REWARD_LIMIT_DAYS)
  throw refused('limit_30_days', texts.rewardLimit30Days(most, formatDay(again, requestLanguage())))
}

/** Why a reward could not be taken although it could be claimed a moment before. */
async function errorAfterRace(tx: Queryable, { id, version }: PublishedReward): Promise<HttpError> {
  const now = await findPublished(tx, id)
  if (now?.state !== 'published') return refused('not_available', texts.rewardNotAvailable)
  if (now.version !== version) return changed(now)
  return refused('sold_out', texts.rewardSoldOut)
}

function refused(code: ClaimErrorCode, message: string): HttpError {
  return conflict(message, { fields: { code } })
}

function changed({ version }: PublishedReward): HttpError {
  const code: ClaimErrorCode = 'changed'
  return conflict(texts.rewardChangedMeanwhile, { fields: { code, version } })
}

function isOnOffer({ state, start_date, end_date, is_closed }: PublishedReward, today: string): boolean {
  return state === 'published' && !is_closed && start_date <= today && (end_date === null || today <= end_date)
}

const isSoldOut = ({ stock, taken }: PublishedReward) => stock !== null && taken >= stock

const NUMBER_TRIES = 5

async function insertClaim(tx: Queryable, deps: Deps, { userId, key }: Claim, reward: PublishedReward) {
  const at = deps.now()
  const zone = deps.config.TIME_ZONE
  const last_day = addDays(dayIn(zone, at), reward.valid_days)
  const facts = {
    reward_id: reward.id,
    user_id: userId,
    merchant_id: reward.merchant_id,
    title: reward.title,
    title_ms: reward.title_ms,
    conditions: reward.conditions,
    conditions_ms: reward.conditions_ms,
    stamps: reward.stamps,
    owed_sen: reward.owed_sen,
    claimed_at: at,
    last_day,
    expires_at: instantOf(dayAfter(last_day), '00:00', zone),
    idempotency_key: key,
  }
  let inserted: { id: number; eventId: number } | undefined
  for (let tries = 0; inserted === undefined && tries < NUMBER_TRIES; tries += 1)
    inserted = await insertVoucher(tx, { ...facts, number: newNumber() })
  if (!inserted) throw new Error('No free voucher number was found')
  await redeem(tx, { userId, eventId: inserted.eventId, stamps: reward.stamps, at })
  const voucher = await findOwnVoucher(tx, { userId, id: inserted.id })
  if (!voucher) throw new Error('A new voucher was not found')
  return voucher
}

/** Eight random digits, so that nobody can work out the number of another voucher. */
function newNumber(): string {
  return String(randomInt(100_000_000)).padStart(8, '0')
}
