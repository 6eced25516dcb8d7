import type { Disagreement, DisagreementOutcome } from '@stampus/contract/console/spotChecks'
import { consolePageClause } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { RowOf } from '../../../platform/db/nested.ts'
import { many, one, run } from '../../../platform/db/query.ts'
import { type Parameter, parameter, raw, sql } from '../../../platform/db/sql.ts'
import { merchantsOf } from '../../conflicts-of-interest/conflicts.store.ts'
import { dependentOperators } from '../../staff/confirmers.store.ts'
import { hasConflict } from '../../submissions/reviewed-submissions.store.ts'
import { CONFIRMER } from '../decisions.store.ts'
import { VERDICT_IN_FORCE } from './spot-checks.store.ts'

export type DisagreementRow = RowOf<Omit<Disagreement, 'purchase_amount' | 'obstacle'>> & {
  amount_sen: number
  took_part: boolean
  is_dependent: boolean
}

/** A value of fact `f` for comparison. Invoice numbers are compared without leading zeros. */
const comparable = (value: string) =>
  raw(`CASE f.field WHEN 'invoice_number' THEN regexp_replace(${value}, '^0+(?=[0-9])', '') ELSE ${value} END`)

/** The facts that decision `d` and verdict `v` set differently. A fact that one of them did not correct counts as typed. */
const DIFFERENCES = sql`(
  SELECT coalesce(json_agg(json_build_object('field', f.field,
    'decided', coalesce(dm.name, f.decided), 'checked', coalesce(cm.name, f.checked)) ORDER BY f.field), '[]')
  FROM (
    SELECT field, coalesce(a.corrected, b.typed) AS decided, coalesce(b.corrected, a.typed) AS checked
    FROM (SELECT field, typed, corrected FROM fact_corrections WHERE decision_id = d.id) a
    FULL JOIN jsonb_to_recordset(v.corrections) AS b(field text, typed text, corrected text) USING (field)
  ) f
  LEFT JOIN merchants dm ON f.field = 'merchant_id' AND dm.id::text = f.decided
  LEFT JOIN merchants cm ON f.field = 'merchant_id' AND cm.id::text = f.checked
  WHERE v.status = 'approved' AND ${comparable('f.decided')} <> ${comparable('f.checked')})`

const PARTIES = sql`d.operator_id, v.operator_id, ${CONFIRMER}`
/** This operator decided, confirmed or spot-checked it. */
const tookPart = (operator: Parameter) => sql`coalesce(${operator} IN (${PARTIES}), false)`
/** This operator is not independent of an operator who took part, by grants since then. */
const isDependent = (operator: Parameter, since: Date) =>
  sql`(ARRAY[${PARTIES}] && ARRAY(SELECT n.id FROM ${dependentOperators(operator, parameter(since))} n))`

/** This operator belongs to a merchant that decision `d` or verdict `v` names, as typed or as corrected. */
const isOfOwnMerchant = (operator: Parameter) => sql`EXISTS (
  SELECT FROM ${merchantsOf('operator', operator)} w WHERE w.with_id::text IN (
    SELECT unnest(ARRAY[x.typed, x.corrected]) FROM fact_corrections x WHERE x.decision_id = d.id AND x.field = 'merchant_id'
    UNION ALL SELECT unnest(ARRAY[y.typed, y.corrected])
    FROM jsonb_to_recordset(v.corrections) AS y(field text, typed text, corrected text) WHERE y.field = 'merchant_id'))`

/** The account of the member who sent submission `s` is deleted. */
const MEMBER_GONE = sql`EXISTS (SELECT FROM users g WHERE g.id = s.user_id AND g.deleted_at IS NOT NULL)`

type Page = {
  operatorId: number
  grantedSince: Date
  /** Verdicts given later can still be undone. */
  givenUntil: Date
  state: 'open' | 'closed'
  page: number
}

