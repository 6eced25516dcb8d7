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
      showHistory: async ({ id }, { caller }) => ({ data: await getHistory(deps, caller, id) }),
      downloadOriginal: async ({ id }, { caller, reply }) => {
        const { stream, bytes, name } = await openOriginal(deps, caller.id, id)
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
      reverse: async (sent, { caller }) => {
        await reversals.reverse(deps, caller.id, sent)
        return { data: await getHistory(deps, caller, sent.id) }
      },
    },
  )
}
