import type { SettlementOutcome } from '@stampus/contract/console/spotChecks'
import type { ReasonCode } from '@stampus/contract/reasons'
import type { Status } from '@stampus/contract/submissions'
import type { Queryable } from '../../../platform/db/database.ts'
import type { FoundSubmission } from '../../submissions/search/submissions.admin.store.ts'
import { CONFIRMER } from '../decisions.store.ts'
import { VERDICT_IN_FORCE } from '../spot-checks/spot-checks.store.ts'

const MAX_ROWS = 100

/** A submission at the top of its history. A deleted member is named `Deleted member`. */
export type HistoryRow = FoundSubmission & {
  picture_key: string | null
  placeholder: string | null
  width: number
  height: number
  withdrawn_at: Date | null
  corrects: number | null
  corrected_by: number[]
}

export async function findHistory(
  db: Queryable,
  { id, operatorId, now }: { id: number; operatorId: number; now: Date },
): Promise<HistoryRow | undefined> {
  const { rows } = await db.query<HistoryRow>({
    text: `SELECT s.id, s.status, s.purchase_date, s.amount_sen, s.invoice_no, s.stamps, s.rejection_reason, s.admin_notes,
        s.created_at, s.decided_at, s.withdrawn_at, s.picture_key, s.placeholder, s.picture_width AS width, s.picture_height AS height,
        s.corrects, (SELECT coalesce(json_agg(c.id ORDER BY c.id), '[]')
          FROM (SELECT id FROM submissions WHERE corrects = s.id ORDER BY id LIMIT ${MAX_ROWS}) c) AS corrected_by,
        u.id AS member_id, u.name AS member_name, u.email AS member_email, u.deleted_at IS NOT NULL AS member_deleted,
        m.id AS merchant_id, m.name AS merchant_name, h.name AS held_by
      FROM submissions s
      LEFT JOIN leases l ON l.submission_id = s.id AND l.operator_id <> $2 AND l.expires_at > $3
      LEFT JOIN operators h ON h.id = l.operator_id
      JOIN users u ON u.id = s.user_id
      JOIN merchants m ON m.id = s.merchant_id
      WHERE s.id = $1`,
    values: [id, operatorId, now],
  })
  return rows[0]
}

export type HistoryDecision = {
  id: number
  status: 'approved' | 'rejected'
  reason: string | null
  notes: string | null
  stamps: number
  created_at: Date
  operator_id: number
  operator: string
  confirmed_by: number | null
  confirmer: string
  revoked_at: Date | null
  revoked_by: number
  revoker: string
  reversed_to: Status | null
  reversal_reason: string
  second_look: 'approved' | 'rejected' | null
  verdict_reason_code: ReasonCode | null
  checked_at: Date
  checked_by: number
  checker: string
  verdict_corrections: { field: string; typed: string; corrected: string }[]
  settlement: SettlementOutcome | null
  settlement_note: string
  settled_at: Date
  settled_by: number
  settler: string
}

/** SQL: what verdict `v` corrected, with merchants by name. */
const VERDICT_CORRECTIONS = `(
  SELECT coalesce(json_agg(json_build_object('field', c.field, 'typed', coalesce(f.name, c.typed),
    'corrected', coalesce(t.name, c.corrected)) ORDER BY c.field), '[]')
  FROM jsonb_to_recordset(v.corrections) AS c(field text, typed text, corrected text)
  LEFT JOIN merchants f ON c.field = 'merchant_id' AND f.id::text = c.typed
  LEFT JOIN merchants t ON c.field = 'merchant_id' AND t.id::text = c.corrected)`

