import type { Role } from '@stampus/contract/operators'
import type { Queryable } from '../db/database.ts'

/**
 * Whether another operator had this role, or one that includes it, and used the console since `since`. Those who were
 * removed or lost the role since then count too, or an asker could make themselves the only one.
 */
export async function hasOtherOperator(
  db: Queryable,
  asked: { operatorId: number; role: Role; since: Date },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'confirmers.others',
    text: `SELECT FROM operators o
           WHERE o.id <> $1 AND o.last_seen_at > $3
             AND ($2 = 'reviewer' OR o.role = $2 OR EXISTS (
               SELECT FROM operator_grants g
               WHERE g.operator_id = o.id AND g.previous_role = $2 AND g.created_at > $3))
           LIMIT 1`,
    values: [asked.operatorId, asked.role, asked.since],
  })
  return rowCount === 1
}

/** Operator `$1`, who gave them their account or role since `$2`, who gave it to those, and so on. */
export const GRANTERS = `(
  WITH RECURSIVE granters (id) AS (
    SELECT $1::bigint
    UNION SELECT g.granted_by FROM granters b JOIN operator_grants g ON g.operator_id = b.id
      WHERE g.granted_by IS NOT NULL AND g.created_at > $2)
  SELECT id FROM granters)`

/** Whether an operator has their account or role, since `since`, directly or through others from the one who asks. */
export async function isGrantedBy(
  db: Queryable,
  asked: { operatorId: number; askedBy: number; since: Date },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'confirmers.granted',
    text: `SELECT WHERE $3 IN ${GRANTERS}`,
    values: [asked.operatorId, asked.since, asked.askedBy],
  })
  return rowCount === 1
}

/**
 * The stamps, in sum without their signs, that an operator adjusted and reversed for a member since an instant, and what
 * they asked for that waits. The caller holds the member, so that two at once are added up one after the other.
 */
export async function sumAdjusted(
  tx: Queryable,
  asked: { operatorId: number; userId: number; since: Date },
): Promise<number> {
  const { rows } = await tx.query<{ sum: number }>({
    name: 'confirmers.adjusted',
    text: `SELECT COALESCE(sum(abs(stamps)), 0)::bigint AS sum FROM (
             SELECT c.stamps FROM stamp_corrections c
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
             SELECT w.stamps FROM confirmations w
             WHERE w.user_id = $2 AND w.asked_by = $1 AND w.state = 'waiting' AND w.kind <> 'approval'
           ) adjusted`,
    values: [asked.operatorId, asked.userId, asked.since],
  })
  return rows[0]?.sum ?? 0
}
