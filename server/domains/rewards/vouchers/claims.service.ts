import { currentSupplements } from '@stampus/contract/accounts'
import { REWARD_LIMIT_DAYS, VOUCHER_NUMBER_DIGITS } from '@stampus/contract/limits'
import type { ReachedLimit } from '@stampus/contract/rewards/reachedLimits'
import type { ClaimErrorCode } from '@stampus/contract/rewards/vouchers'
import { texts } from '@stampus/contract/texts'
import { addDays, dayAfter, dayIn, formatDay, instantOf } from '@stampus/contract/values/days'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { names, pick } from '../../../platform/db/names.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, forbidden, HttpError, invalid, notFound, requireFound } from '../../../platform/http/http-error.ts'
import { requestLanguage } from '../../../platform/http/request-language.ts'
import { consumeLimit, perHour } from '../../../platform/rate-limits/rate-limits.ts'
import { lockUser } from '../../accounts/accounts.store.ts'
import { findPublished, type PublishedReward, putOneBack } from '../rewards.store.ts'
import { countOutcome, endAsDue, endKindAt, getOwnVoucher } from './vouchers.service.ts'
import type { OwnVoucherRow } from './vouchers.store.ts'
import {
  type ClaimFacts,
  findClaimFacts,
  type LimitFacts,
  listLimitFacts,
  lockEndable,
  makeClaim,
  type NewVoucher,
} from './vouchers.store.ts'

/** `version` is the one that the member saw, `key` the `Idempotency-Key` header. */
export type Claim = { userId: number; rewardId: number; version: number; key: string }

/** A repeated key gets its voucher again. Throws 404, 409 with a `code` that says why not, 429. */
export const claim = async (deps: Deps, given: Claim): Promise<OwnVoucherRow> =>
  countOutcome(deps.metrics.claims, 'claimed', claimWithinLimit(deps, given))

async function claimWithinLimit(deps: Deps, given: Claim): Promise<OwnVoucherRow> {
  await consumeLimit(deps.db.pool, claimLimit(given.userId), deps.now())
  const claimed = await inTransaction(deps.db.pool, (tx) => claimOnce(tx, deps, given))
  if (claimed instanceof HttpError) throw claimed
  return claimed
}

/** Claims of one member, also refused ones and repeats: 60 an hour. */
const claimLimit = (userId: number) => perHour(`claims:${userId}`, 60)

/** Returns why the member may not claim, so that their vouchers that were due have ended all the same. */
async function claimOnce(tx: Queryable, deps: Deps, given: Claim): Promise<OwnVoucherRow | HttpError> {
  const { userId, rewardId } = given
  const user = requireFound(await lockUser(tx, userId))
  if (user.suspended) throw forbidden(texts.suspended)
  const now = deps.now()
  const asked = { ...given, now, since: limitSince(deps), supplements: currentSupplements }
  let facts = await findClaimFacts(tx, asked)
  if (!facts) throw notFound(texts.rewardNotFound)
  if (facts.repeated && facts.repeated.reward_id !== rewardId) throw invalid('idempotency_key', texts.keyReused)
  if (facts.repeated) return getOwnVoucher(tx, { userId, id: facts.repeated.id })
  if (facts.has_due) {
    // They give their stamps and their place in the stock back, and count for no limit.
    for (const voucher of await lockEndable(tx, userId, rewardId)) {
      const kind = endKindAt(voucher, now)
      if (kind) await endAsDue(tx, deps, voucher, { kind, at: now })
    }
    facts = await findClaimFacts(tx, asked)
    if (!facts) throw notFound(texts.rewardNotFound)
  }
  return findClaimError(deps, given, facts) ?? insertClaim(tx, deps, given, facts)
}

/** Why the member may not claim this reward now: 409. The reward itself may still change until it is taken. */
function findClaimError(deps: Deps, { version }: Claim, facts: ClaimFacts): HttpError | undefined {
  const zone = deps.config.TIME_ZONE
  if (!isOnOffer(facts, dayIn(zone, deps.now()))) return refused('not_available', texts.rewardNotAvailable)
  if (facts.version !== version) return changed(facts)
  if (isSoldOut(facts)) return refused('sold_out', texts.rewardSoldOut)
  if (!facts.has_consented) return refused('supplements', texts.supplementsNotAccepted)
  const { balance, available, stamps } = facts
  if (balance < 0) return refused('negative_balance', texts.balanceNegative)
  if (available < stamps) return refused('stamps_missing', texts.stampsMissing(stamps - available))
  const limit = reachedLimit(facts, zone)
  if (!limit) return undefined
  if (limit.again === null) return refused('limit_total', texts.rewardLimitTotal(limit.most))
  return refused('limit_30_days', texts.rewardLimit30Days(limit.most, formatDay(limit.again, requestLanguage())))
}

