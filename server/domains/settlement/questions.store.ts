import type { Dispute, LateHandOver } from '@stampus/contract/console/settlement/questions'
import type { Language } from '@stampus/contract/values/languages'
import type { Queryable } from '../../platform/db/database.ts'
import type { RowOf } from '../../platform/db/nested.ts'
import { many, maybe, maybeValue, run, value } from '../../platform/db/query.ts'
import { insert, type Row, update } from '../../platform/db/rows.ts'
import { raw, sql } from '../../platform/db/sql.ts'
import type { Recipient } from '../../platform/mail/layout.ts'
import { ADJUSTED, ADJUSTED_SEN, DISPUTE_JOIN, LINE_COLUMNS, LINE_JOINS, type LineRow } from './statements.store.ts'

/** Locks the statement of a line of a merchant that this owner holds. `isClosed`: accepted or paid. */
export const lockStatementOfLine = (tx: Queryable, { lineId, ownerId }: { lineId: number; ownerId: number }) =>
  maybe<{ statementId: number; isClosed: boolean }>(tx)`
    SELECT s.id AS "statementId", num_nonnulls(s.accepted_at, s.paid_at) > 0 AS "isClosed"
    FROM statement_lines l JOIN statements s ON s.id = l.statement_id
    JOIN owner_merchants w ON w.merchant_id = s.merchant_id AND w.owner_id = ${ownerId}
    WHERE l.id = ${lineId} FOR UPDATE OF s`

/** A stored dispute. `answer` is null while it waits for one. */
export type DisputeRow = Row<'line_disputes', 'id' | 'line_id' | 'owner_id' | 'reason' | 'answer' | 'answered_by'> & {
  adjusted_sen: number
  merchant_id: number
  statement_id: number
  /** What the line is about; null for an adjustment that is about none. */
  voucher_id: number | null
  /** Whether the line's hand-over is not paid for: it was taken back or voided, or a late one was refused. */
  is_unpaid: boolean
}

const DISPUTE = sql`
  SELECT d.id, d.line_id, d.owner_id, d.reason, d.answer, d.answered_by, ${ADJUSTED} AS adjusted_sen,
    s.merchant_id, s.id AS statement_id, v.id AS voucher_id,
    CASE WHEN e.id IS NULL THEN a.late_id IS NOT NULL AND a.amount_sen = 0
      ELSE NOT EXISTS (SELECT FROM settlements x WHERE x.voucher_event_id = e.id) END AS is_unpaid
  FROM line_disputes d JOIN statement_lines l ON l.id = d.line_id JOIN statements s ON s.id = l.statement_id ${LINE_JOINS}`

export const findDisputeOfLine = (db: Queryable, lineId: number) =>
  maybe<DisputeRow>(db)`${DISPUTE} WHERE d.line_id = ${lineId}`

export async function lockDispute(tx: Queryable, id: number): Promise<DisputeRow | undefined> {
  await run(tx)`SELECT FROM line_disputes WHERE id = ${id} FOR UPDATE`
  return maybe<DisputeRow>(tx)`${DISPUTE} WHERE d.id = ${id}`
}

type NewDispute = { lineId: number; ownerId: number; reason: string; at: Date }

export const insertDispute = (
  tx: Queryable,
  { lineId: line_id, ownerId: owner_id, reason, at: created_at }: NewDispute,
) => run(tx)`${insert('line_disputes', { line_id, owner_id, reason, created_at })}`

type Answer = { id: number; operatorId: number; answer: string; adjustmentId: number | null; at: Date }

export function saveAnswer(tx: Queryable, { id, operatorId, answer, adjustmentId, at }: Answer): Promise<void> {
  const changes = { answer, answered_by: operatorId, answered_at: at, adjustment_id: adjustmentId }
  return run(tx)`${update('line_disputes', changes)} WHERE id = ${id}`
}

export type OpenDisputeRow = LineRow & RowOf<Pick<Dispute, 'merchant' | 'month' | 'owner' | 'created_at'>>

export const listOpenDisputes = (db: Queryable, limit: number) =>
  many<OpenDisputeRow>(db)`
    SELECT ${LINE_COLUMNS}, d.created_at, o.name AS owner, s.merchant_id AS "merchant.id", m.name AS "merchant.name",
      to_char(s.month, 'YYYY-MM') AS month
    FROM statement_lines l ${LINE_JOINS} ${DISPUTE_JOIN}
    JOIN owners o ON o.id = d.owner_id JOIN statements s ON s.id = l.statement_id JOIN merchants m ON m.id = s.merchant_id
    WHERE d.answered_at IS NULL ORDER BY d.id LIMIT ${limit}`

/** `event` is the hand-over that the answer made. */
type NewStatementAdjustment = {
  merchantId: number
  amountSen: number
  reason: string
  operatorId: number
  lateId?: number
  eventId?: number
  at: Date
}

