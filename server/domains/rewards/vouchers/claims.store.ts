import type { Supplements } from '@stampus/contract/rewards/consents'
import type { Queryable } from '../../../platform/db/database.ts'
import { many, maybe, one } from '../../../platform/db/query.ts'
import { type Parameter, parameter, type Sql, sql } from '../../../platform/db/sql.ts'
import { hasConsented } from '../../accounts/accounts.store.ts'
import { redeemFrom, walletOf } from '../../wallet/wallet.store.ts'
import { PUBLISHED, type PublishedReward, takeOne } from '../rewards.store.ts'
import type { VoucherRow } from './vouchers.store.ts'

export type LimitFacts = Pick<PublishedReward, 'limit_total' | 'limit_30_days'> & {
  /** How many vouchers of the reward the member has, ready or used. */
  claimed: number
  /** When the member claimed the one that, with those after it, fills the limit of 30 days, if there is one; null if it is not full. */
  blocking: Date | null
}

export type ClaimFacts = PublishedReward &
  LimitFacts & {
    merchant: { id: number; name: string } | null
    /** The voucher that the key of the claim got before, and its reward. */
    repeated: { id: number; reward_id: number } | null
    /** Whether vouchers of the member are ready although they have expired or their reward was recalled. */
    has_due: boolean
    has_consented: boolean
    balance: number
    available: number
  }

type Asked = { userId: number; rewardId: number; key: string; now: Date; since: Date; supplements: Supplements }

/** `since` starts the 30 days. The member is locked, so that only the reward may still change. */
export function findClaimFacts(tx: Queryable, asked: Asked): Promise<ClaimFacts | undefined> {
  const [user, now] = [parameter(asked.userId), parameter(asked.now)]
  return maybe<ClaimFacts>(tx, 'claims.facts')`
    SELECT ${PUBLISHED}, m.id AS "merchant.id", m.name AS "merchant.name",
      (SELECT json_build_object('id', v.id, 'reward_id', v.reward_id) FROM vouchers v
       WHERE v.user_id = ${user} AND v.idempotency_key = ${asked.key}) AS repeated,
      EXISTS (SELECT FROM vouchers v JOIN rewards r ON r.id = v.reward_id
        WHERE v.user_id = ${user} AND v.state = 'ready' AND (v.expires_at <= ${now} OR r.recalled_at IS NOT NULL)) AS has_due,
      ${hasConsented(user, asked.supplements)} AS has_consented, l.balance, l.available,
      ${limitFacts(user, now, asked.since)}
    FROM rewards w LEFT JOIN merchants m ON m.id = w.merchant_id, ${walletOf(user, asked.now)} l
    WHERE w.id = ${asked.rewardId} AND w.state <> 'draft'`
}

export type ClaimedReward = LimitFacts & { id: number }

export function listLimitFacts(db: Queryable, { userId, now, since }: Pick<Asked, 'userId' | 'now' | 'since'>) {
  const user = parameter(userId)
  return many<ClaimedReward>(db, 'claims.limits')`
    SELECT w.id, w.limit_total, w.limit_30_days, ${limitFacts(user, parameter(now), since)}
    FROM rewards w
    WHERE w.id IN (SELECT v.reward_id FROM vouchers v WHERE v.user_id = ${user} AND v.state IN ('ready', 'used'))
      AND w.state = 'published' AND (w.limit_total IS NOT NULL OR w.limit_30_days IS NOT NULL)
    ORDER BY w.id`
}

/** `claimed` and `blocking` of reward `w` and a member. Vouchers that have expired by `now` do not count. */
function limitFacts(user: Parameter, now: Parameter, since: Date): Sql {
  const ofMember = sql`FROM vouchers v WHERE v.reward_id = w.id AND v.user_id = ${user}
    AND v.state IN ('ready', 'used') AND (v.state = 'used' OR v.expires_at > ${now})`
  return sql`(SELECT count(*)::int ${ofMember}) AS claimed,
    (SELECT v.claimed_at ${ofMember} AND v.claimed_at >= ${since}
     ORDER BY v.claimed_at DESC OFFSET w.limit_30_days - 1 LIMIT 1) AS blocking`
}

export type NewVoucher = Omit<VoucherRow, 'id' | 'state' | 'used_at' | 'ended_at' | 'is_recalled'> & {
  idempotency_key: string
}

/** What a claim made: one taken from the stock, and its voucher unless the number was taken. */
type Made = { is_taken: boolean; id: number | null }

/** Takes one from the stock and the stamps from the locked member, and inserts voucher and event, in one statement. */
export const makeClaim = (tx: Queryable, voucher: NewVoucher, version: number) =>
  one<Made>(tx, 'claims.make')`
    WITH taken AS (${takeOne(version, voucher.reward_id)} RETURNING id),
    voucher AS (
      INSERT INTO vouchers (number, reward_id, user_id, merchant_id, title, title_ms, conditions,
        conditions_ms, stamps, owed_sen, claimed_at, last_day, expires_at, idempotency_key)
      SELECT ${voucher.number}, id, ${voucher.user_id}::bigint, ${voucher.merchant_id}::bigint, ${voucher.title},
        ${voucher.title_ms}, ${voucher.conditions}, ${voucher.conditions_ms}, ${voucher.stamps}::integer,
        ${voucher.owed_sen}::integer, ${voucher.claimed_at}::timestamptz, ${voucher.last_day}::date,
        ${voucher.expires_at}::timestamptz, ${voucher.idempotency_key} FROM taken
      ON CONFLICT (number) DO NOTHING RETURNING id, user_id, stamps, claimed_at),
    event AS (
      INSERT INTO voucher_events (voucher_id, kind, stamps_back, created_at)
      SELECT id, 'claimed', false, claimed_at FROM voucher RETURNING id AS event_id),
    entry AS (${redeemFrom(sql`voucher, event`)})
    SELECT EXISTS (SELECT FROM taken) AS is_taken, (SELECT id FROM voucher) AS id`
