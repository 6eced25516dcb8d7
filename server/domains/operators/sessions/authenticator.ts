import type { Deps } from '../../../deps.ts'
import type { Authenticators } from '../../../platform/http/authenticators.ts'
import { hashToken } from '../../../platform/security/crypto.ts'
import { isLastUseStale } from '../../../platform/sessions/sessions.store.ts'
import { saveLastSeen } from '../operators.store.ts'
import { getSecondFactorState } from '../second-factor/second-factor.service.ts'
import { CONSOLE_COOKIE } from './sessions.service.ts'
import { findOperatorSession, operatorSessions } from './sessions.store.ts'

/** Finds the operator by the console's cookie; undefined for a malformed, unknown or expired one. */
export function operatorAuthenticator({
  db,
  config,
  now,
}: Pick<Deps, 'db' | 'config' | 'now'>): Authenticators['operator'] {
  return async (request) => {
    const token = request.cookies[CONSOLE_COOKIE]
    if (!token) return undefined
    const tokenHash = hashToken(token)
    const at = now()
    const row = await findOperatorSession(db.shared, tokenHash, operatorSessions.liveSince(at))
    if (!row) return undefined
    // Awaited, because 30 idle minutes are short and a session in use must not count as idle.
    if (isLastUseStale(row.last_used_at, at)) {
      await operatorSessions.touch(db.pool, tokenHash, at)
      await saveLastSeen(db.pool, row.id, at)
    }
    const { id, name, email, role } = row
    return { id, name, email, role, secondFactor: getSecondFactorState(config, role, row.has_second_factor), tokenHash }
  }
}
