import type { AdminStatement } from '@stampus/contract/console/settlement/statements'
import type { StatementLine } from '@stampus/contract/counter/statements'
import { consolePageClause } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { names, pick } from '../../platform/db/names.ts'
import type { RowOf } from '../../platform/db/nested.ts'
import { many, maybe, run, some, value, values } from '../../platform/db/query.ts'
import { insertEach, type Row, update } from '../../platform/db/rows.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { all, type Parameter, parameter, type Sql, sql } from '../../platform/db/sql.ts'
import { WAS_USED_THEN } from '../wallet/wallet.store.ts'

const ofMerchant = (merchantId?: number) =>
  merchantId === undefined ? sql`IS NOT NULL` : sql`= ${parameter(merchantId)}`

/** Each with the month that bills it: its own by the campus time zone, or the first after it without a statement. */
const unbilled = (timeZone: Parameter, merchants: Sql) => sql`
  WITH latest AS (SELECT merchant_id, (max(month) + interval '1 month')::date AS next FROM statements GROUP BY merchant_id),
  -- Few are recent enough: only then what followed each is looked for.
  recent AS MATERIALIZED (
    SELECT e.*, v.merchant_id, v.owed_sen, l.next
    FROM voucher_events e JOIN vouchers v ON v.id = e.voucher_id LEFT JOIN latest l ON l.merchant_id = v.merchant_id
    WHERE e.kind IN ('used', 'unused', 'voided') AND v.merchant_id ${merchants}
      -- Older ones are billed. The two days are for those that were under way when a month ended.
      AND (l.next IS NULL OR e.created_at >= (l.next - interval '2 days') AT TIME ZONE ${timeZone})),
  items AS (
    SELECT e.merchant_id, e.id AS voucher_event_id, NULL::bigint AS adjustment_id, coalesce(e.noted_at, e.created_at) AS at,
      CASE e.kind WHEN 'used' THEN e.owed_sen ELSE -e.owed_sen END AS amount_sen, e.next
    FROM recent e
    WHERE NOT EXISTS (SELECT FROM statement_lines b WHERE b.voucher_event_id = e.id)
      AND CASE e.kind
        WHEN 'used' THEN coalesce((SELECT x.kind FROM voucher_events x WHERE x.voucher_id = e.voucher_id AND x.id > e.id
          ORDER BY x.id LIMIT 1), '') <> 'unused'
        WHEN 'unused' THEN EXISTS (SELECT FROM statement_lines b WHERE b.voucher_event_id = (
          SELECT max(x.id) FROM voucher_events x WHERE x.voucher_id = e.voucher_id AND x.kind = 'used' AND x.id < e.id))
        ELSE ${WAS_USED_THEN} END
    UNION ALL
    SELECT a.merchant_id, NULL, a.id, a.created_at, a.amount_sen, l.next
    FROM statement_adjustments a LEFT JOIN latest l ON l.merchant_id = a.merchant_id
    WHERE a.merchant_id ${merchants} AND (a.amount_sen <> 0 OR a.voucher_event_id IS NULL)
      AND NOT EXISTS (SELECT FROM statement_lines b WHERE b.adjustment_id = a.id)),
  unbilled AS (
    SELECT *, greatest(date_trunc('month', at AT TIME ZONE ${timeZone})::date, next) AS month FROM items)`

/** An issued statement. Its month is its first day. */
export type IssuedRow = Omit<Tables['statements'], 'line_count'> & {
  lines: number
  open_disputes: number
}

/** A statement, issued or live. `id` is null while it is live. Months are `YYYY-MM`. */
export type StatementRow = RowOf<AdminStatement>

const ISSUED = sql`
  SELECT s.id, s.merchant_id, s.month, s.total_sen, s.line_count AS lines,
    (SELECT count(*) FROM line_disputes d JOIN statement_lines l ON l.id = d.line_id
      WHERE l.statement_id = s.id AND d.answered_at IS NULL) AS open_disputes,
    s.issued_at, s.issued_by, s.accepted_at, s.accepted_by, s.paid_at, s.paid_by, s.payment_reference
  FROM statements s`

type Issued = { id: number } | { merchantId: number; month: string }

const isIssued = (which: Issued) =>
  'id' in which
    ? sql`s.id = ${which.id}`
    : sql`s.merchant_id = ${which.merchantId} AND s.month = (${which.month} || '-01')::date`

export const findIssued = (db: Queryable, which: Issued) => maybe<IssuedRow>(db)`${ISSUED} WHERE ${isIssued(which)}`

export async function lockIssued(tx: Queryable, which: Issued): Promise<IssuedRow | undefined> {
  await run(tx)`SELECT FROM statements s WHERE ${isIssued(which)} FOR UPDATE`
  return findIssued(tx, which)
}

/** The campus time zone, and the present month there. */
export type Calendar = { timeZone: string; present: string }

