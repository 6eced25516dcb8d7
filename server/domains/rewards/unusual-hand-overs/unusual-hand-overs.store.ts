import type { Burst, OfflineShare, OftenTogether } from '@stampus/contract/console/counters/unusualHandOvers'
import {
  UNUSUAL_BURST_MIN,
  UNUSUAL_BURST_MS,
  UNUSUAL_MAX,
  UNUSUAL_PAIR_MIN,
  UNUSUAL_SHARE_MIN,
  UNUSUAL_SHARE_PERCENT,
} from '@stampus/contract/limits'
import type { Queryable } from '../../../platform/db/database.ts'
import type { RowOf } from '../../../platform/db/nested.ts'
import { many } from '../../../platform/db/query.ts'
import { raw, sql } from '../../../platform/db/sql.ts'
import { TAKEN_BACK_AT } from '../hand-overs/hand-overs.store.ts'

/** The hand-overs at counters since a time. What was entered late happened when it was noted. */
const counted = (since: Date) => sql`
  (SELECT e.voucher_id, e.phone_id, e.cashier_id, e.way, coalesce(e.noted_at, e.created_at) AS at
  FROM voucher_events e
  WHERE e.kind = 'used' AND e.phone_id IS NOT NULL AND e.created_at >= ${since} AND ${TAKEN_BACK_AT} IS NULL) e`

const reference = (table: string) => raw(`jsonb_build_object('id', ${table}.id, 'name', ${table}.name)`)

export const listOftenTogether = (db: Queryable, since: Date) =>
  many<RowOf<OftenTogether>>(db)`
    SELECT ${reference('m')} AS merchant, ${reference('c')} AS cashier,
      ${reference('u')} AS member, count(*) AS count, min(e.at) AS first_at, max(e.at) AS last_at
    FROM ${counted(since)} JOIN vouchers v ON v.id = e.voucher_id JOIN users u ON u.id = v.user_id
    JOIN cashiers c ON c.id = e.cashier_id JOIN merchants m ON m.id = c.merchant_id
    GROUP BY m.id, c.id, u.id HAVING count(*) >= ${UNUSUAL_PAIR_MIN}
    ORDER BY count(*) DESC, max(e.at) DESC LIMIT ${raw(UNUSUAL_MAX)}`

/** Merchants with a high share of hand-overs without a network, the highest first. */
export const listOfflineShares = (db: Queryable, since: Date) =>
  many<OfflineShare>(db)`
    SELECT ${reference('m')} AS merchant, count(*) AS total,
      count(*) FILTER (WHERE e.way = 'offline') AS offline, count(*) FILTER (WHERE e.way = 'late') AS late
    FROM ${counted(since)} JOIN phones p ON p.id = e.phone_id JOIN merchants m ON m.id = p.merchant_id
    GROUP BY m.id HAVING count(*) >= ${UNUSUAL_SHARE_MIN}
      AND count(*) FILTER (WHERE e.way <> 'counter') * 100 >= count(*) * ${UNUSUAL_SHARE_PERCENT}::integer
    ORDER BY count(*) FILTER (WHERE e.way <> 'counter') * 100 / count(*) DESC, m.id LIMIT ${raw(UNUSUAL_MAX)}`

/** The longest burst of each phone that had one, the longest first. */
export const listBursts = (db: Queryable, since: Date) =>
  many<RowOf<Burst>>(db)`
    SELECT merchant, phone, count, first_at, last_at FROM (
      SELECT DISTINCT ON (p.id) ${reference('m')} AS merchant, ${reference('p')} AS phone, b.count, b.first_at, b.last_at
      FROM (
        SELECT e.phone_id, e.at AS first_at, count(*) OVER following AS count, max(e.at) OVER following AS last_at
        FROM ${counted(since)}
        WINDOW following AS (PARTITION BY e.phone_id ORDER BY e.at
          RANGE BETWEEN CURRENT ROW AND make_interval(secs => ${UNUSUAL_BURST_MS}::integer / 1000) FOLLOWING)
      ) b JOIN phones p ON p.id = b.phone_id JOIN merchants m ON m.id = p.merchant_id
      WHERE b.count >= ${UNUSUAL_BURST_MIN} ORDER BY p.id, b.count DESC, b.first_at
    ) found ORDER BY count DESC, last_at DESC LIMIT ${raw(UNUSUAL_MAX)}`
