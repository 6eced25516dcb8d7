import type { LateHandOver } from '@stampus/contract/console/settlement/questions'
import type { Queryable } from '../../platform/db/database.ts'
import type { RowOf } from '../../platform/db/nested.ts'
import { many, maybe } from '../../platform/db/query.ts'
import { raw, sql } from '../../platform/db/sql.ts'

/** The latest report of a voucher and all open ones. `is_settled`: its merchant is paid for a hand-over in force. */
export type LateRow = RowOf<Omit<LateHandOver, 'if_paid' | 'reports'>> & {
  /** Times are text. */
  reports: { cashier: string; phone: string; noted_at: string; created_at: string }[]
}

/** A condition: a late entry was answered, itself or with a later one of its voucher. */
const isAnswered = (late: 'h' | 'r' | 'later') =>
  raw(`EXISTS (
  SELECT FROM settlement_adjustments a JOIN late_hand_overs n ON n.id = a.late_id
  WHERE n.voucher_id = ${late}.voucher_id AND (n.id = ${late}.id OR n.id > ${late}.id AND a.answers_earlier))`)

const LATE = sql`SELECT h.id, v.id AS "voucher.id", v.number AS "voucher.number", v.title AS "voucher.title", v.owed_sen,
    EXISTS (SELECT FROM settlements x WHERE x.voucher_id = v.id) AS is_settled,
    (SELECT coalesce(json_agg(json_build_object('cashier', rc.name, 'phone', rp.name, 'noted_at', r.noted_at, 'created_at', r.created_at)
        ORDER BY r.id), '[]')
      FROM late_hand_overs r JOIN cashiers rc ON rc.id = r.cashier_id JOIN phones rp ON rp.id = r.phone_id
      WHERE r.voucher_id = h.voucher_id AND r.id <= h.id AND NOT ${isAnswered('r')}) AS reports,
    m.id AS "merchant.id", m.name AS "merchant.name", c.name AS cashier, p.name AS phone, h.noted_at, h.created_at, h.voucher_state,
    CASE h.voucher_state WHEN 'ready' THEN NULL WHEN 'expired' THEN v.expires_at
      WHEN 'voided' THEN CASE coalesce(ended.kind, 'recalled') WHEN 'recalled' THEN w.recalled_at ELSE ended.at END
      ELSE ended.at END AS "ended.at",
    ended.way AS "ended.way", ended.by AS "ended.by", ended.phone AS "ended.phone", ended.billed_in AS "ended.billed_in",
    ended.undone_by AS "ended.undone.kind", ended.undone_at AS "ended.undone.at"
  FROM late_hand_overs h JOIN vouchers v ON v.id = h.voucher_id JOIN merchants m ON m.id = v.merchant_id
  JOIN rewards w ON w.id = v.reward_id
  JOIN cashiers c ON c.id = h.cashier_id JOIN phones p ON p.id = h.phone_id
  -- The change that led to this state: the last one before the entry, which may have waited for it. That of a recall may come later.
  LEFT JOIN LATERAL (
    SELECT e.kind, coalesce(e.noted_at, e.created_at) AS at, e.way, coalesce(eo.name, ec.name) AS by, ep.name AS phone,
      CASE e.kind WHEN 'used' THEN to_char(s.month, 'YYYY-MM') END AS billed_in,
      CASE e.kind WHEN 'used' THEN undone.created_at END AS undone_at, CASE e.kind WHEN 'used' THEN undone.kind END AS undone_by
    FROM voucher_events e LEFT JOIN operators eo ON eo.id = e.operator_id LEFT JOIN cashiers ec ON ec.id = e.cashier_id
    LEFT JOIN phones ep ON ep.id = e.phone_id LEFT JOIN statement_lines l ON l.voucher_event_id = e.id
    LEFT JOIN statements s ON s.id = l.statement_id
    LEFT JOIN LATERAL (
      SELECT x.kind, x.created_at FROM voucher_events x
      WHERE x.voucher_id = e.voucher_id AND x.id > e.id ORDER BY x.id LIMIT 1) undone ON undone.kind IN ('unused', 'voided')
    WHERE e.voucher_id = h.voucher_id AND CASE h.voucher_state
      WHEN 'voided' THEN e.kind IN ('voided', 'recalled', 'below_zero')
      WHEN 'used' THEN e.kind = 'used' AND coalesce(undone.kind <> 'unused' OR undone.created_at >= h.created_at, true)
      ELSE e.kind = h.voucher_state END
    ORDER BY e.created_at <= h.created_at DESC, e.id DESC LIMIT 1) ended ON h.voucher_state <> 'expired'`

/** The vouchers with late hand-overs that wait for an answer, each once, the oldest first. */
export const listOpenLate = (db: Queryable, limit: number) =>
  many<LateRow>(db)`
    ${LATE} WHERE NOT ${isAnswered('h')} AND NOT EXISTS (SELECT FROM late_hand_overs later
      WHERE later.voucher_id = h.voucher_id AND later.id > h.id AND NOT ${isAnswered('later')})
    ORDER BY h.id LIMIT ${limit}`

export const findLate = (db: Queryable, id: number) => maybe<LateRow>(db)`${LATE} WHERE h.id = ${id}`

type LateAnswer = { late_id: number; is_paid: boolean; reason: string; operator_id: number }

/** The answer to a late hand-over, which may have been given to a later one of its voucher. */
export const findAnswerOfLate = (db: Queryable, lateId: number) =>
  maybe<LateAnswer>(db)`
    SELECT a.late_id, num_nonnulls(a.voucher_event_id, nullif(a.amount_sen, 0)) > 0 AS is_paid, a.reason, a.operator_id
    FROM late_hand_overs h JOIN late_hand_overs n ON n.voucher_id = h.voucher_id AND n.id >= h.id
    JOIN settlement_adjustments a ON a.late_id = n.id AND (n.id = h.id OR a.answers_earlier)
    WHERE h.id = ${lateId} ORDER BY n.id LIMIT 1`
