import * as questions from '@stampus/contract/console/settlement/questions'
import * as contract from '@stampus/contract/console/settlement/statements'
import { SETTLEMENT_OPEN_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { csvHeaders } from '../../platform/http/csv.ts'
import { toConsolePage } from '../../platform/http/lists.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { answerDispute } from './disputes.service.ts'
import { listOpenDisputes } from './disputes.store.ts'
import { answeredText, answerLate, listLate } from './late.service.ts'
import { presentAdminStatement, presentDispute, presentLate, presentLine } from './present-statements.ts'
import { exportLines } from './statement-file.ts'
import * as service from './statements.service.ts'
import { listAllStatements, listStatements } from './statements.store.ts'

/** What merchants are owed: managers issue statements, answer disputes and late hand-overs, and mark statements as paid. */
export function settlementRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const { pool } = deps.db
  const { list, exportStatements, show, issue, pay } = contract
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
