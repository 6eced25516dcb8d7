import type { Queryable } from '../../platform/db/database.ts'
import { WAS_USED_THEN } from './wallet.store.ts'

/**
 * Sums the absolute stamps that an operator adjusted, reversed, gave back for used vouchers, took with ready ones, or asked to have confirmed for a
 * member since `since`.
 */
export async function sumAdjustedStamps(
  tx: Queryable,
  query: { operatorId: number; userId: number; since: Date },
): Promise<number> {
  const { rows } = await tx.query<{ sum: number }>({
    name: 'wallet.adjusted',
    text: `SELECT COALESCE(sum(abs(stamps)), 0)::bigint AS sum FROM (
             SELECT c.stamps FROM stamp_adjustments c
             WHERE c.user_id = $2 AND c.operator_id = $1 AND c.created_at > $3
             UNION ALL
             SELECT COALESCE(n.stamps, 0) - was.stamps
             FROM submissions s
             JOIN reversals r ON r.submission_id = s.id AND r.operator_id = $1 AND r.created_at > $3
             JOIN decisions was ON was.id = r.decision_id
             LEFT JOIN decisions n ON r.status <> 'pending'
               AND n.id = (SELECT min(d.id) FROM decisions d WHERE d.submission_id = s.id AND d.id > was.id)
             WHERE s.user_id = $2
             UNION ALL
             SELECT v.stamps FROM vouchers v
             JOIN voucher_events e ON e.voucher_id = v.id AND e.kind = 'voided'
               AND e.stamps_back = (${WAS_USED_THEN}) AND e.operator_id = $1 AND e.created_at > $3
             WHERE v.user_id = $2
             UNION ALL
             SELECT w.stamps FROM confirmations w
             WHERE w.user_id = $2 AND w.asked_by = $1 AND w.state = 'waiting' AND w.kind <> 'approval'
           ) adjusted`,
    values: [query.operatorId, query.userId, query.since],
  })
  return rows[0]?.sum ?? 0
}
