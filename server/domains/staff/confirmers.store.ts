import type { Role } from '@stampus/contract/console/operators'
import type { Queryable } from '../../platform/db/database.ts'
import { maybeValue, some } from '../../platform/db/query.ts'
import { type Parameter, parameter, type Sql, sql } from '../../platform/db/sql.ts'

/** Operators who were removed or demoted since then count too: else one could remove all others and act alone. */
export function hasOtherOperator(
  db: Queryable,
  query: { operatorId: number; role: Role; since: Date },
): Promise<boolean> {
  const [role, since] = [parameter(query.role), parameter(query.since)]
  return some(db, 'confirmers.others')`
    SELECT FROM operators o WHERE o.id <> ${query.operatorId} AND o.last_seen_at > ${since}
      AND (${role} = 'reviewer' OR o.role = ${role} OR EXISTS (SELECT FROM operator_grants g
        WHERE g.operator_id = o.id AND g.previous_role = ${role} AND g.created_at > ${since}))
    LIMIT 1`
}

/**
 * The operators who are not independent of this one. Two operators are not independent when one of them granted the
 * other an account or role since `since`, or the same operator granted both, directly or through others. `oldest` is the
 * oldest grant between them. Operators may appear several times.
 */
export const dependentOperators = (operatorId: Sql | Parameter, since: Sql | Parameter) => sql`(
  WITH RECURSIVE grants AS (
    SELECT operator_id, granted_by, max(created_at) AS at FROM operator_grants
    WHERE granted_by IS NOT NULL AND created_at > ${since} GROUP BY operator_id, granted_by),
  granters (id, oldest) AS (
    SELECT ${operatorId}::bigint, 'infinity'::timestamptz
    UNION SELECT g.granted_by, LEAST(b.oldest, g.at) FROM granters b JOIN grants g ON g.operator_id = b.id),
  near (id, oldest) AS (
    SELECT id, oldest FROM granters
    UNION SELECT g.operator_id, LEAST(n.oldest, g.at) FROM near n JOIN grants g ON g.granted_by = n.id)
  SELECT id, oldest FROM near)`

/** The grant that must be 30 days old before the two operators are independent. Undefined when they are. */
export async function findGrantBetween(db: Queryable, query: { operatorId: number; askedBy: number; since: Date }) {
  const near = dependentOperators(parameter(query.operatorId), parameter(query.since))
  const oldest = await maybeValue<Date | null>(db, 'confirmers.grant-between')`
    SELECT max(c.oldest) FROM ${near} c WHERE c.id = ${query.askedBy}`
  return oldest ?? undefined
}

/** Whose money a decision is about. `accountId`: the operator whom it is about, who is no second manager. */
export type MoneyOwners = { merchantIds: number[]; memberId: number | null; accountId?: number }

/** Whether operator `o` belongs to one of these merchants or is this member. */
export const isTied = (merchantIds: readonly number[] | Parameter, memberId: number | null) => sql`
  EXISTS (SELECT FROM ties t WHERE t.kind = 'operator' AND t.id = o.id
    AND (t.with_kind = 'merchant' AND t.with_id = ANY(${merchantIds}::bigint[])
      OR t.with_kind = 'member' AND t.with_id = ${memberId}::bigint))`

/** Whether operator `o` may have become tied to them by what someone in `near` changed since `since`. */
const wasTiedByNear = (merchantIds: Parameter, since: Parameter) => sql`
  EXISTS (SELECT FROM audit_entries a WHERE a.created_at > ${since} AND a.operator_id IN (SELECT id FROM near)
    AND (a.subject_kind = 'operator' AND a.subject_id = o.id AND a.changed_fields && '{merchants,addresses}'
      OR a.subject_kind = 'merchant' AND a.subject_id = ANY(${merchantIds}::bigint[])
        AND 'people' = ANY(a.changed_fields)
      OR a.action IN ('owner.invited', 'owner.changed') AND a.subject_kind = 'owner' AND a.subject_id IN (
        SELECT w.id FROM owners w JOIN known_addresses k ON k.email_key = w.email_key
        WHERE k.kind = 'operator' AND k.id = o.id)))`

/**
 * Whether another manager, who used the console since `since`, could decide about this money: one to whom it does not
 * belong. Managers who were tied to it, were removed or lost the role since then count if this operator had a part in
 * it, or someone not independent of them. Otherwise an operator could tie or remove all others and act alone.
 */
export function hasOtherManager(
  db: Queryable,
  given: MoneyOwners & { operatorId: number; since: Date },
): Promise<boolean> {
  const { memberId, accountId = null } = given
  const [operatorId, since] = [parameter(given.operatorId), parameter(given.since)]
  const merchantIds = parameter(given.merchantIds)
  return some(db, 'confirmers.managers')`
    WITH near AS (SELECT id FROM ${dependentOperators(operatorId, since)} n)
    SELECT FROM operators o
    WHERE o.id <> ${operatorId} AND o.id IS DISTINCT FROM ${accountId} AND o.last_seen_at > ${since}
      AND (NOT ${isTied(merchantIds, memberId)} OR ${wasTiedByNear(merchantIds, since)})
      AND (o.removed_at IS NULL OR EXISTS (SELECT FROM audit_entries a
        WHERE a.subject_kind = 'operator' AND a.subject_id = o.id AND a.action = 'operator.removed'
          AND a.created_at > ${since} AND a.operator_id IN (SELECT id FROM near)))
      AND (o.role = 'manager' OR EXISTS (SELECT FROM operator_grants g WHERE g.operator_id = o.id
        AND g.previous_role = 'manager' AND g.created_at > ${since} AND g.granted_by IN (SELECT id FROM near)))
    LIMIT 1`
}

/** Whether the operator is active and has this role or a higher one. */
export function hasRole(db: Queryable, query: { operatorId: number; role: Role }): Promise<boolean> {
  const role = parameter(query.role)
  return some(db, 'confirmers.role')`SELECT FROM operators
    WHERE id = ${query.operatorId} AND removed_at IS NULL AND (${role} = 'reviewer' OR role = ${role})`
}
