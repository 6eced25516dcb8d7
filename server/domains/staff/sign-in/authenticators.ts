import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../../../platform/durations.ts'
import type { Authenticators } from '../../../platform/http/authenticators.ts'
import { cookieOptions } from '../../../platform/http/cookies.ts'
import { hashToken } from '../../../platform/security/crypto.ts'
import { isLastUseStale, TRUSTED_DEVICE_DAYS } from '../../../platform/sessions/sessions.store.ts'
import { APPS, type App, isSecondFactorRequired, operatorRole, type StaffRole, urlOf } from '../apps.ts'
import { staffSessions } from '../credentials.store.ts'
import { findStaffSession, saveLastSeen } from '../staff.store.ts'
import { PENDING_MINUTES, type SignInOrigin } from './sign-in.service.ts'

/** Finds the operator by the console's cookie; undefined for a malformed, unknown or expired one. */
export const operatorAuthenticator =
  (deps: Pick<Deps, 'db' | 'config' | 'now'>): Authenticators['operator'] =>
  async (request) => {
    const found = await findByCookie(deps, 'console', request)
    if (!found) return undefined
    const { id, name, email, role, has_second_factor, tokenHash } = found
    const secondFactor = getSecondFactorState(deps.config, role, has_second_factor)
    return { id, name, email, role: operatorRole(role), secondFactor, tokenHash }
  }

/** Finds the owner by the cookie of the counter app; undefined for a malformed, unknown or expired one. */
export const ownerAuthenticator =
  (deps: Pick<Deps, 'db' | 'now'>): Authenticators['owner'] =>
  async (request) => {
    const found = await findByCookie(deps, 'counter', request)
    if (!found) return undefined
    const { id, name, email, language, tokenHash } = found
    return { id, name, email, language, tokenHash }
  }

async function findByCookie({ db, now }: Pick<Deps, 'db' | 'now'>, app: App, { cookies }: FastifyRequest) {
  const token = cookies[APPS[app].cookies.session]
  if (!token) return undefined
  const tokenHash = hashToken(token)
  const at = now()
  const sessions = staffSessions[app]
  const row = await findStaffSession(db.lookups, app, tokenHash, sessions.liveSince(at))
  if (!row) return undefined
  // Awaited, because 30 idle minutes are short and a session in use must not count as idle.
  if (isLastUseStale(row.last_used_at, at)) {
    await sessions.touch(db.pool, tokenHash, at)
    await saveLastSeen(db.pool, app, row.id, at)
  }
  return { ...row, tokenHash }
}

/** The state of an operator's second factor: `due` if it is required and missing. */
export function getSecondFactorState(config: Pick<Config, 'SECOND_FACTOR'>, role: StaffRole, has: boolean) {
  if (has) return 'on'
  return isSecondFactorRequired(config, role) ? 'due' : 'off'
}

export function createSignInCookies(config: Config, app: App) {
  const names = APPS[app].cookies
  const options = cookieOptions(urlOf(config, app))
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

    /** Sets the cookie for the hour in which an unlocked browser may sign in. */
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
