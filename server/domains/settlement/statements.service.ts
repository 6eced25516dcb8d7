import { CONFIRMER_WINDOW_MS, PAYMENT_ALONE_SEN } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { ActionOf } from '@stampus/contract/values/auditActions'
import { dayIn, formatMonth } from '@stampus/contract/values/days'
import type pg from 'pg'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/http/http-error.ts'
import { requireOtherMerchant } from '../conflicts-of-interest/conflicts.service.ts'
import { hasOtherManager } from '../staff/confirmers.store.ts'
import {
  requireSecondManager,
  type Signatures,
  signatureFields,
  withSecondManager,
} from '../staff/second-manager.service.ts'
import {
  type Calendar,
  findIssued,
  type IssuedRow,
  insertStatement,
  insertStatementMails,
  type LineRow,
  listLines,
  listManagersOf,
  listOfMerchant,
  listUnbilled,
  listUnbilledLines,
  lockIssued,
  lockMerchant,
  markAccepted,
  markPaid,
  type StatementRow,
} from './statements.store.ts'

/** The campus time zone and the present month there. */
export function calendarOf({ config, now }: Pick<Deps, 'config' | 'now'>): Calendar {
  return { timeZone: config.TIME_ZONE, present: dayIn(config.TIME_ZONE, now()).slice(0, 7) }
}

type Month = { merchantId: number; month: string }

/** A statement with its lines. */
export type StatementWithLines = { row: StatementRow; lines: LineRow[] }

/** One statement, issued or live, with its lines. Throws 404 for a month with nothing in it. */
export async function getStatement(deps: Deps, { merchantId, month }: Month): Promise<StatementWithLines> {
  const { pool } = deps.db
  const row = (await listOfMerchant(pool, calendarOf(deps), merchantId)).find((statement) => statement.month === month)
  if (!row) throw notFound()
  return { row, lines: await listLinesOf(pool, deps, row) }
}

/** The lines of a statement, issued or live. */
export function listLinesOf(db: Queryable, deps: Deps, { id, merchant, month }: StatementRow) {
  return id === null
    ? listUnbilledLines(db, deps.config.TIME_ZONE, { merchantId: merchant.id, month })
    : listLines(db, id)
}

type Issue = Month & { lines: number; totalSen: number }

/**
 * Issues the statement of a month that is over: its lines are frozen, and the owners are mailed. A repeat has no effect. Throws 403
 * for the operator's own merchant, 404 with nothing to bill, 409 if the figures are not those that the manager saw, the month is not over, an earlier one has not been issued, or
 * someone else issued it.
 */
export async function issue(
  deps: Deps,
  operatorId: number,
  { merchantId, month, lines, totalSen }: Issue,
): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    if (!(await lockMerchant(tx, merchantId))) throw notFound()
    await requireOtherMerchant(tx, operatorId, merchantId)
    const issued = await findIssued(tx, { merchantId, month })
    if (issued?.issued_by === operatorId && issued.lines === lines && issued.total_sen === totalSen) return
    if (issued) throw conflict(texts.statementIssued)
    const { timeZone, present } = calendarOf(deps)
    const unbilled = await listUnbilled(tx, timeZone, merchantId)
    const rows = unbilled.filter((line) => line.month === month)
    if (rows.length === 0) throw notFound()
    if (month >= present) throw conflict(texts.statementTooEarly)
    const [first = month] = unbilled.map((line) => line.month).toSorted()
    if (first < month) throw conflict(texts.statementEarlierFirst(formatMonth(first)))
    const total = rows.reduce((sum, { amount_sen }) => sum + amount_sen, 0)
    if (rows.length !== lines || total !== totalSen) throw conflict(texts.statementChanged)
    const id = await insertStatement(tx, { merchantId, month, operatorId, at, total, lines: rows })
    await audit(tx, { operatorId }, 'statement.issued', { id, at, fields: { total_sen: total, lines: rows.length } })
    // The handler of this job is statementIssuedMail in settlement.mail.ts.
    for (const mail of await insertStatementMails(tx, id))
      await deps.jobs.enqueueMail(tx, { kind: 'statement-issued', id: mail })
  })
}

/**
 * Accepts an issued statement as its owner. A repeat has no effect. Throws 404, 409 if it is paid, has open disputes, or another owner
 * accepted it.
 */
export async function accept(deps: Deps, ownerId: number, of: Month): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    const statement = await lockIssued(tx, of)
    if (!statement) throw notFound()
    if (statement.accepted_by === ownerId) return
    if (statement.accepted_by !== null) throw conflict(texts.statementAccepted)
    if (statement.paid_at) throw conflict(texts.statementPaid)
    if (statement.open_disputes > 0) throw conflict(texts.statementDisputed)
    const { id } = statement
    await markAccepted(tx, { id, ownerId, at })
    await audit(tx, { operatorId: null, ownerId }, 'statement.accepted', { id, at })
  })
}

/**
 * Marks an issued statement as paid. A repeat has no effect. Throws 403 for the operator's own merchant, 404, 409 if it was paid before, has open
 * disputes, or if this manager alone issued it and answered its disputes though there is another manager for this merchant.
 */
export async function pay(
  deps: Deps,
  operatorId: number,
  { id, reference }: { id: number; reference: string },
): Promise<void> {
  const at = deps.now()
  const paying = async (tx: pg.PoolClient) => {
    const statement = await lockIssued(tx, { id })
    if (!statement) throw notFound()
    if (statement.paid_by === operatorId && statement.payment_reference === reference) return
    await requireOtherMerchant(tx, operatorId, statement.merchant_id)
    if (statement.paid_at) throw conflict(texts.statementPaid)
    if (statement.open_disputes > 0) throw conflict(texts.statementDisputed)
    const signatures = await requirePayers(tx, deps, { statement, operatorId, reference })
    await markPaid(tx, { id, operatorId, reference, at })
    const fields = { payment_reference: reference, ...signatureFields(signatures) }
    await audit(tx, { operatorId }, 'statement.paid', { id, at, fields })
  }
  await withSecondManager(deps, () => inTransaction(deps.db.pool, paying))
}

type Payment = { statement: IssuedRow; operatorId: number; reference: string }

/** A large payment needs a second manager; another one at least one who did not do everything else of the statement. */
async function requirePayers(tx: Queryable, deps: Deps, given: Payment): Promise<Signatures> {
  const { statement, operatorId, reference } = given
  const { id, merchant_id } = statement
  const owners = { merchantIds: [merchant_id], memberId: null }
  if (Math.abs(statement.total_sen) > PAYMENT_ALONE_SEN)
    return requireSecondManager(tx, deps, {
      kind: 'payment',
      subjectId: id,
      recordId: id,
      asked: { reference },
      operatorId,
      ...owners,
    })
  if ((await listManagersOf(tx, id)).some((manager) => manager !== operatorId)) return {}
  const since = new Date(deps.now().getTime() - CONFIRMER_WINDOW_MS)
  if (await hasOtherManager(tx, { operatorId, ...owners, since })) throw conflict(texts.paymentNeedsSecond)
  return { isAlone: true }
}

export type Actor = { operatorId: number } | { operatorId: null; ownerId: number }
type Entry = { id: number; at: Date; fields?: Record<string, string | number> }

/** Adds an entry about a statement to the audit log. */
export async function audit(
  tx: Queryable,
  actor: Actor,
  action: ActionOf<'statement'>,
  { id, at, fields = {} }: Entry,
): Promise<void> {
  const changes = Object.entries(fields).map(([field, after]) => ({ field, before: null, after: String(after) }))
  await recordAudit(tx, { ...actor, action, subjectId: id, changes, at })
}
