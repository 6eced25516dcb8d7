import type { Language } from '@stampus/contract/values/languages'
import type { HandOverWay } from '@stampus/contract/values/statements'
import type { Queryable } from '../../platform/db/database.ts'
import type { Recipient } from '../../platform/mail/layout.ts'
import { LINE, type LineRow, OF_LINE } from './statements.store.ts'

/** Locks the statement of a line of a merchant that this owner holds. `isClosed`: accepted or paid. */
export async function lockStatementOfLine(
  tx: Queryable,
  { lineId, ownerId }: { lineId: number; ownerId: number },
): Promise<{ statementId: number; isClosed: boolean } | undefined> {
  const { rows } = await tx.query<{ statementId: number; isClosed: boolean }>({
    text: `SELECT s.id AS "statementId", num_nonnulls(s.accepted_at, s.paid_at) > 0 AS "isClosed"
      FROM statement_lines l JOIN statements s ON s.id = l.statement_id
      JOIN owner_merchants w ON w.merchant_id = s.merchant_id AND w.owner_id = $2
      WHERE l.id = $1 FOR UPDATE OF s`,
    values: [lineId, ownerId],
  })
  return rows[0]
}

/** A stored dispute. `answer` is null while it waits for one. */
export type DisputeRow = {
  id: number
  line_id: number
  owner_id: number
  reason: string
  answer: string | null
  answered_by: number | null
  adjusted_sen: number
  merchant_id: number
  statement_id: number
}

const DISPUTE = `SELECT d.id, d.line_id, d.owner_id, d.reason, d.answer, d.answered_by,
    coalesce((SELECT amount_sen FROM settlement_adjustments a WHERE a.id = d.adjustment_id), 0) AS adjusted_sen,
    s.merchant_id, s.id AS statement_id
  FROM line_disputes d JOIN statement_lines l ON l.id = d.line_id JOIN statements s ON s.id = l.statement_id`

export async function findDisputeOfLine(db: Queryable, lineId: number): Promise<DisputeRow | undefined> {
  const { rows } = await db.query<DisputeRow>({ text: `${DISPUTE} WHERE d.line_id = $1`, values: [lineId] })
  return rows[0]
}

/** Locks a dispute until the transaction ends. */
export async function lockDispute(tx: Queryable, id: number): Promise<DisputeRow | undefined> {
  await tx.query({ text: 'SELECT FROM line_disputes WHERE id = $1 FOR UPDATE', values: [id] })
  const { rows } = await tx.query<DisputeRow>({ text: `${DISPUTE} WHERE d.id = $1`, values: [id] })
  return rows[0]
}

/** Stores what an owner says against a line. */
export async function insertDispute(
  tx: Queryable,
  { lineId, ownerId, reason, at }: { lineId: number; ownerId: number; reason: string; at: Date },
): Promise<void> {
  await tx.query({
    text: 'INSERT INTO line_disputes (line_id, owner_id, reason, created_at) VALUES ($1, $2, $3, $4)',
    values: [lineId, ownerId, reason, at],
  })
}

type Answer = { id: number; operatorId: number; answer: string; adjustmentId: number | null; at: Date }

export async function saveAnswer(tx: Queryable, given: Answer): Promise<void> {
  await tx.query({
    text: 'UPDATE line_disputes SET answer = $2, answered_by = $3, answered_at = $4, adjustment_id = $5 WHERE id = $1',
    values: [given.id, given.answer, given.operatorId, given.at, given.adjustmentId],
  })
}

/** A dispute that waits for an answer, with its line. */
export type OpenDisputeRow = LineRow & {
  disputed_at: Date
  owner_name: string
  merchant_id: number
  merchant_name: string
  month: string
}

/** The disputes that wait for an answer, the oldest first. */
export async function listOpenDisputes(db: Queryable, limit: number): Promise<OpenDisputeRow[]> {
  const { rows } = await db.query<OpenDisputeRow>({
    text: `SELECT ${LINE}, d.created_at AS disputed_at, o.name AS owner_name, s.merchant_id, m.name AS merchant_name,
        to_char(s.month, 'YYYY-MM') AS month
      FROM statement_lines l ${OF_LINE}
      JOIN owners o ON o.id = d.owner_id JOIN statements s ON s.id = l.statement_id JOIN merchants m ON m.id = s.merchant_id
      WHERE d.answered_at IS NULL ORDER BY d.id LIMIT $1`,
    values: [limit],
  })
  return rows
}

/** A late hand-over of a voucher that was no longer ready. */
export type LateRow = {
  id: number
  voucher_id: number
  number: string
  title: string
  owed_sen: number
  merchant_id: number
  merchant_name: string
  cashier_name: string
  phone_name: string
  noted_at: Date
  created_at: Date
  voucher_state: string
  ended_at: Date | null
  ended_way: HandOverWay | null
  ended_by: string | null
  ended_on: string | null
  billed_in: string | null
  undone_at: Date | null
  undone_by: 'unused' | 'voided' | null
}