const statements = ({ timeZone, present }: Calendar, merchants: Sql) => sql`
  ${unbilled(parameter(timeZone), merchants)},
  found AS (
    ${ISSUED} WHERE s.merchant_id ${merchants}
    UNION ALL
    SELECT NULL, merchant_id, month, sum(amount_sen)::bigint, count(*)::integer, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM unbilled GROUP BY merchant_id, month),
  named AS (
    SELECT f.*, to_char(f.month, 'YYYY-MM') AS name, m.name AS merchant_name, i.name AS issued_by_name, a.name AS accepted_by_name,
      p.name AS paid_by_name,
      CASE WHEN f.id IS NULL THEN 'live' WHEN f.paid_at IS NOT NULL THEN 'paid' WHEN f.accepted_at IS NOT NULL THEN 'accepted'
        ELSE 'issued' END AS state,
      CASE WHEN f.open_disputes > 0 THEN 'answer' WHEN f.paid_at IS NOT NULL THEN NULL WHEN f.id IS NOT NULL THEN 'pay'
        WHEN to_char(f.month, 'YYYY-MM') < ${present} THEN 'issue' END AS next
    FROM found f JOIN merchants m ON m.id = f.merchant_id LEFT JOIN operators i ON i.id = f.issued_by
    LEFT JOIN owners a ON a.id = f.accepted_by LEFT JOIN operators p ON p.id = f.paid_by)
  SELECT id, merchant_id AS "merchant.id", merchant_name AS "merchant.name", name AS month, state, next, total_sen, lines,
    open_disputes, issued_at, issued_by_name AS issued_by, accepted_at, accepted_by_name AS accepted_by, paid_at,
    paid_by_name AS paid_by, payment_reference
  FROM named`

export const listOfMerchant = (db: Queryable, calendar: Calendar, merchantId: number) =>
  many<StatementRow>(db)`${statements(calendar, ofMerchant(merchantId))} ORDER BY month DESC`

export type StatementFilter = {
  month?: string | undefined
  merchantId?: number | undefined
  state?: string | undefined
}

const filtered = (calendar: Calendar, { month, merchantId, state }: StatementFilter) => sql`
  ${statements(calendar, ofMerchant(merchantId))}
  WHERE ${all(month !== undefined && sql`name = ${month}`, state !== undefined && sql`state = ${state}`)}`

/** A console page of statements: what is to be done first. */
export const listStatements = (db: Queryable, calendar: Calendar, filter: StatementFilter, page: number) =>
  many<StatementRow>(db)`
    ${filtered(calendar, filter)}
    ORDER BY CASE next WHEN 'answer' THEN 1 WHEN 'issue' THEN 2 WHEN 'pay' THEN 3 ELSE 4 END,
      month DESC, merchant_name, merchant_id ${consolePageClause(page)}`

export const listAllStatements = (db: Queryable, calendar: Calendar, filter: StatementFilter) =>
  many<StatementRow>(db)`${filtered(calendar, filter)} ORDER BY month DESC, merchant_name, merchant_id`

/** A line of a statement, and the voucher that it is about. `id` is null while the statement is live. */
export type LineRow = RowOf<Omit<StatementLine, 'title_ms'>> & { title_ms: string | null; voucher_id: number | null }

/** What answer `x` adds to what a merchant is owed: its own amount, and that of the hand-over it made. */
export const ADJUSTED_SEN = sql`x.amount_sen + coalesce((
  SELECT y.owed_sen FROM voucher_events z JOIN vouchers y ON y.id = z.voucher_id WHERE z.id = x.voucher_event_id), 0)`

/** What the answer to dispute `d` adds to that. */
export const ADJUSTED = sql`coalesce((SELECT ${ADJUSTED_SEN} FROM statement_adjustments x WHERE x.id = d.adjustment_id), 0)`

/** What is shown of a line `l`, which has an event or an adjustment. */
export const LINE_COLUMNS = sql`l.id, v.id AS voucher_id, coalesce(e.noted_at, e.created_at, a.created_at) AS at,
  CASE WHEN e.kind = 'used' AND by.id IS NULL THEN e.way END AS way,
  CASE WHEN a.id IS NULL AND by.id IS NULL THEN e.kind WHEN coalesce(a.late_id, by.late_id) IS NULL THEN 'dispute' ELSE 'late' END AS kind,
  v.number, v.title, v.title_ms, l.amount_sen, coalesce(a.reason, by.reason) AS reason,
  d.id AS "dispute.id", d.reason AS "dispute.reason", d.answer AS "dispute.answer", ${ADJUSTED} AS "dispute.adjusted_sen"`
