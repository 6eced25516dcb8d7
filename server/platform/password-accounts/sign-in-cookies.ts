import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY_SECONDS, HOUR_SECONDS } from '../durations.ts'
import { TRUSTED_DEVICE_DAYS } from '../sessions/sessions.store.ts'
import { PENDING_MINUTES, type SignInOrigin } from './sign-in.service.ts'

/** The names of the cookies of one kind of account: of its session, of the trusted device, of a sign-in that waits for its code, of an unlocked browser. */
export type SignInCookieNames = { session: string; device: string; pending: string; unlock: string }

/** What scripts and other sites cannot read. Without an age, a cookie ends with the browser's own session. */
export function cookieOptions(appUrl: string) {
  return { path: '/', httpOnly: true, sameSite: 'strict', secure: appUrl.startsWith('https:') } as const
}

export type SignInCookies = ReturnType<typeof createSignInCookies>

/** Sets and reads the cookies of sign-ins to an app at a URL. */
export function createSignInCookies(names: SignInCookieNames, appUrl: string) {
  const options = cookieOptions(appUrl)
  return {
    setSession(reply: FastifyReply, { token, deviceToken }: { token: string; deviceToken: string }): void {
      reply.header('cache-control', 'no-store')
      reply.setCookie(names.session, token, options)
      reply.setCookie(names.device, deviceToken, { ...options, maxAge: TRUSTED_DEVICE_DAYS * DAY_SECONDS })
      if (reply.request.cookies[names.pending] !== undefined) reply.clearCookie(names.pending, options)
    },

    setPending(reply: FastifyReply, pending: string): void {
      reply.header('cache-control', 'no-store')
      reply.setCookie(names.pending, pending, { ...options, maxAge: PENDING_MINUTES * 60 })
    },

    /** For the hour in which an unlocked browser may sign in. */
    setUnlock(reply: FastifyReply, token: string): void {
      reply.setCookie(names.unlock, token, { ...options, maxAge: HOUR_SECONDS })
    },

    clearSession(reply: FastifyReply): void {
      reply.clearCookie(names.session, options)
    },

    readOrigin({ ip, cookies }: FastifyRequest): SignInOrigin & { pending: string | undefined } {
      const { [names.device]: deviceToken, [names.unlock]: unlockToken, [names.pending]: pending } = cookies
      return { address: ip, deviceToken, unlockToken, pending }
    },
  }
}
