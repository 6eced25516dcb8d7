import * as texts from '@stampus/contract/texts'
import { askUnlock, unlockBrowser } from '@stampus/contract/unlocks'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../../../deps.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import * as unlocks from './unlocks.service.ts'

/** Unlocking a browser for the sign-in by a mailed link. A link with a broken part is bad as a whole. */
export function unlocksRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const secure = deps.config.WEB_URL.startsWith('https:')
  // Strict: the page that the mail leads to asks from its own origin.
  const cookie = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  const keep = (reply: FastifyReply, token: string) =>
    reply.setCookie(unlocks.UNLOCK_COOKIE, token, { ...cookie, maxAge: unlocks.UNLOCK_COOKIE_SECONDS })
  app.register(async (calls) => {
    calls.addHook('preHandler', async ({ body, routeOptions }, reply) => {
      // Public calls may be cached unless they say otherwise.
      reply.header('cache-control', 'no-store')
      const isLink = routeOptions.url?.endsWith(unlockBrowser.path)
      if (isLink && !z.safeParse(unlockBrowser.input, body).success) throw unlocks.badLink()
    })
    registerRoutes(
      calls,
      routeContext,
      { askUnlock, unlockBrowser },
      {
        askUnlock: async ({ email }, { request, reply }) => {
          const asker = { cookie: request.cookies[unlocks.UNLOCK_COOKIE], address: request.ip }
          keep(reply, await unlocks.askUnlock(deps, email, asker))
          return { message: texts.unlockLinkSent }
        },
        unlockBrowser: async (link, { request, reply }) => {
          keep(reply, await unlocks.unlockBrowser(deps, link, request.cookies[unlocks.UNLOCK_COOKIE]))
          return { message: texts.browserUnlocked }
        },
      },
    )
  })
}
