import * as contract from '@stampus/contract/counter/statements'
import { texts } from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { csvHeaders } from '../../platform/http/csv.ts'
import { notFound } from '../../platform/http/http-error.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { findOwnMerchant } from '../counters/owners/owners.store.ts'
import { disputeLine } from './disputes.service.ts'
import { presentLine, presentStatement } from './present-statements.ts'
import { exportLines } from './statement-file.ts'
import * as service from './statements.service.ts'
import { listOfMerchant } from './statements.store.ts'

/** What an owner is owed: the statements of their merchants. */
export function statementsRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const { pool } = deps.db
  /** Throws 404 for a merchant of someone else. */
  const requireOwn = async (ownerId: number, merchantId: number) => {
    if (!(await findOwnMerchant(pool, { ownerId, merchantId }))) throw notFound()
  }
  const { list, show, accept, disputeLine: dispute, exportLines: file } = contract
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