/** Lists the latest 100 decisions on a submission, oldest first, including undone ones. */
export async function listDecisions(
  db: Queryable,
  submissionId: number,
  { withVerdicts }: { withVerdicts: boolean },
): Promise<HistoryDecision[]> {
  const { rows } = await db.query<HistoryDecision>({
    text: `SELECT d.id, d.status, d.reason, d.notes, d.stamps, d.created_at, d.operator_id, o.name AS operator,
        q.id AS confirmed_by, q.name AS confirmer, t.created_at AS revoked_at, t.operator_id AS revoked_by, b.name AS revoker, r.status AS reversed_to,
        r.reason AS reversal_reason, v.status AS second_look, v.reason_code AS verdict_reason_code, v.created_at AS checked_at,
        v.operator_id AS checked_by, l.name AS checker, ${VERDICT_CORRECTIONS} AS verdict_corrections,
        e.outcome AS settlement, coalesce(n.note, '') AS settlement_note, e.created_at AS settled_at,
        e.operator_id AS settled_by, h.name AS settler
      FROM (SELECT * FROM decisions WHERE submission_id = $1 ORDER BY id DESC LIMIT ${MAX_ROWS}) d
      JOIN operators o ON o.id = d.operator_id
      LEFT JOIN operators q ON q.id = ${CONFIRMER}
      LEFT JOIN decision_undos t ON t.decision_id = d.id
      LEFT JOIN operators b ON b.id = t.operator_id
      LEFT JOIN reversals r ON r.decision_id = d.id
      LEFT JOIN spot_check_verdicts v ON v.decision_id = d.id AND $2 AND ${VERDICT_IN_FORCE}
      LEFT JOIN operators l ON l.id = v.operator_id
      LEFT JOIN disagreement_settlements e ON e.verdict_id = v.id
      LEFT JOIN settlement_notes n ON n.verdict_id = e.verdict_id
      LEFT JOIN operators h ON h.id = e.operator_id
      ORDER BY d.id`,
    values: [submissionId, withVerdicts],
  })
  return rows
}

export type HistoryCorrection = { decision_id: number; field: string; typed: string; corrected: string }

/** Lists what the decisions on a submission corrected, with merchants by name. */
export async function listFactCorrections(db: Queryable, submissionId: number): Promise<HistoryCorrection[]> {
  const { rows } = await db.query<HistoryCorrection>({
    text: `SELECT c.decision_id, c.field, coalesce(f.name, c.typed) AS typed, coalesce(t.name, c.corrected) AS corrected
      FROM fact_corrections c
      LEFT JOIN merchants f ON f.id = CASE WHEN c.field = 'merchant_id' THEN c.typed::bigint END
      LEFT JOIN merchants t ON t.id = CASE WHEN c.field = 'merchant_id' THEN c.corrected::bigint END
      WHERE c.submission_id = $1 ORDER BY c.id DESC LIMIT ${MAX_ROWS}`,
    values: [submissionId],
  })
  return rows
}

export type HistoryAppeal = {
  message: string
  created_at: Date
  outcome: 'kept' | 'reopened' | null
  answer: string
  answered_at: Date
  operator_id: number
  operator: string
}

export async function findAppeal(db: Queryable, submissionId: number): Promise<HistoryAppeal | undefined> {
  const { rows } = await db.query<HistoryAppeal>({
    text: `SELECT a.message, a.created_at, r.outcome, r.answer, r.created_at AS answered_at, r.operator_id,
        o.name AS operator
      FROM appeals a
      LEFT JOIN appeal_answers r ON r.appeal_id = a.id
      LEFT JOIN operators o ON o.id = r.operator_id
      WHERE a.submission_id = $1`,
    values: [submissionId],
  })
  return rows[0]
}

export type HistoryEscalation = { note: string; created_at: Date; operator_id: number; operator: string }

export async function findEscalation(db: Queryable, submissionId: number): Promise<HistoryEscalation | undefined> {
  const { rows } = await db.query<HistoryEscalation>({
    text: `SELECT e.note, e.created_at, e.operator_id, o.name AS operator
      FROM escalations e JOIN operators o ON o.id = e.operator_id WHERE e.submission_id = $1`,
    values: [submissionId],
  })
  return rows[0]
}

type HistoryEntry = { id: number; kind: 'approval' | 'undo'; stamps: number; created_at: Date }

/** Lists the ledger entries of the decisions on a submission, newest first. */
export async function listLedger(db: Queryable, submissionId: number): Promise<HistoryEntry[]> {
  const { rows } = await db.query<HistoryEntry>({
    text: `SELECT l.id, l.kind, l.stamps, l.created_at
      FROM decisions d JOIN ledger_entries l ON l.decision_id = d.id
      WHERE d.submission_id = $1 ORDER BY l.id DESC LIMIT ${MAX_ROWS}`,
    values: [submissionId],
  })
  return rows
}

/** Finds the storage key of the original file. Null after it was removed. */
export async function findOriginal(db: Queryable, id: number): Promise<string | null | undefined> {
  const { rows } = await db.query<{ original_key: string | null }>({
    text: 'SELECT original_key FROM submissions WHERE id = $1',
    values: [id],
  })
  return rows[0]?.original_key
}
