import type { Queryable } from '../../platform/db/database.ts'
import { many, one } from '../../platform/db/query.ts'

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
