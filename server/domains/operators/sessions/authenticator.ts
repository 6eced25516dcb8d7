import type { Role } from '@stampus/contract/console/operators'
import type { Config } from '../../../config.ts'
import type { Deps } from '../../../deps.ts'
import type { AuthenticatedOperator, Authenticators } from '../../../platform/http/authenticators.ts'
import type { SignInCookieNames } from '../../../platform/password-accounts/sign-in-cookies.ts'
import { hashToken } from '../../../platform/security/crypto.ts'
import { isLastUseStale } from '../../../platform/sessions/sessions.store.ts'
import { isSecondFactorRequired, operatorSessions } from '../operator-accounts.ts'
import { saveLastSeen } from '../operators.store.ts'
import { findOperatorSession } from './sessions.store.ts'

/** The cookies of the console. */
export const CONSOLE_COOKIES: SignInCookieNames = {
  session: 'stampus_console',
  device: 'stampus_console_device',
  pending: 'stampus_console_pending',
  unlock: 'stampus_console_unlock',
}

/** Finds the operator by the console's cookie; undefined for a malformed, unknown or expired one. */
export function operatorAuthenticator({
  db,
  config,
  now,
}: Pick<Deps, 'db' | 'config' | 'now'>): Authenticators['operator'] {
  return async (request) => {
    const token = request.cookies[CONSOLE_COOKIES.session]
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
    const { id, name, email, role, has_second_factor } = row
    return { id, name, email, role, secondFactor: getSecondFactorState(config, role, has_second_factor), tokenHash }
  }
}

/** The state of an operator's second factor: `due` if it is required and missing. */
export function getSecondFactorState(
  config: Pick<Config, 'SECOND_FACTOR'>,
  role: Role,
  has: boolean,
): AuthenticatedOperator['secondFactor'] {
  if (has) return 'on'
  return isSecondFactorRequired(config, role) ? 'due' : 'off'
}
