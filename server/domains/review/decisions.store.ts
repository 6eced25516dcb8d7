import type { ReasonCode } from '@stampus/contract/reasons'
import type { Correction, Status } from '@stampus/contract/submissions'
import type { Queryable } from '../../platform/db/database.ts'
import { many, maybe, run, value, values } from '../../platform/db/query.ts'
import { insert } from '../../platform/db/rows.ts'
import { raw, sql } from '../../platform/db/sql.ts'
import type { Recipient } from '../../platform/mail/layout.ts'
import { type Outcome, REASON_CODES, type ReceiptFacts } from '../submissions/reviewed-submissions.store.ts'
import { FACT_CORRECTIONS } from '../submissions/submissions.store.ts'
import { IS_REVERSAL } from '../wallet/wallet.store.ts'

const APPROVALS_LOCK = 7_266_841

/** Locks all other approvals out until the transaction ends, or times out after 3 seconds. */
export async function waitForApprovals(tx: Queryable): Promise<void> {
  await run(tx)`SET LOCAL lock_timeout = '3s'`
  await run(tx, 'approvals.lock')`SELECT pg_advisory_xact_lock(${APPROVALS_LOCK})`
  await run(tx)`SET LOCAL lock_timeout TO DEFAULT`
}

/** An outcome with the rule that its stamps were calculated by; null for a rejection. */
export type DecidedOutcome = Outcome & { earningRuleId: number | null }