/** An adjustment is about the voucher of its late hand-over or of its disputed line, which may be an adjustment too. */
export const LINE_JOINS = sql`LEFT JOIN voucher_events e ON e.id = l.voucher_event_id
  LEFT JOIN statement_adjustments a ON a.id = l.adjustment_id
  -- The answer that made this hand-over.
  LEFT JOIN statement_adjustments by ON by.voucher_event_id = l.voucher_event_id
  LEFT JOIN LATERAL (
    WITH RECURSIVE causes AS (
      SELECT a.id AS adjustment_id, NULL::bigint AS voucher_event_id WHERE a.id IS NOT NULL
      UNION ALL SELECT x.adjustment_id, x.voucher_event_id FROM causes
        JOIN line_disputes c ON c.adjustment_id = causes.adjustment_id JOIN statement_lines x ON x.id = c.line_id)
    SELECT coalesce(h.voucher_id, ce.voucher_id) AS voucher_id FROM causes
    LEFT JOIN statement_adjustments ca ON ca.id = causes.adjustment_id LEFT JOIN late_hand_overs h ON h.id = ca.late_id
    LEFT JOIN voucher_events ce ON ce.id = causes.voucher_event_id
    WHERE num_nonnulls(h.voucher_id, ce.voucher_id) = 1) about ON true
  LEFT JOIN vouchers v ON v.id = coalesce(e.voucher_id, about.voucher_id)`

export const DISPUTE_JOIN = sql`LEFT JOIN line_disputes d ON d.line_id = l.id`

export const listLines = (db: Queryable, statementId: number) =>
  many<LineRow>(db)`
    SELECT ${LINE_COLUMNS} FROM statement_lines l ${LINE_JOINS} ${DISPUTE_JOIN}
    WHERE l.statement_id = ${statementId} ORDER BY at, l.id`

type Month = { merchantId: number; month: string }

export const listUnbilledLines = (db: Queryable, timeZone: string, { merchantId, month }: Month) =>
  many<LineRow>(db)`
    ${unbilled(parameter(timeZone), ofMerchant(merchantId))}
    SELECT ${LINE_COLUMNS} FROM (
      SELECT NULL::bigint AS id, u.* FROM unbilled u WHERE to_char(u.month, 'YYYY-MM') = ${month}) l
    ${LINE_JOINS} ${DISPUTE_JOIN} ORDER BY at, l.voucher_event_id, l.adjustment_id`

const BILLED = names('voucher_event_id adjustment_id amount_sen')

type UnbilledLine = Row<'statement_lines', (typeof BILLED)[number]> & { month: string }

/** All that a merchant was not billed yet, in the order of the lines of a statement. */
export const listUnbilled = (db: Queryable, timeZone: string, merchantId: number) =>
  many<UnbilledLine>(db)`
    ${unbilled(parameter(timeZone), ofMerchant(merchantId))}
    SELECT voucher_event_id, adjustment_id, amount_sen, to_char(month, 'YYYY-MM') AS month
    FROM unbilled ORDER BY at, voucher_event_id, adjustment_id`

type NewStatement = Month & { operatorId: number; at: Date; total: number; lines: UnbilledLine[] }

export async function insertStatement(tx: Queryable, given: NewStatement): Promise<number> {
  const { merchantId, month, operatorId, at, total, lines } = given
  const id = await value(tx)`
    INSERT INTO statements (merchant_id, month, total_sen, line_count, issued_at, issued_by)
    VALUES (${merchantId}, (${month} || '-01')::date, ${total}, ${lines.length}, ${at}, ${operatorId}) RETURNING id`
  const billed = lines.map((line) => ({ statement_id: id, ...pick(line, BILLED) }))
  await run(tx)`${insertEach('statement_lines', ['statement_id', ...BILLED], billed)}`
  return id
}

/** Locks a merchant, so that its statements are issued one after the other. False if there is none. */
export const lockMerchant = (tx: Queryable, id: number) =>
  some(tx)`SELECT FROM merchants WHERE id = ${id} FOR NO KEY UPDATE`

export function listManagersOf(db: Queryable, statementId: number): Promise<number[]> {
  const id = parameter(statementId)
  return values(db)`
    SELECT issued_by AS id FROM statements WHERE id = ${id}
    UNION SELECT d.answered_by FROM line_disputes d JOIN statement_lines l ON l.id = d.line_id
      WHERE l.statement_id = ${id} AND d.answered_by IS NOT NULL`
}

type Accepted = { id: number; ownerId: number; at: Date }

export const markAccepted = (tx: Queryable, { id, ownerId, at }: Accepted) =>
  run(tx)`${update('statements', { accepted_at: at, accepted_by: ownerId })} WHERE id = ${id}`

type Paid = { id: number; operatorId: number; reference: string; at: Date }

export const markPaid = (tx: Queryable, { id, operatorId, reference, at }: Paid) =>
  run(tx)`
    ${update('statements', { paid_at: at, paid_by: operatorId, payment_reference: reference })} WHERE id = ${id}`

/** Notes to whom the mail about a statement goes: the owners of its merchant. Returns the ids of the notes. */
export const insertStatementMails = (tx: Queryable, statementId: number) =>
  values(tx)`
    INSERT INTO statement_mails (statement_id, owner_id)
    SELECT s.id, o.id FROM statements s JOIN owner_merchants w ON w.merchant_id = s.merchant_id
    JOIN owners o ON o.id = w.owner_id WHERE s.id = ${statementId} AND o.removed_at IS NULL ORDER BY o.id RETURNING id`
