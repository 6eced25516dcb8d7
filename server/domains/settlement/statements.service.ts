import type { NextStep } from '@stampus/contract/console/settlement/statements'
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
import { hasOtherManager } from '../operators/confirmers.store.ts'
import {
  requireSecondManager,
  type Signatures,
  signatureFields,
  withSecondManager,
} from '../operators/second-manager.service.ts'
import { requireOtherMerchant } from '../own-accounts/ties.service.ts'
import {
  type Calendar,
  insertStatement,
  insertStatementMails,
  type LineRow,
  listLines,
  listManagersOf,
  listOfMerchant,
  listUnbilledLines,
  lockMerchant,
  lockStatement,
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
export async function getStatement(deps: Deps, of: Month): Promise<StatementWithLines> {
  const { pool } = deps.db
  const row = await findStatement(pool, deps, of)
  return { row, lines: await listLinesOf(pool, deps, row) }
}

/** The lines of a statement, issued or live. */
export function listLinesOf(db: Queryable, deps: Deps, { id, merchant_id: merchantId, month }: StatementRow) {
  return id === null ? listUnbilledLines(db, calendarOf(deps), { merchantId, month }) : listLines(db, id)
}

async function findStatement(db: Queryable, deps: Deps, { merchantId, month }: Month): Promise<StatementRow> {
  const found = (await listOfMerchant(db, calendarOf(deps), merchantId)).find((row) => row.month === month)
  if (!found) throw notFound()
  return found
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
    const statement = await findStatement(tx, deps, { merchantId, month })
    const isAsSeen = (count: number, sen: number) => count === lines && sen === totalSen
    if (statement.id !== null) {
      if (statement.issued_by === operatorId && isAsSeen(statement.lines, statement.total_sen)) return
      throw conflict(texts.statementIssued)
    }
    if (statement.next !== ('issue' satisfies NextStep)) throw conflict(texts.statementTooEarly)
    const all = await listOfMerchant(tx, calendarOf(deps), merchantId)
    const first = all.findLast(({ id }) => id === null)
    if (first && first.month < month) throw conflict(texts.statementEarlierFirst(formatMonth(first.month)))
    const rows = await listUnbilledLines(tx, calendarOf(deps), { merchantId, month })
    const total = rows.reduce((sum, { amount_sen }) => sum + amount_sen, 0)
    if (!isAsSeen(rows.length, total)) throw conflict(texts.statementChanged)
    const id = await insertStatement(tx, { merchantId, month, operatorId, at, lines: rows })
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
    const { id } = await findStatement(tx, deps, of)
    if (id === null || !(await lockStatement(tx, id))) throw notFound()
    // Read again: it may have changed before it was locked.
    const statement = await findStatement(tx, deps, of)
    if (statement.accepted_by === ownerId) return
    if (statement.accepted_by !== null) throw conflict(texts.statementAccepted)
    if (statement.paid_at) throw conflict(texts.statementPaid)
    if (statement.open_disputes > 0) throw conflict(texts.statementDisputed)
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
    const of = await lockStatement(tx, id)
    if (!of) throw notFound()
    const statement = await findStatement(tx, deps, of)
    if (statement.paid_by === operatorId && statement.payment_reference === reference) return
    await requireOtherMerchant(tx, operatorId, of.merchantId)
    if (statement.paid_at) throw conflict(texts.statementPaid)
    if (statement.open_disputes > 0) throw conflict(texts.statementDisputed)
    const signatures = await requirePayers(tx, deps, { statement, id, operatorId, reference })
    await markPaid(tx, { id, operatorId, reference, at })
    const fields = { payment_reference: reference, ...signatureFields(signatures) }
    await audit(tx, { operatorId }, 'statement.paid', { id, at, fields })
  }
  await withSecondManager(deps, () => inTransaction(deps.db.pool, paying))
}

type Payment = { statement: StatementRow; id: number; operatorId: number; reference: string }

/** A large payment needs a second manager; another one at least one who did not do everything else of the statement. */
async function requirePayers(tx: Queryable, deps: Deps, given: Payment): Promise<Signatures> {
  const { statement, id, operatorId, reference } = given
  const owners = { merchantIds: [statement.merchant_id], memberId: null }
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

type Actor = { operatorId: number } | { operatorId: null; ownerId: number }
type Entry = { id: number; at: Date; fields?: Record<string, string | number> }

/** Adds an entry about a statement to the audit log. */
export async function audit(
  tx: Queryable,
  actor: Actor,
  action: ActionOf<'statement'>,
  { id, at, fields = {} }: Entry,
): Promise<void> {
  const changes = Object.entries(fields).map(([field, after]) => ({ field, before: null, after: String(after) }))
  const subject = { subjectKind: 'statement', subjectId: id, changedFields: Object.keys(fields) }
  await recordAudit(tx, { ...actor, action, ...subject, changes, at })
}