/** Returns the new id. Decisions are append-only: an undo is a row of its own. */
export function insertDecision(
  tx: Queryable,
  submission_id: number,
  operator_id: number,
  { at: created_at, earningRuleId: earning_rule_id, ...outcome }: DecidedOutcome,
  reason_code?: ReasonCode | null,
): Promise<number> {
  const { status, reason, notes, stamps } = outcome
  const made = { submission_id, operator_id, status, reason, notes, stamps, created_at, reason_code, earning_rule_id }
  return value(tx, 'decisions.insert')`${insert('decisions', made)} RETURNING id`
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

export const UNDO_FROM = sql`coalesce(
  (SELECT b.batch_ended_at FROM bulk_approvals b WHERE b.decision_id = d.id), d.created_at)`

/** The second operator, who confirmed decision `d`. */
export const CONFIRMER = sql`(
  SELECT c.closed_by FROM confirmations c WHERE c.decision_id = d.id AND c.state = 'confirmed')`

/** Decision `d` was not undone. */
export const IN_FORCE = sql`NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id)`

export const findDecisionInForce = (tx: Queryable, submissionId: number) =>
  maybe<DecisionInForce>(tx, 'decisions.standing')`
    SELECT d.id, d.operator_id AS "operatorId", ${UNDO_FROM} AS "undoFrom", d.status, d.reason, d.notes, d.stamps,
      ${IS_REVERSAL} AS "isReversal", ${CONFIRMER} AS "confirmedBy"
    FROM decisions d WHERE d.submission_id = ${submissionId} AND ${IN_FORCE} ORDER BY d.id DESC LIMIT 1`

export function insertUndo(tx: Queryable, given: { decisionId: number; operatorId: number; at: Date }): Promise<void> {
  const undo = { decision_id: given.decisionId, operator_id: given.operatorId, created_at: given.at }
  return run(tx, 'decisions.undo')`${insert('decision_undos', undo)}`
}

export type NamedReceipt = { merchant: string; purchaseDate: string; invoiceNo: string; amountSen: number }

/** What a mail to a member says of a receipt. */
export type ReceiptNotice = NamedReceipt & Recipient & { submissionId: number; name: string }

/** The columns of a `ReceiptNotice`, from submission `s`, merchant `m` and user `u`. */
export const NOTICE = sql`s.id AS "submissionId", m.name AS merchant, s.purchase_date AS "purchaseDate",
  s.invoice_no AS "invoiceNo", s.amount_sen AS "amountSen", u.name, u.email, u.language`

/** What the mail about a decision says. `reasonCodes` covers all rejections of the same purchase. */
export type DecisionNotice = ReceiptNotice & {
  status: 'approved' | 'rejected'
  reason: string | null
  reasonCodes: (ReasonCode | null)[]
  notes: string | null
  stamps: number
  corrections: Correction[]
  appealed: boolean
}

/** Undefined when it was undone or the owner's account is deleted. */
export const findDecisionNotice = (db: Queryable, id: number) => maybe<DecisionNotice>(db, 'decisions.tell')`
  SELECT d.status, d.reason, ${REASON_CODES} AS "reasonCodes", d.notes, d.stamps, ${NOTICE},
    ${FACT_CORRECTIONS} AS corrections, EXISTS (SELECT FROM appeals a WHERE a.submission_id = s.id) AS appealed
  FROM decisions d
  JOIN submissions s ON s.id = d.submission_id
  JOIN merchants m ON m.id = s.merchant_id
  JOIN users u ON u.id = s.user_id
  WHERE d.id = ${id} AND u.deleted_at IS NULL
    AND NOT EXISTS (SELECT FROM decision_undos t WHERE t.decision_id = d.id)`

/** Common reasons change over time, and counting all decisions would get slower every day. */
const LATEST = 5000

export const findCommonReasons = (db: Queryable) => values<ReasonCode>(db)`
  SELECT reason_code
  FROM (SELECT reason_code FROM decisions ORDER BY id DESC LIMIT ${raw(LATEST)}) latest
  WHERE reason_code IS NOT NULL
  GROUP BY reason_code ORDER BY count(*) DESC, reason_code`

/** A fact that a reviewer corrected, both values as text. */
export type FactCorrection = { field: keyof ReceiptFacts; typed: string; corrected: string }

export type SentFacts = ReceiptFacts & { sent_at: Date; user_id: number }

export const findFacts = (tx: Queryable, submissionId: number) => maybe<SentFacts>(tx, 'corrections.facts')`
  SELECT merchant_id, invoice_no AS invoice_number, purchase_date, amount_sen AS purchase_amount, created_at AS sent_at,
    user_id
  FROM submissions WHERE id = ${submissionId}`

export async function insertFactCorrections(
  tx: Queryable,
  {
    decisionId,
    submissionId,
    corrections,
  }: { decisionId: number; submissionId: number; corrections: FactCorrection[] },
): Promise<void> {
  if (corrections.length === 0) return
  await run(tx, 'corrections.insert')`
    INSERT INTO fact_corrections (decision_id, submission_id, field, typed, corrected)
    SELECT ${decisionId}, ${submissionId}, field, typed, corrected
    FROM jsonb_to_recordset(${JSON.stringify(corrections)}) AS r(field text, typed text, corrected text)`
}

export const listFactCorrections = (tx: Queryable, decisionId: number) => many<FactCorrection>(tx, 'corrections.of')`
  SELECT field, typed, corrected FROM fact_corrections WHERE decision_id = ${decisionId} ORDER BY id`

/** The corrected parts of what makes two submissions the same receipt. Null: not corrected. */
type CorrectedInvoice = { merchantId: number | null; invoiceKey: string | null; purchaseDate: string | null }

/** An approved submission of the same receipt, or a pending one of the same member, under these facts. */
export const findDuplicate = (
  db: Queryable,
  submissionId: number,
  { merchantId, invoiceKey, purchaseDate }: CorrectedInvoice,
) => maybe<{ id: number; status: Status }>(db, 'corrections.twin')`
  SELECT other.id, other.status FROM submissions s
  JOIN submissions other ON other.merchant_id = COALESCE(${merchantId}::bigint, s.merchant_id)
    AND other.invoice_key = COALESCE(${invoiceKey}::text, s.invoice_key)
    AND other.purchase_date = COALESCE(${purchaseDate}::date, s.purchase_date)
  WHERE s.id = ${submissionId} AND other.id <> s.id
    AND (other.status = 'approved' OR (other.status = 'pending' AND other.user_id = s.user_id))
  ORDER BY other.status, other.id LIMIT 1`

export function insertSpotCheck(tx: Queryable, given: { decisionId: number; submissionId: number; at: Date }) {
  const drawn = { decision_id: given.decisionId, submission_id: given.submissionId, drawn_at: given.at }
  return run(tx, 'checks.insert')`${insert('spot_checks', drawn)}`
}

/** The order matches the one in which deleting an account locks submissions. */
export const insertSpotChecks = (
  db: Queryable,
  { operatorId, submissionIds, at }: { operatorId: number; submissionIds: number[]; at: Date },
) => run(db, 'checks.insert-many')`
  INSERT INTO spot_checks (decision_id, submission_id, drawn_at)
  SELECT d.id, d.submission_id, ${at} FROM decisions d
  WHERE d.submission_id = ANY(${submissionIds}) AND d.operator_id = ${operatorId} AND ${IN_FORCE}
  ORDER BY d.submission_id
  ON CONFLICT (decision_id) DO NOTHING`

/** Waits for a transaction that reopens it. */
export const closeSpotCheck = (tx: Queryable, decisionId: number, at: Date) => run(tx, 'checks.close')`
  UPDATE spot_checks SET closed_at = COALESCE(closed_at, ${at}) WHERE decision_id = ${decisionId}`
