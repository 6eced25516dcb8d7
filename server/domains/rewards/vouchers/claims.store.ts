import type { Supplements } from '@stampus/contract/rewards/consents'
import type { Queryable } from '../../../platform/db/database.ts'
import { consentedSql } from '../../accounts/consents/consents.store.ts'
import { undoableSince, WALLET } from '../../wallet/wallet.store.ts'
import { PUBLISHED, type PublishedReward } from '../rewards.store.ts'

/** A published reward and what else a claim of it depends on. */
export type ClaimFacts = PublishedReward & {
  merchant_name: string | null
  /** The voucher that the key of the claim got before, and its reward. */
  repeated: { id: number; reward_id: number } | null
  /** Whether vouchers of the member are ready although they have expired or their reward was recalled. */
  has_due: boolean
  has_consented: boolean
  balance: number
  available: number
  /** How many vouchers of the reward the member has, ready or used. */
  claimed: number
  /** When the member claimed the one that, with those after it, fills the limit of 30 days; null if the limit is not full. */
  blocking: Date | null
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
          WHERE v.user_id = $1 AND v.state = 'ready' AND (v.expires_at <= $6 OR r.recalled_at IS NOT NULL)) AS has_due,
        ${consentedSql('$8', '$9')} AS has_consented, l.balance, l.available,
        (SELECT count(*)::int ${OF_MEMBER}) AS claimed,
        (SELECT v.claimed_at ${OF_MEMBER} AND v.claimed_at >= $7
         ORDER BY v.claimed_at DESC OFFSET w.limit_30_days - 1 LIMIT 1) AS blocking
      FROM rewards w LEFT JOIN merchants m ON m.id = w.merchant_id, ${WALLET} l
      WHERE w.id = $5 AND w.state <> 'draft'`,
    values: [userId, ...undoableSince(now), key, rewardId, now, since, supplements.terms, supplements.privacy],
  })
  const [facts] = rows
  return facts && { ...facts, blocking: facts.limit_30_days === null ? null : facts.blocking }
}

const OF_MEMBER = `FROM vouchers v WHERE v.reward_id = w.id AND v.user_id = $1 AND v.state IN ('ready', 'used')`
