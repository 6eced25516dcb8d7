import { showOverview } from '@stampus/contract/console/overview'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { overviewOf } from './overview.service.ts'

const DAYS = '30'

/** The console's figures (D-54). */
export function overviewRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(
    app,
    routeContext,
    { showOverview },
    {
      showOverview: async ({ days = DAYS }, { caller }) => ({ data: await overviewOf(deps, caller.id, Number(days)) }),
    },
  )
}