const limitSince = ({ config: { TIME_ZONE: zone }, now }: Deps): Date =>
  instantOf(addDays(dayIn(zone, now()), 1 - REWARD_LIMIT_DAYS), '00:00', zone)

/** The limit that a member has reached: `most` vouchers until the day `again`, or in all if it is null. */
function reachedLimit({ limit_total, limit_30_days, claimed, blocking }: LimitFacts, zone: string) {
  if (limit_total !== null && claimed >= limit_total) return { most: limit_total, again: null }
  if (limit_30_days === null || !blocking) return undefined
  return { most: limit_30_days, again: addDays(dayIn(zone, blocking), REWARD_LIMIT_DAYS) }
}

/** The published rewards that a member cannot claim now because of a limit, and from which day on they can be claimed. */
export async function listReachedLimits(deps: Deps, userId: number): Promise<ReachedLimit[]> {
  const rewards = await listLimitFacts(deps.db.pool, { userId, now: deps.now(), since: limitSince(deps) })
  return rewards.flatMap((reward) => {
    const limit = reachedLimit(reward, deps.config.TIME_ZONE)
    return limit ? [{ reward_id: reward.id, again_from: limit.again }] : []
  })
}

/** Why a reward could not be taken although it could be claimed a moment before. */
async function errorAfterRace(tx: Queryable, { id, version }: PublishedReward): Promise<HttpError> {
  const now = await findPublished(tx, id)
  if (now?.state !== 'published') return refused('not_available', texts.rewardNotAvailable)
  if (now.version !== version) return changed(now)
  return refused('sold_out', texts.rewardSoldOut)
}

const refused = (code: ClaimErrorCode, message: string): HttpError => conflict(message, { fields: { code } })

function changed({ version }: PublishedReward): HttpError {
  const code: ClaimErrorCode = 'changed'
  return conflict(texts.rewardChangedMeanwhile, { fields: { code, version } })
}

const isOnOffer = ({ state, start_date, end_date, is_closed }: PublishedReward, today: string): boolean =>
  state === 'published' && !is_closed && start_date <= today && (end_date === null || today <= end_date)

const isSoldOut = ({ stock, taken }: PublishedReward) => stock !== null && taken >= stock

const NUMBER_TRIES = 5

/** What a voucher keeps of its reward. */
const PROMISED = names('merchant_id title title_ms conditions conditions_ms stamps owed_sen')

async function insertClaim(tx: Queryable, deps: Deps, { userId, key }: Claim, reward: ClaimFacts) {
  const at = deps.now()
  const zone = deps.config.TIME_ZONE
  const last_day = addDays(dayIn(zone, at), reward.valid_days)
  const facts = {
    ...pick(reward, PROMISED),
    reward_id: reward.id,
    user_id: userId,
    claimed_at: at,
    last_day,
    expires_at: instantOf(dayAfter(last_day), '00:00', zone),
  }
  const inserted = await makeNumbered(tx, deps, { ...facts, idempotency_key: key }, reward)
  const { merchant, image_key, image_placeholder } = reward
  return { ...facts, ...inserted, ...UNTOUCHED, merchant, image_key, image_placeholder }
}

const UNTOUCHED = {
  state: 'ready',
  used_at: null,
  ended_at: null,
  is_recalled: false,
  stamps_back: false,
  ended_by: null,
  reason: null,
  recalled_at: null,
  recall_reason: null,
} as const

async function makeNumbered(tx: Queryable, deps: Deps, facts: Omit<NewVoucher, 'number'>, reward: PublishedReward) {
  for (let tries = 0; tries < NUMBER_TRIES; tries += 1) {
    const number = newNumber(deps)
    const { is_taken, id } = await makeClaim(tx, { ...facts, number }, reward.version)
    if (id !== null) return { id, number }
    if (!is_taken) throw await errorAfterRace(tx, reward)
    await putOneBack(tx, reward.id)
  }
  throw new Error('No free voucher number was found')
}

/** Eight random digits, so that nobody can work out the number of another voucher. */
const newNumber = ({ randomInt }: Deps): string =>
  String(randomInt(10 ** VOUCHER_NUMBER_DIGITS)).padStart(VOUCHER_NUMBER_DIGITS, '0')
