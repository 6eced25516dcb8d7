import type { Dispute } from '@stampus/contract/console/settlement/questions'
import type { Language } from '@stampus/contract/values/languages'
import type { Queryable } from '../../platform/db/database.ts'
import type { RowOf } from '../../platform/db/nested.ts'
import { many, maybe, maybeValue, run, value } from '../../platform/db/query.ts'
import { insert, type Row, update } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Recipient } from '../../platform/mail/layout.ts'
import { ADJUSTED, ADJUSTED_SEN, DISPUTE_OF_LINE, LINE, type LineRow, OF_LINE } from './statements.store.ts'

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
  /** Whether the line is about a hand-over that is not paid for: it was taken back or voided, or a late one was refused. */
  is_unpaid: boolean
}

const DISPUTE = sql`
  SELECT d.id, d.line_id, d.owner_id, d.reason, d.answer, d.answered_by, ${ADJUSTED} AS adjusted_sen,
    s.merchant_id, s.id AS statement_id, v.id AS voucher_id,
    CASE WHEN e.id IS NULL THEN a.late_id IS NOT NULL AND a.amount_sen = 0
      ELSE NOT EXISTS (SELECT FROM settlements x WHERE x.voucher_event_id = e.id) END AS is_unpaid
  FROM line_disputes d JOIN statement_lines l ON l.id = d.line_id JOIN statements s ON s.id = l.statement_id ${OF_LINE}`

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
    SELECT ${LINE}, d.created_at, o.name AS owner, s.merchant_id AS "merchant.id", m.name AS "merchant.name",
      to_char(s.month, 'YYYY-MM') AS month
    FROM statement_lines l ${OF_LINE} ${DISPUTE_OF_LINE}
    JOIN owners o ON o.id = d.owner_id JOIN statements s ON s.id = l.statement_id JOIN merchants m ON m.id = s.merchant_id
    WHERE d.answered_at IS NULL ORDER BY d.id LIMIT ${limit}`

/** `event` is the hand-over that the answer made. */
type NewAdjustment = {
  merchantId: number
  amountSen: number
  reason: string
  operatorId: number
  lateId?: number
  eventId?: number
  at: Date
}

/** Returns its id; undefined if the late hand-over was answered before. */
export function insertAdjustment(tx: Queryable, given: NewAdjustment): Promise<number | undefined> {
  const adjustment = insert('settlement_adjustments', {
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
export const sumAdjustments = (tx: Queryable, { operatorId, merchantId, since }: By) =>
  value(tx)`
    SELECT coalesce(sum(abs(${ADJUSTED_SEN})), 0)::bigint AS sum FROM settlement_adjustments x
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
