import type { SettlementOutcome } from '@stampus/contract/console/spotChecks'
import type { ReasonCode } from '@stampus/contract/reasons'
import type { Status } from '@stampus/contract/submissions'
import { consolePageClause } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { merchantsOf } from '../../own-accounts/ties.store.ts'
import { DEPENDENT_OPERATORS } from '../../staff/confirmers.store.ts'
import { HAS_CONFLICT } from '../../submissions/reviewed-submissions.store.ts'
import { CONFIRMER } from '../decisions.store.ts'
import { VERDICT_IN_FORCE } from './spot-checks.store.ts'

export type DisagreementRow = {
  id: number
  submission_id: number
  merchant: string
  amount_sen: number
  status: Status
  first_operator: string
  first_status: Status
  first_reason: string | null
  first_code: ReasonCode | null
  first_corrected: boolean
  first_at: Date
  second_operator: string
  second_status: Status
  second_code: ReasonCode | null
  second_corrected: boolean
  second_at: Date
  differences: { field: string; decided: string; checked: string }[]
  in_force: boolean
  took_part: boolean
  is_dependent: boolean
  /** Null while it is open. */
  outcome: SettlementOutcome | null
  /** Empty after the member's account was deleted. */
  note: string
  settled_by: string
  settled_at: Date
}

/** SQL: a value of fact `f` for comparison. Invoice numbers are compared without leading zeros. */
const comparable = (value: string) =>
  `CASE f.field WHEN 'invoice_number' THEN regexp_replace(${value}, '^0+(?=[0-9])', '') ELSE ${value} END`

/**
 * SQL: the facts that decision `d` and verdict `v` set differently. A fact that one of them did not correct counts as
 * typed.
 */
