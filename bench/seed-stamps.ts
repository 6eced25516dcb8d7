import { currentSupplements } from '@stampus/contract/accounts'
import type { Queryable } from '../server/platform/db/database.ts'

const REWARDS = 60
/** The rewards that claims are measured with: cheap, with a large stock. All claim the first one at once. */
export const claimedRewards = Array.from({ length: REWARDS }, (_, at) => ({ id: at + 1, version: 1 }))
/** Members with enough stamps, without those whose receipts are special. A member may claim 60 times an hour. */
export const claimantsOf = (members: number) => ({ first: 3, last: Math.min(members, 2000) })
const CLAIMANT_STAMPS = 100_000

/** Adds as many rewards as there are deals. */
export async function addRewards(db: Queryable, merchants: number, placeholder: string): Promise<void> {
  await db.query(
    `INSERT INTO rewards (merchant_id, title, conditions, image_key, image_placeholder, stamps, owed_sen, stock, start_date,
       valid_days, state, created_at)
     SELECT 1 + n % ${merchants}, 'Reward ' || n, repeat('One hot cup a day. ', 8), 'public/rewards/' || n || '.webp',
       '${placeholder}', n, 180, 1000000, current_date - n % 60, 14, 'published', now()
     FROM generate_series(1, ${REWARDS}) n`,
  )
}

/** Adds decisions, the stamps of approved receipts, vouchers for every fourth, consents and the claimants' stamps. */
export async function addStamps(db: Queryable, members: number): Promise<void> {
  const { first, last } = claimantsOf(members)
  const { terms, privacy } = currentSupplements
  await db.query(
    `INSERT INTO decisions (submission_id, operator_id, status, stamps, created_at)
     SELECT id, 1, status, stamps, decided_at FROM submissions WHERE status IN ('approved', 'rejected') ORDER BY id`,
  )
  await db.query(
    `INSERT INTO ledger_entries (user_id, kind, stamps, decision_id, created_at)
     SELECT s.user_id, 'approval', d.stamps, d.id, d.created_at
     FROM decisions d JOIN submissions s ON s.id = d.submission_id WHERE d.status = 'approved' ORDER BY d.id`,
  )
  await addVouchers(db)
  await db.query(
    `INSERT INTO consents (user_id, page, supplement, accepted_at) SELECT u.id, each.page, each.supplement, now()
     FROM users u, (VALUES ('terms', ${terms}), ('privacy', ${privacy})) each (page, supplement)`,
  )
  await db.query(
    `WITH given AS (
       INSERT INTO stamp_adjustments (user_id, operator_id, stamps, reason)
       SELECT n, 1, ${CLAIMANT_STAMPS}, 'Bench' FROM generate_series(${first}, ${last}) n RETURNING *)
     INSERT INTO ledger_entries (user_id, kind, stamps, stamp_adjustment_id, created_at)
     SELECT user_id, 'correction', stamps, id, created_at FROM given`,
  )
}

/** Vouchers of the last two weeks are ready, the others used. */
async function addVouchers(db: Queryable): Promise<void> {
  await db.query(
    `INSERT INTO vouchers (number, reward_id, user_id, merchant_id, title, conditions, stamps, owed_sen,
       claimed_at, last_day, expires_at, state, used_at, ended_at, idempotency_key)
     SELECT lpad(s.id::text, 8, '0'), w.id, s.user_id, w.merchant_id, w.title, w.conditions, 1, w.owed_sen,
       s.at, s.at::date + 14, s.at + interval '14 days', CASE WHEN s.is_old THEN 'used' ELSE 'ready' END,
       CASE WHEN s.is_old THEN s.at + interval '1 day' END, CASE WHEN s.is_old THEN s.at + interval '1 day' END,
       gen_random_uuid()
     FROM (SELECT id, user_id, decided_at AS at, decided_at < now() - interval '13 days' AS is_old,
         row_number() OVER (PARTITION BY user_id ORDER BY id) AS place
       FROM submissions WHERE status = 'approved') s
     JOIN rewards w ON w.id = 2 + s.id % 59
     WHERE s.place % 4 = 0 ORDER BY s.id`,
  )
  await db.query(
    `INSERT INTO voucher_events (voucher_id, kind, way, operator_id, stamps_back, created_at)
     SELECT id, 'claimed', NULL::text, NULL::bigint, false, claimed_at FROM vouchers
     UNION ALL SELECT id, 'used', 'desk', 1, false, used_at FROM vouchers WHERE used_at IS NOT NULL`,
  )
  await db.query(
    `INSERT INTO ledger_entries (user_id, kind, stamps, voucher_event_id, created_at)
     SELECT v.user_id, 'redemption', -v.stamps, e.id, e.created_at
     FROM voucher_events e JOIN vouchers v ON v.id = e.voucher_id WHERE e.kind = 'claimed' ORDER BY e.id`,
  )
  await db.query(
    `UPDATE rewards w SET taken = v.n FROM (SELECT reward_id, count(*) AS n FROM vouchers GROUP BY 1) v
     WHERE v.reward_id = w.id`,
  )
}
