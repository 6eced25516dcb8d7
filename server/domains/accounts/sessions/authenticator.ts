import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { bearerToken, type Callers, type MemberCaller } from '../../../platform/http/authenticators.ts'
import { isUseToBeNoted } from '../../../platform/security/ages.ts'
import { hashToken } from '../../../platform/security/tokens.ts'
import { liveSince } from './sessions.service.ts'
import { findCaller, touchSession } from './sessions.store.ts'

/** Finds the member by the bearer token; a broken, unknown or dead one is nobody. */
export function memberCallers({ db, now }: Pick<Deps, 'db' | 'now'>): Callers['member'] {
  return async (request) => {
    const token = bearerToken(request)
    if (token === undefined) return undefined
    const tokenHash = hashToken(token)
    const at = now()
    const row = await findCaller(db.shared, tokenHash, liveSince(at))
    if (!row) return undefined
    if (isUseToBeNoted(row.last_used_at, at)) touch(request, () => touchSession(db.pool, tokenHash, at))
    return callerOf(row, token, tokenHash)
  }
}

type CallerRow = NonNullable<Awaited<ReturnType<typeof findCaller>>>

function callerOf(row: CallerRow, token: string, tokenHash: Buffer): MemberCaller {
  const { id, email, suspended } = row
  return { id, email, verified: row.email_verified_at !== null, suspended, token, tokenHash }
}

/** Nobody waits for it, and a request does not fail for it. */
function touch(request: FastifyRequest, write: () => Promise<void>): void {
  write().catch((fault: unknown) => request.log.warn({ err: fault }, 'the use of a session was not noted'))
}
