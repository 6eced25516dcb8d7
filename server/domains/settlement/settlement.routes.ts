import * as questions from '@stampus/contract/console/settlement/questions'
import * as statements from '@stampus/contract/console/settlement/statements'
import * as ownStatements from '@stampus/contract/counter/statements'
import { SETTLEMENT_OPEN_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { csvHeaders } from '../../platform/http/csv.ts'
import { notFound } from '../../platform/http/http-error.ts'
import { toConsolePage } from '../../platform/http/lists.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import type { StampsOutcome } from '../rewards/hand-overs/settling.service.ts'
import { findOwnMerchant } from '../staff/merchants.store.ts'
import { answerDispute, disputeLine } from './disputes.service.ts'
import { listOpenDisputes, type OpenDisputeRow } from './disputes.store.ts'
import { answeredText, answerLate, listLate } from './late.service.ts'
import type { LateRow } from './late.store.ts'
import { exportLines } from './statement-file.ts'
import * as service from './statements.service.ts'
import {
  type LineRow,
  listAllStatements,
  listOfMerchant,
  listStatements,
  type StatementRow,
} from './statements.store.ts'

/** What merchants are owed: managers issue statements, answer disputes and late hand-overs, and mark statements as paid. */
export function settlementRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const { pool } = deps.db
  const { list, exportStatements, show, issue, pay } = statements
  const { open, answerDispute: toDispute, answerLate: toLate } = questions
  registerRoutes(
    app,
    routeContext,
    { list, exportStatements, show, issue, pay, open, answerDispute: toDispute, answerLate: toLate },
    {
      list: async ({ page = 1, month, merchant_id: merchantId, state }) => {
        const filter = { month, merchantId, state }
        const rows = await listStatements(pool, service.calendarOf(deps), filter, page)
        return toConsolePage(page, rows, presentAdminStatement)
      },
      exportStatements: async ({ month, merchant_id: merchantId }, { operator, reply }) => {
        const found = await listAllStatements(pool, service.calendarOf(deps), { month, merchantId })
        const lines = await exportLines(deps, { operatorId: operator.id }, found)
        const name = month ? `statements-${month}` : 'statements'
        return reply.headers(csvHeaders(name, dayIn(deps.config.TIME_ZONE, deps.now()))).send(lines)
      },
      show: async ({ id, month }) => {
        const { row, lines } = await service.getStatement(deps, { merchantId: id, month })
        return { data: { ...presentAdminStatement(row), rows: lines.map(presentLine) } }
      },
      issue: async ({ id, month, lines, total_sen: totalSen }, { operator }) => {
        await service.issue(deps, operator.id, { merchantId: id, month, lines, totalSen })
        return { message: texts.statementIssuedNow }
      },
      pay: async (input, { operator }) => {
        await service.pay(deps, operator.id, input)
        return { message: texts.statementPaidNow }
      },
      open: async () => {
        const disputes = await listOpenDisputes(pool, SETTLEMENT_OPEN_MAX)
        const late = await listLate(deps, SETTLEMENT_OPEN_MAX)
        return { data: { disputes: disputes.map(presentDispute), late: late.map(presentLate) } }
      },
      answerDispute: async ({ id, answer, amount_sen: amountSen }, { operator }) => {
        await answerDispute(deps, operator.id, { id, answer, amountSen })
        return { message: texts.disputeAnsweredNow }
      },
      answerLate: async ({ id, is_paid: isPaid, reason }, { operator }) => {
        return { message: answeredText(await answerLate(deps, operator.id, { id, isPaid, reason })) }
      },
    },
  )
}

