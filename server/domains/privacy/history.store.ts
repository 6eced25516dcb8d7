import type { Queryable } from '../../platform/db/database.ts'
import { many } from '../../platform/db/query.ts'
import { raw, sql } from '../../platform/db/sql.ts'

const PAGE = raw(100)

/** A row of the export. The SQL has its parts; times inside JSON are text. */
type Exported = { id: number; [part: string]: unknown }

export type ExportedSubmission = Exported & { amount_sen: number; original_key: string | null }

/** Formats a time inside JSON like the times outside it. */
const instant = (column: string) => sql`to_char(${raw(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The fact corrections `c` from `source` as JSON. */
const correctionsIn = (source: string) => sql`(SELECT coalesce(json_agg(json_build_object(
    'fact', CASE c.field WHEN 'merchant_id' THEN 'merchant' WHEN 'purchase_amount' THEN 'amount' ELSE c.field END,
    'typed', coalesce(f.name, c.typed), 'corrected', coalesce(n.name, c.corrected)) ORDER BY c.field), '[]')
  FROM ${raw(source)}
  LEFT JOIN merchants f ON c.field = 'merchant_id' AND f.id::text = c.typed
  LEFT JOIN merchants n ON c.field = 'merchant_id' AND n.id::text = c.corrected)`

const LOOK_CORRECTIONS = correctionsIn('jsonb_to_recordset(l.corrections) AS c(field text, typed text, corrected text)')

const SECOND_LOOKS = sql`(SELECT coalesce(json_agg(json_build_object('outcome', l.status, 'reason_code', l.reason_code,
    'corrections', ${LOOK_CORRECTIONS}, 'looked_at', ${instant('l.created_at')}, 'undone_at', ${instant('u.created_at')},
    'closure', CASE WHEN e.verdict_id IS NOT NULL THEN json_build_object('outcome', e.outcome, 'note', o.note,
      'closed_at', ${instant('e.created_at')}) END) ORDER BY l.id), '[]')
  FROM spot_check_verdicts l LEFT JOIN spot_check_undos u ON u.verdict_id = l.id
  LEFT JOIN disagreement_closures e ON e.verdict_id = l.id LEFT JOIN disagreement_notes o ON o.verdict_id = l.id
  WHERE l.decision_id = d.id)`

const DECISION_CORRECTIONS = correctionsIn(
  '(SELECT field, typed, corrected FROM fact_corrections k WHERE k.decision_id = d.id) c',
)

const DECISIONS = sql`(SELECT coalesce(json_agg(json_build_object('status', d.status, 'reason', d.reason, 'comments', d.notes,
    'corrections', ${DECISION_CORRECTIONS}, 'decided_at', ${instant('d.created_at')},
    'taken_back_at', ${instant('t.created_at')}, 'reversal_reason', v.reason, 'second_looks', ${SECOND_LOOKS})
    ORDER BY d.id), '[]')
  FROM decisions d LEFT JOIN decision_undos t ON t.decision_id = d.id LEFT JOIN reversals v ON v.decision_id = d.id
  WHERE d.submission_id = s.id)`

const READ = sql`(SELECT json_build_object('merchant', r.result->'merchant'->'value', 'total_sen', r.result->'total'->'value',
    'date', r.result->'date'->'value', 'invoice_number', r.result->'invoice'->'value',
    'second_reading', r.second_reading,
    'words', (SELECT string_agg(w->>'text', ' ') FROM json_array_elements(r.result->'words') w))
  FROM receipt_ocr r WHERE r.submission_id = s.id AND r.result IS NOT NULL)`

const SENT_FILLED_IN = sql`
  ARRAY(SELECT f.fact FROM filled_in_facts f WHERE f.submission_id = s.id ORDER BY f.fact) AS filled_in`

export const listSubmissions = (db: Queryable, userId: number, afterId: number) =>
  many<ExportedSubmission>(db)`
    SELECT s.id, m.name AS merchant, s.purchase_date, s.amount_sen, s.invoice_no AS invoice_number, s.status,
      s.stamps, s.rejection_reason, s.admin_notes AS admin_comments, s.created_at AS sent_at, s.decided_at,
      s.withdrawn_at, s.original_key, s.corrects, ${READ} AS read_off_picture, ${SENT_FILLED_IN},
      ${DECISIONS} AS decisions, CASE WHEN a.id IS NOT NULL THEN json_build_object('message', a.message,
        'sent_at', ${instant('a.created_at')}, 'outcome', r.outcome, 'answer', r.answer,
        'answered_at', ${instant('r.created_at')}) END AS appeal
    FROM submissions s
    JOIN merchants m ON m.id = s.merchant_id
    LEFT JOIN appeals a ON a.submission_id = s.id
    LEFT JOIN appeal_answers r ON r.appeal_id = a.id
    WHERE s.user_id = ${userId} AND s.id > ${afterId} ORDER BY s.id LIMIT ${PAGE}`

export const listStampEntries = (db: Queryable, userId: number, afterId: number) =>
  many<Exported>(db)`
    SELECT l.id, l.kind, l.stamps, d.submission_id, v.voucher_id, c.reason, l.created_at AS entered_at
    FROM ledger_entries l
    LEFT JOIN voucher_events v ON v.id = l.voucher_event_id
    LEFT JOIN decisions d ON d.id = l.decision_id
    LEFT JOIN stamp_adjustments c ON c.id = l.stamp_adjustment_id
    WHERE l.user_id = ${userId} AND l.id > ${afterId} ORDER BY l.id LIMIT ${PAGE}`

export const listVouchers = (db: Queryable, userId: number, afterId: number) =>
  many<Exported>(db)`
    SELECT v.id, v.number, v.title, v.conditions, v.stamps, m.name AS merchant, v.claimed_at, v.last_day, v.state,
      v.reminded_at, v.idempotency_key, k.created_at AS opened_at,
      k.checked_at, (SELECT coalesce(json_agg(json_build_object('opened_at', ${instant('f.opened_at')},
          'ended_at', ${instant('f.ended_at')}) ORDER BY f.id), '[]')
        FROM former_voucher_keys f WHERE f.voucher_id = v.id) AS former_devices,
      (SELECT json_agg(json_build_object('kind', e.kind, 'by_operator', e.operator_id IS NOT NULL,
          'way', e.way, 'noted_at', ${instant('e.noted_at')}, 'stamps_back', e.stamps_back,
          'reason', coalesce(r.reason, CASE e.kind WHEN 'recalled' THEN w.recall_reason END),
          'at', ${instant('e.created_at')}) ORDER BY e.id)
        FROM voucher_events e LEFT JOIN voucher_reasons r ON r.event_id = e.id WHERE e.voucher_id = v.id) AS changes,
      (SELECT coalesce(json_agg(json_build_object('noted_at', ${instant('l.noted_at')},
          'entered_at', ${instant('l.created_at')}, 'voucher_state', l.voucher_state) ORDER BY l.id), '[]')
        FROM late_hand_overs l WHERE l.voucher_id = v.id) AS late_entries
    FROM vouchers v
    JOIN rewards w ON w.id = v.reward_id
    LEFT JOIN merchants m ON m.id = v.merchant_id
    LEFT JOIN voucher_keys k ON k.voucher_id = v.id
    WHERE v.user_id = ${userId} AND v.id > ${afterId} ORDER BY v.id LIMIT ${PAGE}`

export const listCases = (db: Queryable, userId: number, afterId: number) =>
  many<Exported>(db)`
    SELECT c.id, c.subject, c.submission_id, c.voucher_id, r.title AS reward, m.name AS merchant, c.state,
      c.created_at AS opened_at,
      (SELECT json_agg(json_build_object('from', CASE WHEN x.operator_id IS NULL THEN 'you' ELSE 'us' END,
          'text', x.message, 'idempotency_key', CASE WHEN x.operator_id IS NULL THEN x.idempotency_key END,
          'at', ${instant('x.created_at')}) ORDER BY x.id)
        FROM case_messages x WHERE x.case_id = c.id) AS messages
    FROM cases c LEFT JOIN rewards r ON r.id = c.reward_id LEFT JOIN merchants m ON m.id = c.merchant_id
    WHERE c.user_id = ${userId} AND c.id > ${afterId} ORDER BY c.id LIMIT ${PAGE}`

/** Values that a member was offered for a picture. Merchants are named, amounts are in sen. */
export const listOfferedFacts = (db: Queryable, userId: number, afterId: number) =>
  many<Exported>(db)`
    SELECT o.id, o.fact, coalesce(m.name, o.value) AS value, encode(o.file_sha256, 'hex') AS picture_sha256,
      o.offered_at
    FROM offered_facts o LEFT JOIN merchants m ON o.fact = 'merchant' AND m.id::text = o.value
    WHERE o.user_id = ${userId} AND o.id > ${afterId} ORDER BY o.id LIMIT ${PAGE}`

export const listReceiptFiles = (db: Queryable, userId: number, afterId: number) =>
  many<{ id: number; original_key: string }>(db)`
    SELECT id, original_key FROM submissions
    WHERE user_id = ${userId} AND id > ${afterId} AND original_key IS NOT NULL ORDER BY id LIMIT ${PAGE}`