const DIFFERENCES = `(
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

/**
 * SQL conditions: operator `$1` decided, confirmed or spot-checked it; or is not independent of an operator who did,
 * by grants since `$2`.
 */
const PARTIES = `d.operator_id, v.operator_id, ${CONFIRMER}`
const TOOK_PART = `coalesce($1 IN (${PARTIES}), false)`
const IS_DEPENDENT = `(ARRAY[${PARTIES}] && ARRAY(SELECT n.id FROM ${DEPENDENT_OPERATORS} n))`

/**
 * SQL condition: operator `$1` belongs to a merchant that decision `d` or verdict `v` names, as typed or as
 * corrected.
 */
const IS_OF_OWN_MERCHANT = `EXISTS (
  SELECT FROM ${merchantsOf('operator', '$1')} w WHERE w.with_id::text IN (
    SELECT unnest(ARRAY[x.typed, x.corrected]) FROM fact_corrections x WHERE x.decision_id = d.id AND x.field = 'merchant_id'
    UNION ALL SELECT unnest(ARRAY[y.typed, y.corrected])
    FROM jsonb_to_recordset(v.corrections) AS y(field text, typed text, corrected text) WHERE y.field = 'merchant_id'))`

/** SQL condition: the account of the member who sent submission `s` is deleted. */
const MEMBER_GONE = 'EXISTS (SELECT FROM users g WHERE g.id = s.user_id AND g.deleted_at IS NOT NULL)'

type Page = {
  operatorId: number
  grantedSince: Date
  /** Verdicts given later can still be undone. */
  givenUntil: Date
  state: 'open' | 'closed'
  page: number
}

/**
 * Lists a page (from 1) of verdicts that disagree with the decision, newest first, plus the first of the next page.
 * Leaves out receipts with a conflict of interest under any of the facts. Open disagreements exclude deleted
 * accounts.
 */
export async function listDisagreements(db: Queryable, query: Page): Promise<DisagreementRow[]> {
  const { operatorId, grantedSince, givenUntil, state, page } = query
  const isOpen = state === 'open'
  const { rows } = await db.query<DisagreementRow>({
    text: `SELECT v.decision_id AS id, s.id AS submission_id, m.name AS merchant, s.amount_sen, s.status,
             o.name AS first_operator, d.status AS first_status, d.reason AS first_reason, d.reason_code AS first_code,
             EXISTS (SELECT FROM fact_corrections x WHERE x.decision_id = d.id) AS first_corrected,
             d.created_at AS first_at, c.name AS second_operator, v.status AS second_status,
             v.reason_code AS second_code, v.corrections <> '[]' AS second_corrected, v.created_at AS second_at,
             ${DIFFERENCES} AS differences,
             NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id) AS in_force,
             ${TOOK_PART} AS took_part, ${IS_DEPENDENT} AS is_dependent,
             t.outcome, coalesce(n.note, '') AS note, b.name AS settled_by, t.created_at AS settled_at
           FROM spot_check_verdicts v
           ${isOpen ? 'LEFT ' : ''}JOIN disagreement_settlements t ON t.verdict_id = v.id
           LEFT JOIN settlement_notes n ON n.verdict_id = t.verdict_id
           LEFT JOIN operators b ON b.id = t.operator_id
           JOIN decisions d ON d.id = v.decision_id
           JOIN operators o ON o.id = d.operator_id
           JOIN operators c ON c.id = v.operator_id
           JOIN submissions s ON s.id = d.submission_id
           JOIN merchants m ON m.id = s.merchant_id
           WHERE NOT v.agrees AND v.created_at < $3 AND ${VERDICT_IN_FORCE} AND NOT ${HAS_CONFLICT}
             AND NOT ${IS_OF_OWN_MERCHANT}
             ${isOpen ? `AND t.verdict_id IS NULL AND NOT ${MEMBER_GONE}` : ''}
           ORDER BY ${isOpen ? 'v.created_at DESC, v.decision_id DESC' : 't.created_at DESC, t.verdict_id DESC'}
           ${consolePageClause(page)}`,
    values: [operatorId, grantedSince, givenUntil],
  })
  return rows
}

type Obstacles = Record<'is_of_own_merchant' | 'took_part' | 'is_dependent' | 'is_closed' | 'is_member_gone', boolean>

/** Finds out why an operator cannot settle a disagreement. */
export async function findObstacles(
  tx: Queryable,
  { operatorId, grantedSince, verdictId }: { operatorId: number; grantedSince: Date; verdictId: number },
): Promise<Obstacles> {
  const { rows } = await tx.query<Obstacles>({
    name: 'disagreements.obstacles',
    text: `SELECT ${IS_OF_OWN_MERCHANT} AS is_of_own_merchant, ${TOOK_PART} AS took_part, ${IS_DEPENDENT} AS is_dependent,
             EXISTS (SELECT FROM disagreement_settlements t WHERE t.verdict_id = v.id) AS is_closed,
             ${MEMBER_GONE} AS is_member_gone
           FROM spot_check_verdicts v JOIN decisions d ON d.id = v.decision_id
           JOIN submissions s ON s.id = d.submission_id WHERE v.id = $3`,
    values: [operatorId, grantedSince, verdictId],
  })
  const [row] = rows
  if (!row) throw new Error('The verdict no longer exists')
  return row
}

/**
 * Closes a disagreement. The outcome is append-only. The note is a row of its own because it is erased with the
 * member's account.
 */
export async function insertSettlement(
  tx: Queryable,
  given: { verdictId: number; operatorId: number; outcome: SettlementOutcome; note: string; at: Date },
): Promise<void> {
  await tx.query({
    name: 'disagreements.settle',
    text: `WITH settled AS (
             INSERT INTO disagreement_settlements (verdict_id, operator_id, outcome, created_at)
             VALUES ($1, $2, $3, $4) RETURNING verdict_id)
           INSERT INTO settlement_notes (verdict_id, note) SELECT verdict_id, $5 FROM settled`,
    values: [given.verdictId, given.operatorId, given.outcome, given.at, given.note],
  })
}
