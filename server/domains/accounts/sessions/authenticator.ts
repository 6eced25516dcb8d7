import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { type Authenticators, bearerToken } from '../../../platform/http/authenticators.ts'
import { hashToken } from '../../../platform/security/crypto.ts'
import { isLastUseStale } from '../../../platform/sessions/sessions.store.ts'
import { findMemberSession, memberSessions } from '../sessions.store.ts'

/** Finds the member by the bearer token; undefined for a malformed, unknown or expired one. */
export function memberAuthenticator({ db, now }: Pick<Deps, 'db' | 'now'>): Authenticators['member'] {
  return async (request) => {
    const token = bearerToken(request)
    if (token === undefined) return undefined
    const tokenHash = hashToken(token)
    const at = now()
    const row = await findMemberSession(db.shared, tokenHash, memberSessions.liveSince(at))
    if (!row) return undefined
    if (isLastUseStale(row.last_used_at, at))
      writeInBackground(request, () => memberSessions.touch(db.pool, tokenHash, at))
    const { id, email, suspended } = row
    return { id, email, verified: row.email_verified_at !== null, suspended, token, tokenHash }
  }
}

/** The request does not wait for the write, and does not fail with it. */
function writeInBackground(request: FastifyRequest, write: () => Promise<void>): void {
  write().catch((error: unknown) => request.log.warn({ err: error }, 'the use of a session was not stored'))
}