/** A page (from 1), newest first, plus the first row of the next. Open disagreements exclude deleted accounts. */
export function listDisagreements(db: Queryable, { operatorId, grantedSince, givenUntil, state, page }: Page) {
  const operator = parameter(operatorId)
  const { join, condition, order } = LISTED[state]
  return many<DisagreementRow>(db)`
    SELECT v.decision_id AS id, s.id AS submission_id, m.name AS merchant, s.amount_sen, s.status,
      o.name AS "first.operator", d.status AS "first.status", d.reason AS "first.reason",
      d.reason_code AS "first.reason_code",
      EXISTS (SELECT FROM fact_corrections x WHERE x.decision_id = d.id) AS "first.is_corrected", d.created_at AS "first.at",
      c.name AS "second.operator", v.status AS "second.status", NULL AS "second.reason",
      v.reason_code AS "second.reason_code", v.corrections <> '[]' AS "second.is_corrected", v.created_at AS "second.at",
      ${DIFFERENCES} AS differences,
      NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id) AS in_force,
      ${tookPart(operator)} AS took_part, ${isDependent(operator, grantedSince)} AS is_dependent,
      t.outcome AS "closure.outcome", coalesce(n.note, '') AS "closure.note", b.name AS "closure.operator",
      t.created_at AS "closure.at"
    FROM spot_check_verdicts v
    ${join} disagreement_closures t ON t.verdict_id = v.id
    LEFT JOIN disagreement_notes n ON n.verdict_id = t.verdict_id
    LEFT JOIN operators b ON b.id = t.operator_id
    JOIN decisions d ON d.id = v.decision_id
    JOIN operators o ON o.id = d.operator_id
    JOIN operators c ON c.id = v.operator_id
    JOIN submissions s ON s.id = d.submission_id
    JOIN merchants m ON m.id = s.merchant_id
    WHERE NOT v.agrees AND v.created_at < ${givenUntil} AND ${VERDICT_IN_FORCE} AND NOT ${hasConflict(operator)}
      AND NOT ${isOfOwnMerchant(operator)} AND ${condition}
    ORDER BY ${order} ${consolePageClause(page)}`
}

const LISTED = {
  open: {
    join: sql`LEFT JOIN`,
    condition: sql`t.verdict_id IS NULL AND NOT ${MEMBER_GONE}`,
    order: sql`v.created_at DESC, v.decision_id DESC`,
  },
  closed: { join: sql`JOIN`, condition: sql`true`, order: sql`t.created_at DESC, t.verdict_id DESC` },
}

type Obstacles = Record<'is_of_own_merchant' | 'took_part' | 'is_dependent' | 'is_closed' | 'is_member_gone', boolean>

/** Why an operator cannot close a disagreement. */
export function findObstacles(
  tx: Queryable,
  { operatorId, grantedSince, verdictId }: { operatorId: number; grantedSince: Date; verdictId: number },
) {
  const operator = parameter(operatorId)
  return one<Obstacles>(tx, 'disagreements.obstacles')`
    SELECT ${isOfOwnMerchant(operator)} AS is_of_own_merchant, ${tookPart(operator)} AS took_part,
      ${isDependent(operator, grantedSince)} AS is_dependent,
      EXISTS (SELECT FROM disagreement_closures t WHERE t.verdict_id = v.id) AS is_closed,
      ${MEMBER_GONE} AS is_member_gone
    FROM spot_check_verdicts v JOIN decisions d ON d.id = v.decision_id
    JOIN submissions s ON s.id = d.submission_id WHERE v.id = ${verdictId}`
}

/** The outcome is append-only; the note has its own row because it is erased with the member's account. */
export const insertClosure = (
  tx: Queryable,
  given: { verdictId: number; operatorId: number; outcome: DisagreementOutcome; note: string; at: Date },
) => run(tx, 'disagreements.close')`
  WITH closed AS (
    INSERT INTO disagreement_closures (verdict_id, operator_id, outcome, created_at)
    VALUES (${given.verdictId}, ${given.operatorId}, ${given.outcome}, ${given.at}) RETURNING verdict_id)
  INSERT INTO disagreement_notes (verdict_id, note) SELECT verdict_id, ${given.note} FROM closed`
