import * as accounts from '@stampus/contract/accounts'
import { texts } from '@stampus/contract/texts'
import * as unlockCalls from '@stampus/contract/unlocks'
import {
  asLanguage,
  LANGUAGE_COOKIE,
  LANGUAGE_HEADER,
  type Language,
  preferredLanguage,
} from '@stampus/contract/values/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { names, pick } from '../../platform/db/names.ts'
import { onlyLinks } from '../../platform/http/mailed-links.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import { insertConsents, type UserRow } from './accounts.store.ts'
import * as avatars from './avatars.ts'
import * as emailChanges from './email-changes/email-changes.service.ts'
import * as resets from './password-resets/password-resets.service.ts'
import * as profile from './profile.service.ts'
import * as registration from './registration/registration.service.ts'
import * as verification from './registration/verification.service.ts'
import * as sessions from './sessions/sessions.service.ts'
import * as unlocks from './unlocks/unlocks.service.ts'
import { UNLOCK_COOKIE } from './unlocks/unlocks.service.ts'

export function accountsRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  const findMember = routeContext.authenticators.member
  registerRoutes(app, routeContext, accounts, {
    login: async (input, { request, reply }) => {
      forbidCaching(reply)
      const origin = { address: request.ip, unlockCookie: request.cookies[UNLOCK_COOKIE] }
      return presentSession(await sessions.login(deps, input, origin))
    },
    register: async (input, { request, reply }) => {
      forbidCaching(reply)
      const sender = { address: request.ip, language: languageOf(request) }
      return presentSession(await registration.register(deps, input, sender))
    },
    verifyEmail: async (input, { request, reply }) => {
      forbidCaching(reply)
      const opener = { member: await findMember(request), address: request.ip }
      const session = await verification.verifyEmail(deps, input, opener)
      return session ? presentSession(session) : { message: texts.alreadyVerified }
    },
    checkVerificationLink: async (link, { request, reply }) => {
      forbidCaching(reply)
      return { data: await verification.checkLink(deps, link, await findMember(request)) }
    },
    resendVerification: async ({ email }, { request }) => {
      await verification.resendLink(deps, email, { member: await findMember(request), address: request.ip })
      return { message: texts.verificationSent }
    },
    currentUser: async (_, { member }) => ({ data: presentUser(await profile.findOwnUser(deps, member)) }),
    updateProfile: async (input, { member, file, request }) => {
      const avatar = file && file.incoming.bytes > 0 ? file : undefined
      return { data: presentUser(await profile.updateProfile(deps, input, { member, address: request.ip, avatar })) }
    },
    setLanguage: async ({ language }, { member }) => ({
      data: presentUser(await profile.setLanguage(deps, member, language)),
    }),
    logout: async (_, { member }) => {
      await sessions.logout(deps, member)
      return { message: texts.signedOut }
    },
    removeAvatar: async (_, { member }) => ({ data: presentUser(await avatars.removeAvatar(deps, member)) }),
    cancelEmailChange: async (_, { member }) => ({
      data: presentUser(await emailChanges.cancelEmailChange(deps, member)),
    }),
    stopEmailChange: async (link, { reply }) => {
      forbidCaching(reply)
      await emailChanges.stopEmailChange(deps, link)
      return { message: texts.emailChangeStopped }
    },
    acceptSupplements: async (supplements, { member }) => {
      await insertConsents(deps.db.pool, { userId: member.id, supplements, at: deps.now() })
      return { message: texts.consentRecorded }
    },
    endOtherSessions: async (_, { member }) => {
      return { message: texts.otherSessionsEnded, ended: await sessions.endOtherSessions(deps, member) }
    },
  })
  mailedLinksRoutes(app, deps, routeContext)
}

/** The language of the app or the one chosen in the browser, else Malay if the browser prefers it, else none. */
function languageOf({ headers, cookies }: FastifyRequest): Language | null {
  const chosen = asLanguage(headers[LANGUAGE_HEADER]) ?? asLanguage(cookies[LANGUAGE_COOKIE])
  return chosen ?? (preferredLanguage(headers['accept-language']) === 'ms' ? 'ms' : null)
}

/** Public calls may be cached unless they say otherwise. */
function forbidCaching(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store')
}

const presentSession = ({ user, token }: sessions.Session) => ({ user: presentUser(user), token })

const SHOWN = names('id name email email_verified_at suspended created_at pending_email language')

const presentUser = (row: UserRow) => ({
  ...pick(row, SHOWN),
  profile_avatar_url: row.avatar_key && mediaUrl(row.avatar_key),
  placeholder_image_url: row.avatar_placeholder,
})

function mailedLinksRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
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
