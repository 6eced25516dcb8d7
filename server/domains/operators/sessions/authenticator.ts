import type { Deps } from '../../../deps.ts'
import type { Authenticators } from '../../../platform/http/authenticators.ts'
import { isLastUseStale } from '../../../platform/security/ages.ts'
import { hashToken } from '../../../platform/security/crypto.ts'
import { noteSeen } from '../operators.store.ts'
import { CONSOLE_COOKIE, liveSince, secondFactorOf } from './sessions.service.ts'
import { findOperatorSession, touchOperatorSession } from './sessions.store.ts'

/** Finds the operator by the console's cookie; a broken, unknown or dead one is nobody. */
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
    const row = await findOperatorSession(db.shared, tokenHash, liveSince(at))
    if (!row) return undefined
    // Waited for: half an hour idle is short, and a session in use must not be seen as idle.
    if (isLastUseStale(row.last_used_at, at)) {
      await touchOperatorSession(db.pool, tokenHash, at)
      await noteSeen(db.pool, row.id, at)
    }
    const { id, name, email, role } = row
    return { id, name, email, role, secondFactor: secondFactorOf(config, role, row.has_second_factor), tokenHash }
  }
}