/** Returns its id; undefined if the late hand-over was answered before. */
export function insertStatementAdjustment(tx: Queryable, given: NewStatementAdjustment): Promise<number | undefined> {
  const adjustment = insert('statement_adjustments', {
    merchant_id: given.merchantId,
    amount_sen: given.amountSen,
    reason: given.reason,
    operator_id: given.operatorId,
    created_at: given.at,
    late_id: given.lateId,
    voucher_event_id: given.eventId,
    answers_earlier: given.lateId !== undefined,
  })
  return maybeValue(tx)`${adjustment} ON CONFLICT (late_id) DO NOTHING RETURNING id`
}

type By = { operatorId: number; merchantId: number; since: Date }

/** The absolute amounts that an operator's answers to disputes changed for a merchant since `since`, in sen. */
export const sumStatementAdjustments = (tx: Queryable, { operatorId, merchantId, since }: By) =>
  value(tx)`
    SELECT coalesce(sum(abs(${ADJUSTED_SEN})), 0)::bigint AS sum FROM statement_adjustments x
    WHERE x.merchant_id = ${merchantId} AND x.operator_id = ${operatorId} AND x.created_at > ${since} AND x.late_id IS NULL`

export type StatementRecipient = Recipient & {
  language: Language
  name: string
  merchant_id: number
  merchant_name: string
  month: string
  total_sen: number
  lines: number
}

const RECIPIENT = sql`o.name, o.email, o.language, s.merchant_id, m.name AS merchant_name,
  to_char(s.month, 'YYYY-MM') AS month, s.total_sen, s.line_count AS lines`
/** An owner who was removed, or no longer holds the merchant, gets no mail. */
const STILL_HOLDS = sql`JOIN merchants m ON m.id = s.merchant_id
  JOIN owner_merchants w ON w.merchant_id = s.merchant_id AND w.owner_id = o.id AND o.removed_at IS NULL`

export const findStatementRecipient = (db: Queryable, mailId: number) =>
  maybe<StatementRecipient>(db)`
    SELECT ${RECIPIENT} FROM statement_mails x JOIN statements s ON s.id = x.statement_id
    JOIN owners o ON o.id = x.owner_id ${STILL_HOLDS} WHERE x.id = ${mailId}`

export type DisputeRecipient = StatementRecipient & { reason: string; answer: string; adjusted_sen: number }

export const findDisputeRecipient = (db: Queryable, id: number) =>
  maybe<DisputeRecipient>(db)`
    SELECT ${RECIPIENT}, d.reason, d.answer, ${ADJUSTED} AS adjusted_sen
    FROM line_disputes d JOIN statement_lines l ON l.id = d.line_id JOIN statements s ON s.id = l.statement_id
    JOIN owners o ON o.id = d.owner_id ${STILL_HOLDS} WHERE d.id = ${id} AND d.answered_at IS NOT NULL`

/** The latest report of a voucher and all open ones. `is_settled`: its merchant is paid for a hand-over in force. */
export type LateRow = RowOf<Omit<LateHandOver, 'if_paid' | 'reports'>> & {
  /** Times are text. */
  reports: { cashier: string; phone: string; noted_at: string; created_at: string }[]
}

/** A condition: a late entry was answered, itself or with a later one of its voucher. */
const isAnswered = (late: 'h' | 'r' | 'later') =>
  raw(`EXISTS (
  SELECT FROM statement_adjustments a JOIN late_hand_overs n ON n.id = a.late_id
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

export const listOpenLate = (db: Queryable, limit: number) =>
  many<LateRow>(db)`
    ${LATE} WHERE h.id = ANY(ARRAY(SELECT h.id FROM late_hand_overs h
      -- Most have an answer of their own, which is found at once.
      WHERE NOT EXISTS (SELECT FROM statement_adjustments own WHERE own.late_id = h.id) AND NOT ${isAnswered('h')}
        AND NOT EXISTS (SELECT FROM late_hand_overs later
          WHERE later.voucher_id = h.voucher_id AND later.id > h.id AND NOT ${isAnswered('later')})
      ORDER BY h.id LIMIT ${limit}))
    ORDER BY h.id`

export const findLate = (db: Queryable, id: number) => maybe<LateRow>(db)`${LATE} WHERE h.id = ${id}`

type LateAnswer = { late_id: number; is_paid: boolean; reason: string; operator_id: number }

/** The answer to a late hand-over, which may have been given to a later one of its voucher. */
export const findAnswerOfLate = (db: Queryable, lateId: number) =>
  maybe<LateAnswer>(db)`
    SELECT a.late_id, num_nonnulls(a.voucher_event_id, nullif(a.amount_sen, 0)) > 0 AS is_paid, a.reason, a.operator_id
    FROM late_hand_overs h JOIN late_hand_overs n ON n.voucher_id = h.voucher_id AND n.id >= h.id
    JOIN statement_adjustments a ON a.late_id = n.id AND (n.id = h.id OR a.answers_earlier)
    WHERE h.id = ${lateId} ORDER BY n.id LIMIT 1`
