import { showOverview } from '@stampus/contract/overview'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { type Serving, serveAll } from '../http/route.ts'
import { overviewOf } from './overview.ts'

const DAYS = '30'

/** The console's figures (D-54). */
export function overviewRoutes(app: FastifyInstance, deps: Deps, serving: Serving): void {
  serveAll(
    app,
    serving,
    { showOverview },
    {
      showOverview: async ({ days = DAYS }, { caller }) => ({ data: await overviewOf(deps, caller.id, Number(days)) }),
    },
  )
}
