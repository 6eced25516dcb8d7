import { downloadOriginal, reverse, showHistory } from '@stampus/contract/console/submissions'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import * as reversals from '../reversals/reversals.service.ts'
import { getHistory, openOriginal } from './history.service.ts'

/** A submission's history, its original file, and the reversal of its decision. */
export function historyRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(
    app,
    routeContext,
    { showHistory, downloadOriginal, reverse },
    {
      showHistory: async ({ id }, { operator }) => ({ data: await getHistory(deps, operator, id) }),
      downloadOriginal: async ({ id }, { operator, reply }) => {
        const { stream, bytes, name } = await openOriginal(deps, operator.id, id)
        return reply
          .headers({
            'content-disposition': `attachment; filename="${name}"`,
            'content-length': bytes,
            'content-type': 'application/octet-stream',
            'content-security-policy': "default-src 'none'; sandbox",
            'x-content-type-options': 'nosniff',
          })
          .send(stream)
      },
      reverse: async (sent, { operator }) => {
        await reversals.reverse(deps, operator.id, sent)
        return { data: await getHistory(deps, operator, sent.id) }
      },
    },
  )
}