/** What an owner is owed: the statements of their merchants. */
export function statementsRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const { pool } = deps.db
  /** Throws 404 for a merchant of someone else. */
  const requireOwn = async (ownerId: number, merchantId: number) => {
    if (!(await findOwnMerchant(pool, { ownerId, merchantId }))) throw notFound()
  }
  const { list, show, accept, disputeLine: dispute, exportLines: file } = ownStatements
  registerRoutes(
    app,
    routeContext,
    { list, show, accept, disputeLine: dispute, exportLines: file },
    {
      list: async ({ id }, { owner }) => {
        await requireOwn(owner.id, id)
        return { data: (await listOfMerchant(pool, service.calendarOf(deps), id)).map(presentStatement) }
      },
      show: async ({ id, month }, { owner }) => {
        await requireOwn(owner.id, id)
        const { row, lines } = await service.getStatement(deps, { merchantId: id, month })
        return { data: { ...presentStatement(row), rows: lines.map(presentLine) } }
      },
      accept: async ({ id, month }, { owner }) => {
        await requireOwn(owner.id, id)
        await service.accept(deps, owner.id, { merchantId: id, month })
        return { message: texts.statementAcceptedNow }
      },
      disputeLine: async ({ id, reason }, { owner }) => {
        await disputeLine(deps, owner.id, { lineId: id, reason })
        return { message: texts.lineDisputedNow }
      },
      exportLines: async ({ id, month }, { owner, reply }) => {
        await requireOwn(owner.id, id)
        const { row } = await service.getStatement(deps, { merchantId: id, month })
        const lines = await exportLines(deps, { operatorId: null, ownerId: owner.id }, [row])
        return reply.headers(csvHeaders(`statement-${month}`, dayIn(deps.config.TIME_ZONE, deps.now()))).send(lines)
      },
    },
  )
}

/** A statement as the owner sees it. */
function presentStatement(row: StatementRow): ownStatements.Statement {
  const { month, state, total_sen, lines, open_disputes, payment_reference } = row
  const times = { issued_at: iso(row.issued_at), accepted_at: iso(row.accepted_at), paid_at: iso(row.paid_at) }
  return { month, state, total_sen, lines, open_disputes, payment_reference, ...times }
}

/** A statement as managers see it. */
function presentAdminStatement(row: StatementRow): statements.AdminStatement {
  return {
    ...presentStatement(row),
    id: row.id,
    merchant: { id: row.merchant_id, name: row.merchant_name },
    next: row.next,
    issued_by: row.issued_by_name,
    accepted_by: row.accepted_by_name,
    paid_by: row.paid_by_name,
  }
}

const iso = (at: Date | null) => at?.toISOString() ?? null

function presentLine(line: LineRow): ownStatements.StatementLine {
  const { id, kind, at, way, number, title, title_ms, amount_sen, reason, dispute_id, dispute, answer } = line
  const isDisputed = dispute_id !== null && dispute !== null
  const disputed = isDisputed ? { id: dispute_id, reason: dispute, answer, adjusted_sen: line.adjusted_sen ?? 0 } : null
  const shown = { id, kind, at: at.toISOString(), way, number, title, amount_sen, reason, dispute: disputed }
  return title_ms === null ? shown : { ...shown, title_ms }
}

function presentDispute(row: OpenDisputeRow): questions.Dispute {
  return {
    id: row.dispute_id ?? 0,
    merchant: { id: row.merchant_id, name: row.merchant_name },
    month: row.month,
    owner: row.owner_name,
    reason: row.dispute ?? '',
    created_at: row.disputed_at.toISOString(),
    line: presentLine(row),
    voucher_id: row.voucher_id,
  }
}

function presentLate(row: LateRow & { outcome: StampsOutcome }): questions.LateHandOver {
  return {
    id: row.id,
    voucher: { id: row.voucher_id, number: row.number, title: row.title },
    merchant: { id: row.merchant_id, name: row.merchant_name },
    cashier: row.cashier_name,
    phone: row.phone_name,
    noted_at: row.noted_at.toISOString(),
    created_at: row.created_at.toISOString(),
    voucher_state: row.voucher_state,
    owed_sen: row.owed_sen,
    reports: row.reports.map(({ noted_at, created_at, ...who }) => ({
      ...who,
      noted_at: new Date(noted_at).toISOString(),
      created_at: new Date(created_at).toISOString(),
    })),
    is_settled: row.is_settled,
    if_paid: row.outcome,
    ended: row.ended_at && {
      at: row.ended_at.toISOString(),
      way: row.ended_way,
      by: row.ended_by,
      phone: row.ended_on,
      billed_in: row.billed_in,
      undone: row.undone_by && row.undone_at && { kind: row.undone_by, at: row.undone_at.toISOString() },
    },
  }
}
