import type { Language } from '@stampus/contract/values/languages'
import type { Queryable } from '../../platform/db/database.ts'
import type { Recipient } from '../../platform/mail/layout.ts'
import { ADJUSTED_SEN, DISPUTE_OF_LINE, LINE, type LineRow, OF_LINE } from './statements.store.ts'

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
  /** What the line is about; null for an adjustment that is about none. */
  voucher_id: number | null
  /** Whether the line is about a hand-over that is not paid for: it was taken back or voided, or a late one was refused. */
  is_unpaid: boolean
}

const DISPUTE = `SELECT d.id, d.line_id, d.owner_id, d.reason, d.answer, d.answered_by,
    coalesce((SELECT ${ADJUSTED_SEN} FROM settlement_adjustments x WHERE x.id = d.adjustment_id), 0) AS adjusted_sen,
    s.merchant_id, s.id AS statement_id, v.id AS voucher_id,
    CASE WHEN e.id IS NULL THEN a.late_id IS NOT NULL AND a.amount_sen = 0
      ELSE NOT EXISTS (SELECT FROM settlements x WHERE x.voucher_event_id = e.id) END AS is_unpaid
  FROM line_disputes d JOIN statement_lines l ON l.id = d.line_id JOIN statements s ON s.id = l.statement_id ${OF_LINE}`

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
      FROM statement_lines l ${OF_LINE} ${DISPUTE_OF_LINE}
      JOIN owners o ON o.id = d.owner_id JOIN statements s ON s.id = l.statement_id JOIN merchants m ON m.id = s.merchant_id
      WHERE d.answered_at IS NULL ORDER BY d.id LIMIT $1`,
    values: [limit],
  })
  return rows
}

type NewAdjustment = {
  merchantId: number
  amountSen: number
  reason: string
  operatorId: number
  lateId?: number
  /** The hand-over that the answer made. */
  eventId?: number
  at: Date
}

/** Returns its id; undefined if the late hand-over was answered before. */
export async function insertAdjustment(tx: Queryable, given: NewAdjustment): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO settlement_adjustments (merchant_id, amount_sen, reason, operator_id, created_at, late_id, voucher_event_id,
        answers_earlier)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $6::bigint IS NOT NULL) ON CONFLICT (late_id) DO NOTHING RETURNING id`,
    values: [
      given.merchantId,
      given.amountSen,
      given.reason,
      given.operatorId,
      given.at,
      given.lateId ?? null,
      given.eventId ?? null,
    ],
  })
  return rows[0]?.id
}

/** The absolute amounts that an operator's answers to disputes changed for a merchant since `since`, in sen. */
export async function sumAdjustments(
  tx: Queryable,
  { operatorId, merchantId, since }: { operatorId: number; merchantId: number; since: Date },
): Promise<number> {
  const { rows } = await tx.query<{ sum: number }>({
    text: `SELECT coalesce(sum(abs(${ADJUSTED_SEN})), 0)::bigint AS sum FROM settlement_adjustments x
      WHERE x.merchant_id = $2 AND x.operator_id = $1 AND x.created_at > $3 AND x.late_id IS NULL`,
    values: [operatorId, merchantId, since],
  })
  return rows[0]?.sum ?? 0
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
        coalesce((SELECT ${ADJUSTED_SEN} FROM settlement_adjustments x WHERE x.id = d.adjustment_id), 0) AS adjusted_sen
      FROM line_disputes d JOIN statement_lines l ON l.id = d.line_id JOIN statements s ON s.id = l.statement_id
      JOIN owners o ON o.id = d.owner_id ${STILL_HOLDS} WHERE d.id = $1 AND d.answered_at IS NOT NULL`,
    values: [id],
  })
  return rows[0]
}
