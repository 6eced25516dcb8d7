import { withdraw } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import * as withdrawals from './withdrawals.service.ts'

/** Withdrawing a receipt. It is part of review because it ends a reviewer's work on the receipt. */
export function withdrawalsRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(
    app,
    routeContext,
    { withdraw },
    {
      withdraw: async ({ id }, { member }) => {
        await withdrawals.withdraw(deps, member.id, id)
        return { message: texts.withdrawn }
      },
    },
  )
}
