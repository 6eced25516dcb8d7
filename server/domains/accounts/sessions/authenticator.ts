import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { type AuthenticatedMember, type Authenticators, bearerToken } from '../../../platform/http/authenticators.ts'
import { isLastUseStale } from '../../../platform/security/ages.ts'
import { hashToken } from '../../../platform/security/crypto.ts'
import { liveSince } from './sessions.service.ts'
import { findMemberSession, touchSession } from './sessions.store.ts'

/** Finds the member by the bearer token; a broken, unknown or dead one is nobody. */
export function memberAuthenticator({ db, now }: Pick<Deps, 'db' | 'now'>): Authenticators['member'] {
  return async (request) => {
    const token = bearerToken(request)
    if (token === undefined) return undefined
    const tokenHash = hashToken(token)
    const at = now()
    const row = await findMemberSession(db.shared, tokenHash, liveSince(at))
    if (!row) return undefined
    if (isLastUseStale(row.last_used_at, at)) touch(request, () => touchSession(db.pool, tokenHash, at))
    return callerOf(row, token, tokenHash)
  }
}

type MemberSessionRow = NonNullable<Awaited<ReturnType<typeof findMemberSession>>>

function callerOf(row: MemberSessionRow, token: string, tokenHash: Buffer): AuthenticatedMember {
  const { id, email, suspended } = row
  return { id, email, verified: row.email_verified_at !== null, suspended, token, tokenHash }
}

/** Nobody waits for it, and a request does not fail for it. */
function touch(request: FastifyRequest, write: () => Promise<void>): void {
  write().catch((fault: unknown) => request.log.warn({ err: fault }, 'the use of a session was not noted'))
}
