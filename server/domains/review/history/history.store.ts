import type { DecisionDetails, SubmissionHistory } from '@stampus/contract/console/submissions'
import type { Queryable } from '../../../platform/db/database.ts'
import type { RowOf } from '../../../platform/db/nested.ts'
import { many, maybe, maybeValue } from '../../../platform/db/query.ts'
import { raw, sql } from '../../../platform/db/sql.ts'
import { type FoundSubmission, MEMBER } from '../../submissions/search/submissions.admin.store.ts'
import { CONFIRMER } from '../decisions.store.ts'
import { PICTURE, type StoredPicture } from '../queue.store.ts'
import { VERDICT_IN_FORCE } from '../spot-checks/spot-checks.store.ts'

const MAX_ROWS = raw(100)

/** A deleted member is named `Deleted member`. */
export type HistoryRow = Omit<FoundSubmission, 'decided_by' | 'reason_code' | 'corrections'> &
  RowOf<Pick<SubmissionHistory, 'withdrawn_at' | 'corrects' | 'corrected_by'>> &
  StoredPicture

export const findHistory = (db: Queryable, { id, operatorId, now }: { id: number; operatorId: number; now: Date }) =>
  maybe<HistoryRow>(db)`
    SELECT s.id, s.status, s.purchase_date, s.amount_sen, s.invoice_no, s.stamps, s.rejection_reason, s.admin_notes,
      s.created_at, s.decided_at, s.withdrawn_at, ${PICTURE}, s.corrects,
      (SELECT coalesce(json_agg(c.id ORDER BY c.id), '[]')
        FROM (SELECT id FROM submissions WHERE corrects = s.id ORDER BY id LIMIT ${MAX_ROWS}) c) AS corrected_by,
      ${MEMBER}, m.id AS "merchant.id", m.name AS "merchant.name", h.name AS held_by
    FROM submissions s
    LEFT JOIN leases l ON l.submission_id = s.id AND l.operator_id <> ${operatorId} AND l.expires_at > ${now}
    LEFT JOIN operators h ON h.id = l.operator_id
    JOIN users u ON u.id = s.user_id
    JOIN merchants m ON m.id = s.merchant_id
    WHERE s.id = ${id}`

/** What verdict `v` corrected, with merchants by name. */
const VERDICT_CORRECTIONS = sql`(
  SELECT coalesce(json_agg(json_build_object('field', c.field, 'typed', coalesce(f.name, c.typed),
    'corrected', coalesce(t.name, c.corrected)) ORDER BY c.field), '[]')
  FROM jsonb_to_recordset(v.corrections) AS c(field text, typed text, corrected text)
  LEFT JOIN merchants f ON c.field = 'merchant_id' AND f.id::text = c.typed
  LEFT JOIN merchants t ON c.field = 'merchant_id' AND t.id::text = c.corrected)`

/** The latest 100, oldest first, including undone ones. */
export const listDecisions = (db: Queryable, submissionId: number, { withVerdicts }: { withVerdicts: boolean }) =>
  many<RowOf<Omit<DecisionDetails, 'corrections'>>>(db)`
    SELECT d.id, d.status, d.reason, d.notes, d.stamps, d.created_at, o.id AS "operator.id", o.name AS "operator.name",
      q.id AS "confirmed_by.id", q.name AS "confirmed_by.name", v.status AS "second_look.status",
      v.reason_code AS "second_look.reason_code", ${VERDICT_CORRECTIONS} AS "second_look.corrections",
      v.created_at AS "second_look.created_at", l.id AS "second_look.operator.id", l.name AS "second_look.operator.name",
      e.outcome AS "second_look.closure.outcome", coalesce(n.note, '') AS "second_look.closure.note",
      e.created_at AS "second_look.closure.created_at", h.id AS "second_look.closure.operator.id",
      h.name AS "second_look.closure.operator.name", t.created_at AS "taken_back.created_at",
      b.id AS "taken_back.operator.id", b.name AS "taken_back.operator.name", r.status AS "taken_back.reversal.status",
      r.reason AS "taken_back.reversal.reason"
    FROM (SELECT * FROM decisions WHERE submission_id = ${submissionId} ORDER BY id DESC LIMIT ${MAX_ROWS}) d
    JOIN operators o ON o.id = d.operator_id
    LEFT JOIN operators q ON q.id = ${CONFIRMER}
    LEFT JOIN decision_undos t ON t.decision_id = d.id
    LEFT JOIN operators b ON b.id = t.operator_id
    LEFT JOIN reversals r ON r.decision_id = d.id
    LEFT JOIN spot_check_verdicts v ON v.decision_id = d.id AND ${withVerdicts} AND ${VERDICT_IN_FORCE}
    LEFT JOIN operators l ON l.id = v.operator_id
    LEFT JOIN disagreement_closures e ON e.verdict_id = v.id
    LEFT JOIN disagreement_notes n ON n.verdict_id = e.verdict_id
    LEFT JOIN operators h ON h.id = e.operator_id
    ORDER BY d.id`

type HistoryCorrection = DecisionDetails['corrections'][number] & { decision_id: number }

export const listFactCorrections = (db: Queryable, submissionId: number) => many<HistoryCorrection>(db)`
  SELECT c.decision_id, c.field, coalesce(f.name, c.typed) AS typed, coalesce(t.name, c.corrected) AS corrected
  FROM fact_corrections c
  LEFT JOIN merchants f ON f.id = CASE WHEN c.field = 'merchant_id' THEN c.typed::bigint END
  LEFT JOIN merchants t ON t.id = CASE WHEN c.field = 'merchant_id' THEN c.corrected::bigint END
  WHERE c.submission_id = ${submissionId} ORDER BY c.id DESC LIMIT ${MAX_ROWS}`

export const findAppeal = (db: Queryable, submissionId: number) =>
  maybe<RowOf<NonNullable<SubmissionHistory['appeal']>>>(db)`
    SELECT a.message, a.created_at, r.outcome AS "answer.outcome", r.answer AS "answer.text", o.id AS "answer.operator.id",
      o.name AS "answer.operator.name", r.created_at AS "answer.created_at"
    FROM appeals a
    LEFT JOIN appeal_answers r ON r.appeal_id = a.id
    LEFT JOIN operators o ON o.id = r.operator_id
    WHERE a.submission_id = ${submissionId}`

export const findEscalation = (db: Queryable, submissionId: number) =>
  maybe<RowOf<NonNullable<SubmissionHistory['escalation']>>>(db)`
    SELECT e.note, e.created_at, o.id AS "operator.id", o.name AS "operator.name"
    FROM escalations e JOIN operators o ON o.id = e.operator_id WHERE e.submission_id = ${submissionId}`

export const listLedger = (db: Queryable, submissionId: number) => many<RowOf<SubmissionHistory['ledger'][number]>>(db)`
  SELECT l.id, l.kind, l.stamps, l.created_at
  FROM decisions d JOIN ledger_entries l ON l.decision_id = d.id
  WHERE d.submission_id = ${submissionId} ORDER BY l.id DESC LIMIT ${MAX_ROWS}`

export const findOriginal = (db: Queryable, id: number) =>
  maybeValue<string | null>(db)`SELECT original_key FROM submissions WHERE id = ${id}`
