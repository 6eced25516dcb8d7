import type { ReasonCode } from '@stampus/contract/reasons'
import type { Correction, Status } from '@stampus/contract/submissions'
import type { Queryable } from '../../platform/db/database.ts'
import type { Recipient } from '../../platform/mail/layout.ts'
import { FACT_CORRECTIONS } from '../submissions/own-submissions.store.ts'
import { type Outcome, REASON_CODES, type ReceiptFacts } from '../submissions/reviewed-submissions.store.ts'
import { IS_REVERSAL } from '../wallet/wallet.store.ts'

export async function insertSpotCheck(
  tx: Queryable,
  given: { decisionId: number; submissionId: number; at: Date },
): Promise<void> {
  await tx.query({
    name: 'checks.insert',
    text: 'INSERT INTO spot_checks (decision_id, submission_id, drawn_at) VALUES ($1, $2, $3)',
    values: [given.decisionId, given.submissionId, given.at],
  })
}

/**
 * Draws this operator's decisions in force on these submissions for spot checks. The order matches the one in which
 * deleting an account locks submissions.
 */
export async function insertSpotChecks(
  db: Queryable,
  { operatorId, submissionIds, at }: { operatorId: number; submissionIds: number[]; at: Date },
): Promise<void> {
  await db.query({
    name: 'checks.insert-many',
    text: `INSERT INTO spot_checks (decision_id, submission_id, drawn_at)
           SELECT d.id, d.submission_id, $3 FROM decisions d
           WHERE d.submission_id = ANY($2) AND d.operator_id = $1
             AND NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id)
           ORDER BY d.submission_id
           ON CONFLICT (decision_id) DO NOTHING`,
    values: [operatorId, submissionIds, at],
  })
}

/** Closes the spot check of a decision, if there is one. Waits for a transaction that reopens it. */
export async function closeSpotCheck(tx: Queryable, decisionId: number, at: Date): Promise<void> {
  await tx.query({
    name: 'checks.close',
    text: 'UPDATE spot_checks SET closed_at = COALESCE(closed_at, $2) WHERE decision_id = $1',
    values: [decisionId, at],
  })
}

/** An outcome with the rule that its stamps were calculated by; null for a rejection. */
export type DecidedOutcome = Outcome & { earningRuleId: number | null }

