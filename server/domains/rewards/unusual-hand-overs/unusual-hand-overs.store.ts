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
import { TAKEN_BACK_AT } from '../hand-overs/hand-overs.store.ts'

/** The hand-overs at counters since a time. What was entered late happened when it was noted. */
const COUNTED = `
  SELECT e.voucher_id, e.phone_id, e.cashier_id, e.way, coalesce(e.noted_at, e.created_at) AS at
  FROM voucher_events e
  WHERE e.kind = 'used' AND e.phone_id IS NOT NULL AND e.created_at >= $1 AND ${TAKEN_BACK_AT} IS NULL`

const reference = (table: string) => `jsonb_build_object('id', ${table}.id, 'name', ${table}.name)`

type Times = { first_at: Date; last_at: Date }

/** Cashiers and members, the most hand-overs first. */
export async function listOftenTogether(
  db: Queryable,
  since: Date,
): Promise<(Omit<OftenTogether, keyof Times> & Times)[]> {
  const { rows } = await db.query<Omit<OftenTogether, keyof Times> & Times>({
    text: `SELECT ${reference('m')} AS merchant, ${reference('c')} AS cashier,
        ${reference('u')} AS member, count(*) AS count, min(e.at) AS first_at, max(e.at) AS last_at
      FROM (${COUNTED}) e JOIN vouchers v ON v.id = e.voucher_id JOIN users u ON u.id = v.user_id
      JOIN cashiers c ON c.id = e.cashier_id JOIN merchants m ON m.id = c.merchant_id
      GROUP BY m.id, c.id, u.id HAVING count(*) >= $2
      ORDER BY count(*) DESC, max(e.at) DESC LIMIT ${UNUSUAL_MAX}`,
    values: [since, UNUSUAL_PAIR_MIN],
  })
  return rows
}

/** Merchants with a high share of hand-overs without a network, the highest first. */
export async function listOfflineShares(db: Queryable, since: Date): Promise<OfflineShare[]> {
  const { rows } = await db.query<OfflineShare>({
    text: `SELECT ${reference('m')} AS merchant, count(*) AS total,
        count(*) FILTER (WHERE e.way = 'offline') AS offline, count(*) FILTER (WHERE e.way = 'late') AS late
      FROM (${COUNTED}) e JOIN phones p ON p.id = e.phone_id JOIN merchants m ON m.id = p.merchant_id
      GROUP BY m.id
      HAVING count(*) >= $2 AND count(*) FILTER (WHERE e.way <> 'counter') * 100 >= count(*) * $3::integer
      ORDER BY count(*) FILTER (WHERE e.way <> 'counter') * 100 / count(*) DESC, m.id LIMIT ${UNUSUAL_MAX}`,
    values: [since, UNUSUAL_SHARE_MIN, UNUSUAL_SHARE_PERCENT],
  })
  return rows
}

/** The longest burst of each phone that had one, the longest first. */
export async function listBursts(db: Queryable, since: Date): Promise<(Omit<Burst, keyof Times> & Times)[]> {
  const { rows } = await db.query<Omit<Burst, keyof Times> & Times>({
    text: `SELECT merchant, phone, count, first_at, last_at FROM (
        SELECT DISTINCT ON (p.id) ${reference('m')} AS merchant, ${reference('p')} AS phone, b.count, b.first_at, b.last_at
        FROM (
          SELECT e.phone_id, e.at AS first_at, count(*) OVER following AS count, max(e.at) OVER following AS last_at
          FROM (${COUNTED}) e
          WINDOW following AS (PARTITION BY e.phone_id ORDER BY e.at
            RANGE BETWEEN CURRENT ROW AND make_interval(secs => $3::integer / 1000) FOLLOWING)
        ) b JOIN phones p ON p.id = b.phone_id JOIN merchants m ON m.id = p.merchant_id
        WHERE b.count >= $2 ORDER BY p.id, b.count DESC, b.first_at
      ) found ORDER BY count DESC, last_at DESC LIMIT ${UNUSUAL_MAX}`,
    values: [since, UNUSUAL_BURST_MIN, UNUSUAL_BURST_MS],
  })
  return rows
}
