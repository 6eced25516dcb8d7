import { texts } from '@stampus/contract/texts'
import { requestUnlockLink, unlockBrowser } from '@stampus/contract/unlocks'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../../../deps.ts'
import { type RouteContext, registerRoutes } from '../../../platform/http/route.ts'
import * as unlocks from './unlocks.service.ts'

/** Unlocks a browser for login with a mailed link. A malformed part makes the whole link invalid. */
export function unlocksRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const secure = deps.config.WEB_URL.startsWith('https:')
  // Strict works, because the page that the mail links to calls its own origin.
  const cookie = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  const setCookie = (reply: FastifyReply, token: string) =>
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
      { requestUnlockLink, unlockBrowser },
      {
        requestUnlockLink: async ({ email }, { request, reply }) => {
          const requester = { cookie: request.cookies[unlocks.UNLOCK_COOKIE], address: request.ip }
          setCookie(reply, await unlocks.requestUnlock(deps, email, requester))
          return { message: texts.unlockLinkSent }
        },
        unlockBrowser: async (link, { request, reply }) => {
          setCookie(reply, await unlocks.unlockBrowser(deps, link, request.cookies[unlocks.UNLOCK_COOKIE]))
          return { message: texts.browserUnlocked }
        },
      },
    )
  })
}
