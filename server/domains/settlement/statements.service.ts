import { CONFIRMER_WINDOW_MS, PAYMENT_ALONE_SEN } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { dayIn, formatMonth } from '@stampus/contract/values/days'
import type pg from 'pg'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { changesBetween } from '../../platform/audit/changes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, notFound, requireFound } from '../../platform/http/http-error.ts'
import { requireOtherMerchant } from '../conflicts-of-interest/conflicts.service.ts'
import { hasOtherManager } from '../staff/confirmers.store.ts'
import {
  requireSecondManager,
  type Signatures,
  signatureFields,
  withSecondManager,
} from '../staff/second-manager.service.ts'
import * as store from './statements.store.ts'

export const calendarOf = ({ config, now }: Pick<Deps, 'config' | 'now'>): store.Calendar => ({
  timeZone: config.TIME_ZONE,
  present: dayIn(config.TIME_ZONE, now()).slice(0, 7),
})

type Month = { merchantId: number; month: string }

export type StatementWithLines = { row: store.StatementRow; lines: store.LineRow[] }

/** One statement, issued or live, with its lines. Throws 404 for a month with nothing in it. */
export async function getStatement(deps: Deps, { merchantId, month }: Month): Promise<StatementWithLines> {
  const { pool } = deps.db
  const row = (await store.listOfMerchant(pool, calendarOf(deps), merchantId)).find(
    (statement) => statement.month === month,
  )
  if (!row) throw notFound()
  return { row, lines: await listLinesOf(pool, deps, row) }
}

export const listLinesOf = (db: Queryable, deps: Deps, { id, merchant, month }: store.StatementRow) =>
  id === null
    ? store.listUnbilledLines(db, deps.config.TIME_ZONE, { merchantId: merchant.id, month })
    : store.listLines(db, id)

type Issue = Month & { lines: number; totalSen: number }

/** Freezes the lines, mails the owners. A repeat has no effect. Throws 403, 404 with nothing to bill, 409. */
export async function issue(deps: Deps, operatorId: number, { merchantId, month, lines, totalSen }: Issue) {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    if (!(await store.lockMerchant(tx, merchantId))) throw notFound()
    await requireOtherMerchant(tx, operatorId, merchantId)
    const issued = await store.findIssued(tx, { merchantId, month })
    if (issued?.issued_by === operatorId && issued.lines === lines && issued.total_sen === totalSen) return
    if (issued) throw conflict(texts.statementIssued)
    const { timeZone, present } = calendarOf(deps)
    const unbilled = await store.listUnbilled(tx, timeZone, merchantId)
    const rows = unbilled.filter((line) => line.month === month)
    if (rows.length === 0) throw notFound()
    if (month >= present) throw conflict(texts.statementTooEarly)
    const [first = month] = unbilled.map((line) => line.month).toSorted()
    if (first < month) throw conflict(texts.statementEarlierFirst(formatMonth(first)))
    const total = rows.reduce((sum, { amount_sen }) => sum + amount_sen, 0)
    if (rows.length !== lines || total !== totalSen) throw conflict(texts.statementChanged)
    const id = await store.insertStatement(tx, { merchantId, month, operatorId, at, total, lines: rows })
    const changes = changesBetween({}, { total_sen: String(total), lines: String(rows.length) })
    await recordAudit(tx, { operatorId, action: 'statement.issued', subjectId: id, changes, at })
    for (const mail of await store.insertStatementMails(tx, id))
      await deps.jobs.enqueueMail(tx, { kind: 'statement-issued', id: mail })
  })
}

/** A repeat has no effect. Throws 404, 409 if it is paid, has open disputes, or another owner accepted it. */
export async function accept(deps: Deps, ownerId: number, of: Month): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    const statement = requireFound(await store.lockIssued(tx, of))
    if (statement.accepted_by === ownerId) return
    if (statement.accepted_by !== null) throw conflict(texts.statementAccepted)
    if (statement.paid_at) throw conflict(texts.statementPaid)
    if (statement.open_disputes > 0) throw conflict(texts.statementDisputed)
    const { id } = statement
    await store.markAccepted(tx, { id, ownerId, at })
    await recordAudit(tx, { operatorId: null, ownerId, action: 'statement.accepted', subjectId: id, at })
  })
}

/** A repeat has no effect. Throws 403, 404, 409 if paid or disputed, or another manager must pay it. */
export async function pay(deps: Deps, operatorId: number, { id, reference }: { id: number; reference: string }) {
  const at = deps.now()
  const paying = async (tx: pg.PoolClient) => {
    const statement = requireFound(await store.lockIssued(tx, { id }))
    if (statement.paid_by === operatorId && statement.payment_reference === reference) return
    await requireOtherMerchant(tx, operatorId, statement.merchant_id)
    if (statement.paid_at) throw conflict(texts.statementPaid)
    if (statement.open_disputes > 0) throw conflict(texts.statementDisputed)
    const signatures = await requirePayers(tx, deps, { statement, operatorId, reference })
    await store.markPaid(tx, { id, operatorId, reference, at })
    const changes = changesBetween({}, { payment_reference: reference, ...signatureFields(signatures) })
    await recordAudit(tx, { operatorId, action: 'statement.paid', subjectId: id, changes, at })
  }
  await withSecondManager(deps, () => inTransaction(deps.db.pool, paying))
}

type Payment = { statement: store.IssuedRow; operatorId: number; reference: string }

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
  if ((await store.listManagersOf(tx, id)).some((manager) => manager !== operatorId)) return {}
  const since = new Date(deps.now().getTime() - CONFIRMER_WINDOW_MS)
  if (await hasOtherManager(tx, { operatorId, ...owners, since })) throw conflict(texts.paymentNeedsSecond)
  return { isAlone: true }
}
