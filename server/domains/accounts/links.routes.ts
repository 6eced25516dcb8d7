import * as accounts from '@stampus/contract/accounts'
import { texts } from '@stampus/contract/texts'
import * as unlockCalls from '@stampus/contract/unlocks'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { onlyLinks } from '../../platform/http/mailed-links.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import * as resets from './password-resets/password-resets.service.ts'
import * as unlocks from './unlocks/unlocks.service.ts'

export function mailedLinksRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const secure = deps.config.WEB_URL.startsWith('https:')
  // Strict works, because the page that the mail links to calls its own origin.
  const cookie = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  const setCookie = (reply: FastifyReply, token: string) =>
    reply.setCookie(unlocks.UNLOCK_COOKIE, token, { ...cookie, maxAge: unlocks.UNLOCK_COOKIE_SECONDS })
  onlyLinks(app, { link: accounts.resetLink, badLink: resets.badLink }, (links) =>
    registerRoutes(links, routeContext, accounts, {
      resetPassword: async (input, { request }) => {
        await resets.resetPassword(deps, input, request.ip)
        return { message: texts.passwordReset }
      },
    }),
  )
  registerRoutes(app, routeContext, unlockCalls, {
    requestUnlockLink: async ({ email }, { request, reply }) => {
      reply.header('cache-control', 'no-store')
      const requester = { cookie: request.cookies[unlocks.UNLOCK_COOKIE], address: request.ip }
      setCookie(reply, await unlocks.requestUnlock(deps, email, requester))
      return { message: texts.unlockLinkSent }
    },
  })
  onlyLinks(app, { link: unlockCalls.unlockBrowser.input, badLink: unlocks.badLink }, (links) =>
    registerRoutes(links, routeContext, unlockCalls, {
      unlockBrowser: async (link, { request, reply }) => {
        setCookie(reply, await unlocks.unlockBrowser(deps, link, request.cookies[unlocks.UNLOCK_COOKIE]))
        return { message: texts.browserUnlocked }
      },
    }),
  )
}
