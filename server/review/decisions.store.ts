import type { Queryable } from '../db/database.ts'
import type { Outcome } from '../submissions/submissions.store.ts'

/** Writes a decision and answers its id. Decisions are append-only: taking one back is a row of its own. */
export async function insertDecision(
  tx: Queryable,
  submissionId: number,
  operatorId: number,
  outcome: Outcome,
): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    name: 'decisions.insert',
    text: `INSERT INTO decisions (submission_id, operator_id, status, reason, notes, stamps, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    values: [submissionId, operatorId, outcome.status, outcome.reason, outcome.notes, outcome.stamps, outcome.at],
  })
  const [row] = rows
  if (!row) throw new Error('The decision was not written')
  return row.id
}

export type StandingDecision = {
  id: number
  operatorId: number
  createdAt: Date
  status: 'approved' | 'rejected'
  notes: string | null
}

/** The decision of a submission that was not taken back, if there is one. */
export async function findStanding(tx: Queryable, submissionId: number): Promise<StandingDecision | undefined> {
  const { rows } = await tx.query<StandingDecision>({
    name: 'decisions.standing',
    text: `SELECT d.id, d.operator_id AS "operatorId", d.created_at AS "createdAt", d.status, d.notes
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

/** What the owner's letter says of a decision. */
export type DecisionToTell = {
  status: 'approved' | 'rejected'
  reason: string | null
  notes: string | null
  stamps: number
  submissionId: number
  merchant: string
  invoiceNo: string
  amountSen: number
  appealed: boolean
  name: string
  email: string
}

/** A decision with its owner, or undefined once it was taken back or the owner's account deleted. */
export async function findToTell(db: Queryable, decisionId: number): Promise<DecisionToTell | undefined> {
  const { rows } = await db.query<DecisionToTell>({
    name: 'decisions.tell',
    text: `SELECT d.status, d.reason, d.notes, d.stamps, s.id AS "submissionId", m.name AS merchant,
             s.invoice_no AS "invoiceNo", s.amount_sen AS "amountSen", u.name, u.email,
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