const LATE = `SELECT h.id, h.voucher_id, v.number, v.title, v.owed_sen, m.id AS merchant_id, m.name AS merchant_name,
    c.name AS cashier_name, p.name AS phone_name, h.noted_at, h.created_at, h.voucher_state,
    CASE h.voucher_state WHEN 'ready' THEN NULL WHEN 'expired' THEN v.expires_at
      WHEN 'voided' THEN CASE coalesce(ended.kind, 'recalled') WHEN 'recalled' THEN w.recalled_at ELSE ended.at END
      ELSE ended.at END AS ended_at,
    ended.way AS ended_way, ended.by AS ended_by, ended.phone AS ended_on, ended.billed_in, ended.undone_at, ended.undone_by
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

/** The late hand-overs that wait for an answer, the oldest first. */
export async function listOpenLate(db: Queryable, limit: number): Promise<LateRow[]> {
  const { rows } = await db.query<LateRow>({
    text: `${LATE} WHERE NOT EXISTS (SELECT FROM settlement_adjustments a WHERE a.late_id = h.id) ORDER BY h.id LIMIT $1`,
    values: [limit],
  })
  return rows
}

export async function findLate(db: Queryable, id: number): Promise<LateRow | undefined> {
  const { rows } = await db.query<LateRow>({ text: `${LATE} WHERE h.id = $1`, values: [id] })
  return rows[0]
}

type NewAdjustment = {
  merchantId: number
  amountSen: number
  reason: string
  operatorId: number
  lateId?: number
  at: Date
}

/** Returns its id; undefined if the late hand-over was answered before. */
export async function insertAdjustment(tx: Queryable, given: NewAdjustment): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO settlement_adjustments (merchant_id, amount_sen, reason, operator_id, created_at, late_id)
      VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (late_id) DO NOTHING RETURNING id`,
    values: [given.merchantId, given.amountSen, given.reason, given.operatorId, given.at, given.lateId ?? null],
  })
  return rows[0]?.id
}

/** The answer to a late hand-over. */
export async function findAdjustmentOfLate(
  db: Queryable,
  lateId: number,
): Promise<{ amount_sen: number; reason: string; operator_id: number } | undefined> {
  const { rows } = await db.query<{ amount_sen: number; reason: string; operator_id: number }>({
    text: 'SELECT amount_sen, reason, operator_id FROM settlement_adjustments WHERE late_id = $1',
    values: [lateId],
  })
  return rows[0]
}

/** An owner who is mailed about a statement of one of their merchants. */
export type StatementRecipient = Recipient & {
  language: Language
  name: string
  merchant_id: number
  merchant_name: string
  month: string
  total_sen: number
  lines: number
}

const RECIPIENT = `o.name, o.email, o.language, s.merchant_id, m.name AS merchant_name, to_char(s.month, 'YYYY-MM') AS month,
  s.total_sen, s.line_count AS lines`
/** An owner who was removed, or no longer holds the merchant, gets no mail. */
const STILL_HOLDS = `JOIN merchants m ON m.id = s.merchant_id
  JOIN owner_merchants w ON w.merchant_id = s.merchant_id AND w.owner_id = o.id AND o.removed_at IS NULL`

export async function findStatementRecipient(db: Queryable, mailId: number): Promise<StatementRecipient | undefined> {
  const { rows } = await db.query<StatementRecipient>({
    text: `SELECT ${RECIPIENT} FROM statement_mails x JOIN statements s ON s.id = x.statement_id
      JOIN owners o ON o.id = x.owner_id ${STILL_HOLDS} WHERE x.id = $1`,
    values: [mailId],
  })
  return rows[0]
}

/** Who disputed a line, and the answer. */
export type DisputeRecipient = StatementRecipient & { reason: string; answer: string; adjusted_sen: number }

export async function findDisputeRecipient(db: Queryable, id: number): Promise<DisputeRecipient | undefined> {
  const { rows } = await db.query<DisputeRecipient>({
    text: `SELECT ${RECIPIENT}, d.reason, d.answer,
        coalesce((SELECT amount_sen FROM settlement_adjustments a WHERE a.id = d.adjustment_id), 0) AS adjusted_sen
      FROM line_disputes d JOIN statement_lines l ON l.id = d.line_id JOIN statements s ON s.id = l.statement_id
      JOIN owners o ON o.id = d.owner_id ${STILL_HOLDS} WHERE d.id = $1 AND d.answered_at IS NOT NULL`,
    values: [id],
  })
  return rows[0]
}
