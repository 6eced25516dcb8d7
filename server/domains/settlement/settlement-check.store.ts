import type { Queryable } from '../../platform/db/database.ts'
import { values } from '../../platform/db/query.ts'
import { raw } from '../../platform/db/sql.ts'
import { findLedgerErrors } from '../wallet/ledger-check.store.ts'

/** What must hold of statements, each as the statement that finds what contradicts it. */
const CHECKS = [
  // A statement has the lines and the total that it was issued with.
  `
    SELECT format('Statement %s has %s lines of %s sen but was issued with %s of %s', s.id, count(l.id), coalesce(sum(l.amount_sen), 0),
      s.line_count, s.total_sen) AS error
    FROM statements s LEFT JOIN statement_lines l ON l.statement_id = s.id
    GROUP BY s.id HAVING count(l.id) <> s.line_count OR coalesce(sum(l.amount_sen), 0) <> s.total_sen`,
  // A line has the merchant and the amount of its hand-over or of its adjustment.
  `
    SELECT format('Line %s of statement %s does not fit what it bills', l.id, l.statement_id)
    FROM statement_lines l JOIN statements s ON s.id = l.statement_id
    LEFT JOIN voucher_events e ON e.id = l.voucher_event_id LEFT JOIN vouchers v ON v.id = e.voucher_id
    LEFT JOIN statement_adjustments a ON a.id = l.adjustment_id
    WHERE coalesce(v.merchant_id, a.merchant_id) IS DISTINCT FROM s.merchant_id
       OR l.amount_sen IS DISTINCT FROM coalesce(a.amount_sen, CASE WHEN e.kind = 'used' THEN v.owed_sen ELSE -v.owed_sen END)
       OR e.kind NOT IN ('used', 'unused', 'voided')`,
  // A voucher is billed at most once more than it was taken back, and what is billed or may still be is what is owed.
  // A voucher's last change may wait for its statement; earlier ones are billed as they were, or cancel each other out.
  `
    SELECT format('Voucher %s is %s, and %s times billed', v.id, v.state, b.times)
    FROM vouchers v JOIN (
      SELECT e.voucher_id, sum(CASE e.kind WHEN 'used' THEN 1 ELSE -1 END) AS times, bool_or(e.id = last.id) AS is_whole
      FROM statement_lines l JOIN voucher_events e ON e.id = l.voucher_event_id
      JOIN LATERAL (SELECT max(x.id) AS id FROM voucher_events x
        WHERE x.voucher_id = e.voucher_id AND x.kind IN ('used', 'unused', 'voided')) last ON true
      GROUP BY e.voucher_id
    ) b ON b.voucher_id = v.id
    WHERE b.times NOT IN (0, 1) OR (b.is_whole AND (b.times = 1) <> (v.state = 'used'))`,
  // A voucher has at most one settlement in force: a hand-over not undone, or a late one paid as an adjustment.
  // A voucher that an earlier release paid for more often has no further one.
  `
    SELECT format('Voucher %s is paid for %s times', voucher_id, count(*))
    FROM settlements JOIN vouchers v ON v.id = voucher_id GROUP BY voucher_id, v.earlier_settlements
    HAVING count(*) > coalesce(v.earlier_settlements, 1)`,
]

/** Compares statements with what was handed over. Returns one sentence per contradiction, none if all is well. */
export const findSettlementErrors = (db: Queryable) => values<string>(db)`${raw(CHECKS.join(' UNION ALL '))}`

/** What contradicts in stamps and in statements. One query after the other, because some callers have one connection. */
export const findAllErrors = async (db: Queryable): Promise<string[]> => [
  ...(await findLedgerErrors(db)),
  ...(await findSettlementErrors(db)),
]
