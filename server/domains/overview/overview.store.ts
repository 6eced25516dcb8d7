import type { Queryable } from '../../platform/db/database.ts'
import { many, one } from '../../platform/db/query.ts'
import { parameter, raw, sql } from '../../platform/db/sql.ts'
import { MAX_COUNTED } from '../../platform/metrics/metrics.store.ts'
import { isWaiting } from '../review/queue.store.ts'
import { WAITING_SINCE } from '../submissions/reviewed-submissions.store.ts'

const TOP = 10

type WaitingRow = { count: number; ageing: number; overdue: number; oldest_at: Date | null }

/** Counts what waits for an operator, and what has waited since before these times. */
export const readWaiting = (db: Queryable, operatorId: number, { ageing, overdue }: { ageing: Date; overdue: Date }) =>
  one<WaitingRow>(db, 'overview.waiting')`
    SELECT count(*) AS count, count(*) FILTER (WHERE ${WAITING_SINCE} <= ${ageing}) AS ageing,
      count(*) FILTER (WHERE ${WAITING_SINCE} <= ${overdue}) AS overdue, min(${WAITING_SINCE}) AS oldest_at
    FROM submissions s WHERE ${isWaiting(parameter(operatorId))}`

const SHOWN = sql`status, stamps, merchant_id, created_at, decided_at FROM submissions s`

/** Valid decisions since a time. Receipts of a deleted account have no pictures; those it withdrew have no decision. */
function decidedSince(time: Date) {
  const since = parameter(time)
  return sql`(
    SELECT ${SHOWN} WHERE s.decided_at >= ${since} AND s.picture_key IS NOT NULL
    UNION ALL
    SELECT ${SHOWN} WHERE s.decided_at >= ${since} AND s.picture_key IS NULL AND EXISTS (
      SELECT FROM decisions d WHERE d.submission_id = s.id
        AND NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id))) decided`
}

export type DayRow = {
  /** Null for the whole period. */
  day: string | null
  approved: number
  rejected: number
  stamps: number
  typical_ms: number | null
  slow_ms: number | null
}

/** Decisions of each day of the time zone, and of the whole period. Days without a decision are left out. */
export const readDays = (db: Queryable, { since, timeZone }: { since: Date; timeZone: string }) =>
  many<DayRow>(db, 'overview.days')`
    SELECT to_char(at, 'YYYY-MM-DD') AS day, count(*) FILTER (WHERE status = 'approved') AS approved,
      count(*) FILTER (WHERE status = 'rejected') AS rejected, sum(stamps)::bigint AS stamps,
      percentile_disc(0.5) WITHIN GROUP (ORDER BY took) AS typical_ms,
      percentile_disc(0.9) WITHIN GROUP (ORDER BY took) AS slow_ms
    FROM (
      SELECT status, stamps, (decided_at AT TIME ZONE ${timeZone})::date AS at,
        round(extract(epoch FROM decided_at - created_at) * 1000)::bigint AS took
      FROM ${decidedSince(since)}
    ) timed
    GROUP BY GROUPING SETS ((at), ()) ORDER BY at`

type TopMerchantRow = { id: number; name: string; approved: number; stamps: number }

export const readTopMerchants = (db: Queryable, since: Date) =>
  many<TopMerchantRow>(db, 'overview.merchants')`
    SELECT m.id, m.name, top.approved, top.stamps
    FROM (
      SELECT merchant_id, count(*) AS approved, sum(stamps)::bigint AS stamps
      FROM ${decidedSince(since)} WHERE status = 'approved'
      GROUP BY merchant_id ORDER BY approved DESC, merchant_id LIMIT ${raw(TOP)}
    ) top JOIN merchants m ON m.id = top.merchant_id
    ORDER BY top.approved DESC, m.id`

/** Counts all receipts that wait for a decision, for the metrics. `oldest_at` is when the oldest began to wait. */
export const countWaitingReceipts = (db: Queryable) =>
  one<{ receipts: number; oldest_at: Date | null }>(db, 'metrics.waiting')`
    SELECT count(*) AS receipts, min(since) AS oldest_at
    FROM (SELECT coalesce(reopened_at, created_at) AS since FROM submissions WHERE status = 'pending'
      ORDER BY since LIMIT ${raw(MAX_COUNTED)}) waiting`

type Outstanding = { stamps: number; ready_vouchers: number; ready_stamps: number; ready_sen: number }

/** The stamps that members have, without those of deleted accounts, and the vouchers that can still be handed over. */
export const readOutstanding = (db: Queryable, now: Date) =>
  one<Outstanding>(db, 'overview.outstanding')`
    SELECT coalesce((SELECT sum(balance) FROM (
        SELECT sum(l.stamps) AS balance FROM ledger_entries l JOIN users u ON u.id = l.user_id
        WHERE u.deleted_at IS NULL GROUP BY l.user_id) b WHERE balance > 0), 0)::bigint AS stamps,
      count(*) AS ready_vouchers, coalesce(sum(v.stamps), 0)::bigint AS ready_stamps,
      coalesce(sum(v.owed_sen), 0)::bigint AS ready_sen
    FROM vouchers v JOIN rewards w ON w.id = v.reward_id
    WHERE v.state = 'ready' AND v.expires_at > ${now} AND w.recalled_at IS NULL`

export type HandedOutRow = {
  month: string
  merchant_id: number | null
  merchant_name: string | null
  vouchers: number
  value_sen: number
}

/** What was handed over since a time and not voided later, by month of the time zone and merchant. */
export const readHandedOut = (db: Queryable, { since, timeZone }: { since: Date; timeZone: string }) =>
  many<HandedOutRow>(db, 'overview.handed-out')`
    SELECT h.month, h.merchant_id, m.name AS merchant_name, h.vouchers, h.value_sen
    FROM (
      SELECT to_char(used_at AT TIME ZONE ${timeZone}, 'YYYY-MM') AS month, merchant_id, count(*) AS vouchers,
        sum(owed_sen)::bigint AS value_sen
      FROM vouchers WHERE state = 'used' AND used_at >= ${since} GROUP BY 1, 2
    ) h LEFT JOIN merchants m ON m.id = h.merchant_id
    ORDER BY h.month DESC, h.value_sen DESC, h.merchant_id`
