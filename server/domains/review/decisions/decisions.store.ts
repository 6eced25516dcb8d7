import type { ReasonCode } from '@stampus/contract/reasons'
import type { Correction } from '@stampus/contract/submissions'
import { type Change, recordAudit } from '../../../platform/audit/audit.store.ts'
import { withFieldNames } from '../../../platform/audit/changes.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { FACT_CORRECTIONS } from '../../submissions/own-submissions.store.ts'
import { REASON_CODES } from '../../submissions/resubmissions.store.ts'
import type { Outcome } from '../../submissions/submissions.store.ts'
import type { NamedReceipt } from '../receipt-wording.ts'

/** Writes a decision and answers its id. Decisions are append-only: taking one back is a row of its own. */
export async function insertDecision(
  tx: Queryable,
  submissionId: number,
  operatorId: number,
  outcome: Outcome,
  reasonCode: ReasonCode | null = null,
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    name: 'decisions.insert',
    text: `INSERT INTO decisions (submission_id, operator_id, status, reason, notes, stamps, created_at, reason_code)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    values: [
      submissionId,
      operatorId,
      outcome.status,
      outcome.reason,
      outcome.notes,
      outcome.stamps,
      outcome.at,
      reasonCode,
    ],
  })
  const [row] = rows
  if (!row) throw new Error('The decision was not written')
  return row.id
}

export type DecisionInForce = Omit<Outcome, 'at'> & {
  id: number
  operatorId: number
  /** The second operator, where one confirmed it. */
  confirmedBy: number | null
  /** Its time for undoing begins: when it was made, or when its batch was done. */
  undoFrom: Date
  /** A manager set it in the place of another one. */
  isReversal: boolean
}

/** Holds for a decision `d` that a manager set in the place of another one. */
export const IS_REVERSAL = `EXISTS (SELECT FROM reversals r WHERE r.status <> 'pending' AND r.decision_id = (
  SELECT max(p.id) FROM decisions p WHERE p.submission_id = d.submission_id AND p.id < d.id))`

/** When the time for undoing decision `d` begins. */
export const UNDO_FROM = `coalesce(
  (SELECT b.batch_ended_at FROM bulk_approvals b WHERE b.decision_id = d.id), d.created_at)`

/** Who confirmed decision `d`, the second operator of it. */
export const CONFIRMER = `(SELECT c.closed_by FROM confirmations c WHERE c.decision_id = d.id AND c.state = 'confirmed')`

/** The decision of a submission that was not taken back, if there is one. */
export async function findDecisionInForce(tx: Queryable, submissionId: number): Promise<DecisionInForce | undefined> {
  const { rows } = await tx.query<DecisionInForce>({
    name: 'decisions.standing',
    text: `SELECT d.id, d.operator_id AS "operatorId", ${UNDO_FROM} AS "undoFrom", d.status, d.reason, d.notes, d.stamps,
             ${IS_REVERSAL} AS "isReversal", ${CONFIRMER} AS "confirmedBy"
           FROM decisions d
           WHERE d.submission_id = $1 AND NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id)
           ORDER BY d.id DESC LIMIT 1`,
    values: [submissionId],
  })
  return rows[0]
}

export async function insertUndo(
  tx: Queryable,
  { decisionId, operatorId, at }: { decisionId: number; operatorId: number; at: Date },
): Promise<void> {
  await tx.query({
    name: 'decisions.undo',
    text: 'INSERT INTO decision_undos (decision_id, operator_id, created_at) VALUES ($1, $2, $3)',
    values: [decisionId, operatorId, at],
  })
}

/** The columns of a `NamedReceipt`, from submission `s` and merchant `m`. */
export const NAMED = `m.name AS merchant, s.purchase_date AS "purchaseDate", s.invoice_no AS "invoiceNo",
  s.amount_sen AS "amountSen"`

/** What the owner's letter says of a decision, with the reasons of what was sent of the same purchase and rejected. */
export type DecisionNotice = NamedReceipt & {
  status: 'approved' | 'rejected'
  reason: string | null
  reasonCodes: (ReasonCode | null)[]
  notes: string | null
  stamps: number
  submissionId: number
  corrections: Correction[]
  appealed: boolean
  name: string
  email: string
}

/** A decision with its owner, or undefined once it was taken back or the owner's account deleted. */
export async function findDecisionNotice(db: Queryable, decisionId: number): Promise<DecisionNotice | undefined> {
  const { rows } = await db.query<DecisionNotice>({
    name: 'decisions.tell',
    text: `SELECT d.status, d.reason, ${REASON_CODES} AS "reasonCodes", d.notes, d.stamps, s.id AS "submissionId",
             ${NAMED}, u.name, u.email,
             ${FACT_CORRECTIONS} AS corrections,
             EXISTS (SELECT FROM appeals a WHERE a.submission_id = s.id) AS appealed
           FROM decisions d
           JOIN submissions s ON s.id = d.submission_id
           JOIN merchants m ON m.id = s.merchant_id
           JOIN users u ON u.id = s.user_id
           WHERE d.id = $1 AND u.deleted_at IS NULL
             AND NOT EXISTS (SELECT FROM decision_undos t WHERE t.decision_id = d.id)`,
    values: [decisionId],
  })
  return rows[0]
}

/** So many of the latest decisions are counted: what is common changes with the seasons, and counting all would cost more every day. */
const LATEST = 5000

/** The codes of the latest rejections, the commonest first. */
export async function findCommonReasons(db: Queryable): Promise<ReasonCode[]> {
  const { rows } = await db.query<{ reason_code: ReasonCode }>({
    text: `SELECT reason_code
      FROM (SELECT reason_code FROM decisions ORDER BY id DESC LIMIT ${LATEST}) latest
      WHERE reason_code IS NOT NULL
      GROUP BY reason_code ORDER BY count(*) DESC, reason_code`,
  })
  return rows.map(({ reason_code }) => reason_code)
}

type Done = {
  action: `submission.${string}`
  submissionId: number
  /** Who did it. */
  operatorId: number
  at: Date
  changes: Change[]
}

/** Writes down what was done to a receipt. */
export async function recordReviewAudit(tx: Queryable, { submissionId, changes, ...done }: Done): Promise<void> {
  await recordAudit(tx, { ...done, subjectKind: 'submission', subjectId: submissionId, ...withFieldNames(changes) })
}
