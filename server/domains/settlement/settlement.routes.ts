import * as questions from '@stampus/contract/console/settlement/questions'
import * as statements from '@stampus/contract/console/settlement/statements'
import * as ownStatements from '@stampus/contract/counter/statements'
import { SETTLEMENT_OPEN_MAX } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import type { Deps } from '../../deps.ts'
import { csvHeaders } from '../../platform/http/csv.ts'
import { notFound } from '../../platform/http/http-error.ts'
import { toConsolePage } from '../../platform/http/lists.ts'
import { withMalay } from '../../platform/http/present.ts'
import { routes } from '../../platform/http/route.ts'
import { findOwnMerchant } from '../staff/merchants.store.ts'
import { answerDispute, answeredText, answerLate, disputeLine, listLate } from './questions.service.ts'
import { listOpenDisputes } from './questions.store.ts'
import { exportLines } from './statement-file.ts'
import * as service from './statements.service.ts'
import { listAllStatements, listOfMerchant, listStatements } from './statements.store.ts'

/** What merchants are owed: managers issue statements, and mark them as paid. */
export const statementsAdminRoutes = routes(statements, (deps: Deps) => ({
  list: async ({ page = 1, month, merchant_id: merchantId, state }) => {
    const filter = { month, merchantId, state }
    const rows = await listStatements(deps.db.pool, service.calendarOf(deps), filter, page)
    return toConsolePage(page, rows, (row) => row)
  },
  exportStatements: async ({ month, merchant_id: merchantId }, { operator, reply }) => {
    const found = await listAllStatements(deps.db.pool, service.calendarOf(deps), { month, merchantId })
    const lines = await exportLines(deps, { operatorId: operator.id }, found)
    const name = month ? `statements-${month}` : 'statements'
    return reply.headers(csvHeaders(name, dayIn(deps.config.TIME_ZONE, deps.now()))).send(lines)
  },
  show: async ({ id, month }) => {
    const { row, lines } = await service.getStatement(deps, { merchantId: id, month })
    return { data: { ...row, rows: lines.map(withMalay) } }
  },
  issue: async ({ id, month, lines, total_sen: totalSen }, { operator }) => {
    await service.issue(deps, operator.id, { merchantId: id, month, lines, totalSen })
    return { message: texts.statementIssuedNow }
  },
  pay: async (input, { operator }) => {
    await service.pay(deps, operator.id, input)
    return { message: texts.statementPaidNow }
  },
}))

/** What managers are asked about statements: disputes and late hand-overs, which they answer. */
export const questionsRoutes = routes(questions, (deps: Deps) => ({
  open: async () => {
    const disputes = await listOpenDisputes(deps.db.pool, SETTLEMENT_OPEN_MAX)
    const late = await listLate(deps, SETTLEMENT_OPEN_MAX)
    return {
      data: {
        disputes: disputes.map((row) => {
          const { id = 0, reason = '' } = row.dispute ?? {}
          return { ...row, id, reason, line: withMalay(row) }
        }),
        late: late.map((row) => ({
          ...row,
          reports: row.reports.map(({ noted_at, created_at, ...who }) => {
            return { ...who, noted_at: new Date(noted_at), created_at: new Date(created_at) }
          }),
        })),
      },
    }
  },
  answerDispute: async ({ id, answer, amount_sen: amountSen }, { operator }) => {
    await answerDispute(deps, operator.id, { id, answer, amountSen })
    return { message: texts.disputeAnsweredNow }
  },
  answerLate: async ({ id, is_paid: isPaid, reason }, { operator }) => {
    return { message: answeredText(await answerLate(deps, operator.id, { id, isPaid, reason })) }
  },
}))

/** What an owner is owed: the statements of their merchants. */
export const statementsRoutes = routes(ownStatements, (deps: Deps) => {
  const { pool } = deps.db
  /** Throws 404 for a merchant of someone else. */
  const requireOwn = async (ownerId: number, merchantId: number) => {
    if (!(await findOwnMerchant(pool, { ownerId, merchantId }))) throw notFound()
  }
  return {
    list: async ({ id }, { owner }) => {
      await requireOwn(owner.id, id)
      return { data: await listOfMerchant(pool, service.calendarOf(deps), id) }
    },
    show: async ({ id, month }, { owner }) => {
      await requireOwn(owner.id, id)
      const { row, lines } = await service.getStatement(deps, { merchantId: id, month })
      return { data: { ...row, rows: lines.map(withMalay) } }
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
  }
})
