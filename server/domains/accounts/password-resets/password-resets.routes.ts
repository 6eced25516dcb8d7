import { resetLink, resetPassword } from '@stampus/contract/accounts'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../../../deps.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import * as resets from './password-resets.service.ts'

/** Sets a new password with a mailed link. A malformed part makes the whole link invalid. */
export function passwordResetsRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  app.register(async (links) => {
    links.addHook('preHandler', async ({ body }, reply) => {
      // Public calls may be cached unless they say otherwise.
      reply.header('cache-control', 'no-store')
      if (!z.safeParse(resetLink, body).success) throw resets.badLink()
    })
    registerRoutes(
      links,
      routeContext,
      { resetPassword },
      {
        resetPassword: async (input, { request }) => {
          await resets.resetPassword(deps, input, request.ip)
          return { message: texts.passwordReset }
        },
      },
    )
  })
}