/** Inserts a decision and returns its id. Decisions are append-only: an undo is a row of its own. */
export async function insertDecision(
  tx: Queryable,
  submissionId: number,
  operatorId: number,
  outcome: DecidedOutcome,
  reasonCode?: ReasonCode | null,
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    name: 'decisions.insert',
    text: `INSERT INTO decisions (submission_id, operator_id, status, reason, notes, stamps, created_at, reason_code,
             earning_rule_id)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    values: [
      submissionId,
      operatorId,
      outcome.status,
      outcome.reason,
      outcome.notes,
      outcome.stamps,
      outcome.at,
      reasonCode,
      outcome.earningRuleId,
    ],
  })
  const [row] = rows
  if (!row) throw new Error('The insert of a decision returned no row')
  return row.id
}

export type DecisionInForce = Omit<Outcome, 'at'> & {
  id: number
  operatorId: number
  /** The second operator, if one confirmed it. */
  confirmedBy: number | null
  /** When its undo time starts: when it was made, or when its batch ended. */
  undoFrom: Date
  /** Whether a manager set it by a reversal. */
  isReversal: boolean
}

/** SQL: when the undo time of decision `d` starts. */
export const UNDO_FROM = `coalesce(
  (SELECT b.batch_ended_at FROM bulk_approvals b WHERE b.decision_id = d.id), d.created_at)`

/** SQL: the second operator, who confirmed decision `d`. */
export const CONFIRMER = `(SELECT c.closed_by FROM confirmations c WHERE c.decision_id = d.id AND c.state = 'confirmed')`

/** Finds the decision on a submission that was not undone. */
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

/** SQL: the columns of a `NamedReceipt`, from submission `s` and merchant `m`. */
export const NAMED = `m.name AS merchant, s.purchase_date AS "purchaseDate", s.invoice_no AS "invoiceNo",
  s.amount_sen AS "amountSen"`

/** What the mail about a decision says. `reasonCodes` covers all rejections of the same purchase. */
export type DecisionNotice = NamedReceipt &
  Recipient & {
    status: 'approved' | 'rejected'
    reason: string | null
    reasonCodes: (ReasonCode | null)[]
    notes: string | null
    stamps: number
    submissionId: number
    corrections: Correction[]
    appealed: boolean
    name: string
  }

/** Finds a decision with its owner. Undefined when it was undone or the owner's account is deleted. */
export async function findDecisionNotice(db: Queryable, decisionId: number): Promise<DecisionNotice | undefined> {
  const { rows } = await db.query<DecisionNotice>({
    name: 'decisions.tell',
    text: `SELECT d.status, d.reason, ${REASON_CODES} AS "reasonCodes", d.notes, d.stamps, s.id AS "submissionId",
             ${NAMED}, u.name, u.email, u.language,
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

/**
 * Only the latest decisions count: common reasons change over time, and counting all of them would get slower every
 * day.
 */
const LATEST = 5000

/** Lists the reason codes of the latest rejections, most common first. */
export async function findCommonReasons(db: Queryable): Promise<ReasonCode[]> {
  const { rows } = await db.query<{ reason_code: ReasonCode }>({
    text: `SELECT reason_code
      FROM (SELECT reason_code FROM decisions ORDER BY id DESC LIMIT ${LATEST}) latest
      WHERE reason_code IS NOT NULL
      GROUP BY reason_code ORDER BY count(*) DESC, reason_code`,
  })
  return rows.map(({ reason_code }) => reason_code)
}

/** A fact that a reviewer corrected, both values as text. */
export type FactCorrection = { field: keyof ReceiptFacts; typed: string; corrected: string }

export type SentFacts = ReceiptFacts & { sent_at: Date; user_id: number }

export async function findFacts(tx: Queryable, submissionId: number): Promise<SentFacts | undefined> {
  const { rows } = await tx.query<SentFacts>({
    name: 'corrections.facts',
    text: `SELECT merchant_id, invoice_no AS invoice_number, purchase_date, amount_sen AS purchase_amount,
             created_at AS sent_at, user_id FROM submissions WHERE id = $1`,
    values: [submissionId],
  })
  return rows[0]
}

export async function insertFactCorrections(
  tx: Queryable,
  withoutUndefined: { decisionId: number; submissionId: number; corrections: FactCorrection[] },
): Promise<void> {
  const { decisionId, submissionId, corrections } = withoutUndefined
  if (corrections.length === 0) return
  await tx.query({
    name: 'corrections.insert',
    text: `INSERT INTO fact_corrections (decision_id, submission_id, field, typed, corrected)
           SELECT $1, $2, field, typed, corrected
           FROM jsonb_to_recordset($3) AS r(field text, typed text, corrected text)`,
    values: [decisionId, submissionId, JSON.stringify(corrections)],
  })
}

/** Lists what a decision corrected. */
export async function listFactCorrections(tx: Queryable, decisionId: number): Promise<FactCorrection[]> {
  const { rows } = await tx.query<FactCorrection>({
    name: 'corrections.of',
    text: 'SELECT field, typed, corrected FROM fact_corrections WHERE decision_id = $1 ORDER BY id',
    values: [decisionId],
  })
  return rows
}

/** The corrected parts of what makes two submissions the same receipt. Null: not corrected. */
type CorrectedInvoice = { merchantId: number | null; invoiceKey: string | null; purchaseDate: string | null }

/**
 * Finds the duplicate of a submission under these facts: an approved submission of the same receipt, or a pending one
 * of the same member.
 */
export async function findDuplicate(
  db: Queryable,
  submissionId: number,
  { merchantId, invoiceKey, purchaseDate }: CorrectedInvoice,
): Promise<{ id: number; status: Status } | undefined> {
  const { rows } = await db.query<{ id: number; status: Status }>({
    name: 'corrections.twin',
    text: `SELECT other.id, other.status FROM submissions s
           JOIN submissions other ON other.merchant_id = COALESCE($2::bigint, s.merchant_id)
             AND other.invoice_key = COALESCE($3::text, s.invoice_key)
             AND other.purchase_date = COALESCE($4::date, s.purchase_date)
           WHERE s.id = $1 AND other.id <> s.id
             AND (other.status = 'approved' OR (other.status = 'pending' AND other.user_id = s.user_id))
           ORDER BY other.status, other.id LIMIT 1`,
    values: [submissionId, merchantId, invoiceKey, purchaseDate],
  })
  return rows[0]
}

/** What a mail says of a receipt. */
export type NamedReceipt = { merchant: string; purchaseDate: string; invoiceNo: string; amountSen: number }
