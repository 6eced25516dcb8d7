import * as contract from '@stampus/contract/accounts'
import * as texts from '@stampus/contract/texts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { type RouteContext, registerRoutes } from '../../platform/http/route.ts'
import { mediaUrl } from '../../platform/storage/files.routes.ts'
import type { UserRow } from './accounts.store.ts'
import { removeAvatar } from './avatars.ts'
import * as emailChanges from './email-changes/email-changes.service.ts'
import { ownUser, updateProfile } from './profile.service.ts'
import { register } from './registration/registration.service.ts'
import { examineLink, resend, verify } from './registration/verification.service.ts'
import * as sessions from './sessions/sessions.service.ts'
import { UNLOCK_COOKIE } from './unlocks/unlocks.service.ts'

const {
  login,
  register,
  verifyEmail,
  checkVerificationLink,
  resendVerification,
  currentUser,
  updateProfile,
  removeAvatar,
  logout,
  endOtherSessions,
  keepEmail,
  stopEmailChange,
} = contract
const group = {
  login,
  register,
  verifyEmail,
  checkVerificationLink,
  resendVerification,
  currentUser,
  updateProfile,
  removeAvatar,
  logout,
  endOtherSessions,
  keepEmail,
  stopEmailChange,
}

/** Login, registration, verification and the profile of members. */
export function accountsRoutes(app: FastifyInstance, deps: Deps, routeContext: RouteContext): void {
  registerRoutes(app, routeContext, group, {
    login: async (input, { request, reply }) => {
      keepPrivate(reply)
      const origin = { address: request.ip, unlockCookie: request.cookies[UNLOCK_COOKIE] }
      return presentSession(await sessions.login(deps, input, origin))
    },
    register: async (input, { request, reply }) => {
      keepPrivate(reply)
      return presentSession(await register(deps, input, request.ip))
    },
    verifyEmail: async (input, { request, reply }) => {
      keepPrivate(reply)
      const opener = { caller: await routeContext.authenticators.member(request), address: request.ip }
      const session = await verify(deps, input, opener)
      return session ? presentSession(session) : { message: texts.alreadyVerified }
    },
    checkVerificationLink: async (link, { request, reply }) => {
      keepPrivate(reply)
      return { data: await examineLink(deps, link, await routeContext.authenticators.member(request)) }
    },
    resendVerification: async ({ email }, { request }) => {
      await resend(deps, email, { caller: await routeContext.authenticators.member(request), address: request.ip })
      return { message: texts.verificationSent }
    },
    currentUser: async (_, { caller }) => ({ data: presentUser(await ownUser(deps, caller)) }),
    updateProfile: async (input, { caller, file, request }) => {
      const avatar = file && file.incoming.bytes > 0 ? file : undefined
      return { data: presentUser(await updateProfile(deps, input, { caller, address: request.ip, avatar })) }
    },
    logout: async (_, { caller }) => {
      await sessions.logout(deps, caller)
      return { message: texts.signedOut }
    },
    removeAvatar: async (_, { caller }) => ({ data: presentUser(await removeAvatar(deps, caller)) }),
    keepEmail: async (_, { caller }) => ({ data: presentUser(await emailChanges.keepEmail(deps, caller)) }),
    stopEmailChange: async (link, { reply }) => {
      keepPrivate(reply)
      await emailChanges.stopEmailChange(deps, link)
      return { message: texts.emailChangeStopped }
    },
    endOtherSessions: async (_, { caller }) => {
      return { message: texts.otherSessionsEnded, ended: await sessions.endOtherSessions(deps, caller) }
    },
  })
}

/** Public calls may be cached unless they say otherwise. */
function keepPrivate(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store')
}

function presentSession({ user, token }: sessions.Session) {
  return { user: presentUser(user), token }
}

function presentUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    email_verified_at: row.email_verified_at?.toISOString() ?? null,
    suspended: row.suspended,
    created_at: row.created_at.toISOString(),
    profile_avatar_url: row.avatar_key && mediaUrl(row.avatar_key),
    placeholder_image_url: row.avatar_placeholder,
    pending_email: row.pending_email,
  }
}
