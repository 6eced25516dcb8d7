import type { Role } from '@stampus/contract/console/operators'
import type { Queryable } from '../../../platform/db/database.ts'

/**
 * Whether another operator had this role, or one that includes it, and used the console since `since`. Those who were
 * removed or lost the role since then count too, and so do those who are close to the asker, or an asker could make
 * themselves the only one.
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

/**
 * Who is close to operator `$1`: both have an account or role, given since `$2`, directly or through others from the same
 * operator, or one of them from the other. `oldest` is the oldest grant between them; operators may be in it several times.
 */
export const CLOSE_OPERATORS = `(
  WITH RECURSIVE grants AS (
    SELECT operator_id, granted_by, max(created_at) AS at FROM operator_grants
    WHERE granted_by IS NOT NULL AND created_at > $2 GROUP BY operator_id, granted_by),
  granters (id, oldest) AS (
    SELECT $1::bigint, 'infinity'::timestamptz
    UNION SELECT g.granted_by, LEAST(b.oldest, g.at) FROM granters b JOIN grants g ON g.operator_id = b.id),
  near (id, oldest) AS (
    SELECT id, oldest FROM granters
    UNION SELECT g.operator_id, LEAST(n.oldest, g.at) FROM near n JOIN grants g ON g.granted_by = n.id)
  SELECT id, oldest FROM near)`

/** The grant whose 30 days must be over before two operators are no longer close; undefined where they are not. */
export async function findGrantBetween(
  db: Queryable,
  asked: { operatorId: number; askedBy: number; since: Date },
): Promise<Date | undefined> {
  const { rows } = await db.query<{ at: Date | null }>({
    name: 'confirmers.close',
    text: `SELECT max(c.oldest) AS at FROM ${CLOSE_OPERATORS} c WHERE c.id = $3`,
    values: [asked.operatorId, asked.since, asked.askedBy],
  })
  return rows[0]?.at ?? undefined
}

/** Whether an operator is not removed and has this role, or one that includes it. */
export async function hasRole(
  db: Queryable,
  { operatorId, role }: { operatorId: number; role: Role },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'confirmers.role',
    text: `SELECT FROM operators WHERE id = $1 AND removed_at IS NULL AND ($2 = 'reviewer' OR role = $2)`,
    values: [operatorId, role],
  })
  return rowCount === 1
}

/**
 * The stamps, in sum without their signs, that an operator adjusted and reversed for a member since an instant, and what
 * they asked for that waits. The caller holds the member, so that two at once are added up one after the other.
 */
export async function sumAdjustedStamps(
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
