import type { Supplements } from '@stampus/contract/rewards/consents'
import type { Queryable } from '../../../platform/db/database.ts'
import { consentedSql } from '../../accounts/consents/consents.store.ts'
import { redeemSql, undoableSince, WALLET } from '../../wallet/wallet.store.ts'
import { PUBLISHED, type PublishedReward, takeOneSql } from '../rewards.store.ts'
import { dueSql, type VoucherRow } from './vouchers.store.ts'

/** What decides whether a member has reached a limit of a reward. */
export type LimitFacts = Pick<PublishedReward, 'limit_total' | 'limit_30_days'> & {
  /** How many vouchers of the reward the member has, ready or used. */
  claimed: number
  /** When the member claimed the one that, with those after it, fills the limit of 30 days, if there is one; null if it is not full. */
  blocking: Date | null
}

/** A published reward and what else a claim of it depends on. */
export type ClaimFacts = PublishedReward &
  LimitFacts & {
    merchant_name: string | null
    /** The voucher that the key of the claim got before, and its reward. */
    repeated: { id: number; reward_id: number } | null
    /** Whether vouchers of the member are ready although they have expired or their reward was recalled. */
    has_due: boolean
    has_consented: boolean
    balance: number
    available: number
  }

type Asked = { userId: number; rewardId: number; key: string; now: Date; since: Date; supplements: Supplements }

/**
 * Reads everything that decides on a claim in one statement. `since` is the start of the 30 days. The member is locked, so
 * that only the reward itself may still change.
 */
export async function findClaimFacts(tx: Queryable, asked: Asked): Promise<ClaimFacts | undefined> {
  const { userId, rewardId, key, now, since, supplements } = asked
  const { rows } = await tx.query<ClaimFacts>({
    name: 'claims.facts',
    text: `SELECT ${PUBLISHED}, m.name AS merchant_name,
        (SELECT json_build_object('id', v.id, 'reward_id', v.reward_id) FROM vouchers v
         WHERE v.user_id = $1 AND v.idempotency_key = $4) AS repeated,
        EXISTS (SELECT FROM vouchers v JOIN rewards r ON r.id = v.reward_id
          WHERE v.user_id = $1 AND ${dueSql('$6')}) AS has_due,
        ${consentedSql('$8', '$9')} AS has_consented, l.balance, l.available,
        ${limitFactsSql({ now: '$6', since: '$7' })}
      FROM rewards w LEFT JOIN merchants m ON m.id = w.merchant_id, ${WALLET} l
      WHERE w.id = $5 AND w.state <> 'draft'`,
    values: [userId, ...undoableSince(now), key, rewardId, now, since, supplements.terms, supplements.privacy],
  })
  return rows[0]
}

/** A reward that the member has claimed, with its limits. */
export type ClaimedReward = LimitFacts & { id: number }

/** The published rewards with a limit of which a member has vouchers. */
export async function listLimitFacts(
  db: Queryable,
  { userId, now, since }: Pick<Asked, 'userId' | 'now' | 'since'>,
): Promise<ClaimedReward[]> {
  const { rows } = await db.query<ClaimedReward>({
    name: 'claims.limits',
    text: `SELECT w.id, w.limit_total, w.limit_30_days, ${limitFactsSql({ now: '$2', since: '$3' })}
      FROM rewards w
      WHERE w.id IN (SELECT v.reward_id FROM vouchers v WHERE v.user_id = $1 AND v.state IN ('ready', 'used'))
        AND w.state = 'published' AND (w.limit_total IS NOT NULL OR w.limit_30_days IS NOT NULL)
      ORDER BY w.id`,
    values: [userId, now, since],
  })
  return rows
}

/** SQL: `claimed` and `blocking` of reward `w` and member $1. Vouchers that have expired by `now` do not count. */
function limitFactsSql({ now, since }: { now: string; since: string }): string {
  const ofMember = `FROM vouchers v WHERE v.reward_id = w.id AND v.user_id = $1
    AND v.state IN ('ready', 'used') AND (v.state = 'used' OR v.expires_at > ${now})`
  return `(SELECT count(*)::int ${ofMember}) AS claimed,
    (SELECT v.claimed_at ${ofMember} AND v.claimed_at >= ${since}
     ORDER BY v.claimed_at DESC OFFSET w.limit_30_days - 1 LIMIT 1) AS blocking`
}

export type NewVoucher = Omit<VoucherRow, 'id' | 'state' | 'used_at' | 'ended_at' | 'is_recalled'> & {
  idempotency_key: string
}

/** What a claim made: one taken from the stock, and its voucher unless the number was taken. */
type Made = { is_taken: boolean; id: number | null }

/**
 * Takes one of a reward of this version from the stock, inserts its voucher with the event of the claim, and takes the stamps from
 * the member, in one statement. The member is locked.
 */
export async function makeClaim(tx: Queryable, voucher: NewVoucher, version: number): Promise<Made> {
  const { rows } = await tx.query<Made>({
    name: 'claims.make',
    text: `WITH taken AS (${takeOneSql('$2', '$15')} RETURNING id),
      voucher AS (
        INSERT INTO vouchers (number, reward_id, user_id, merchant_id, title, title_ms, conditions,
          conditions_ms, stamps, owed_sen, claimed_at, last_day, expires_at, idempotency_key)
        SELECT $1, id, $3::bigint, $4::bigint, $5, $6, $7, $8, $9::integer, $10::integer, $11::timestamptz, $12::date,
          $13::timestamptz, $14 FROM taken
        ON CONFLICT (number) DO NOTHING RETURNING id, user_id, stamps, claimed_at),
      event AS (
        INSERT INTO voucher_events (voucher_id, kind, stamps_back, created_at)
        SELECT id, 'claimed', false, claimed_at FROM voucher RETURNING id AS event_id),
      entry AS (${redeemSql('voucher, event')})
      SELECT EXISTS (SELECT FROM taken) AS is_taken, (SELECT id FROM voucher) AS id`,
    values: [
      voucher.number,
      voucher.reward_id,
      voucher.user_id,
      voucher.merchant_id,
      voucher.title,
      voucher.title_ms,
      voucher.conditions,
      voucher.conditions_ms,
      voucher.stamps,
      voucher.owed_sen,
      voucher.claimed_at,
      voucher.last_day,
      voucher.expires_at,
      voucher.idempotency_key,
      version,
    ],
  })
  const [made] = rows
  if (!made) throw new Error('The statement of a claim returned no row')
  return made
}
