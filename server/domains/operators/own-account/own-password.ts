import * as texts from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import type { AuthenticatedOperator } from '../../../platform/http/authenticators.ts'
import { invalid, unauthenticated } from '../../../platform/http/http-error.ts'
import { attemptLimits, attemptPassword } from '../../../platform/rate-limits/failed-attempts.ts'
import type { Limit } from '../../../platform/rate-limits/rate-limits.ts'
import { isCommonPassword } from '../../../platform/security/common-passwords.ts'
import { findOperator, type OperatorRow } from '../operators.store.ts'

/** How often a signed-in operator may be wrong about what is theirs, password and codes together. */
export function ownLimits({ id }: Pick<AuthenticatedOperator, 'id'>, address: string): Limit[] {
  return attemptLimits('console-own', String(id), address)
}

/** The caller as they stand, who typed their own password. 422 on `current_password`, 429. */
export async function requirePassword(
  deps: Deps,
  caller: AuthenticatedOperator,
  given: string,
  address: string,
): Promise<OperatorRow> {
  const operator = await findOperator(deps.db.pool, caller.id)
  if (!operator?.password_hash) throw unauthenticated()
  const attempt = { stored: operator.password_hash, given, limits: ownLimits(caller, address), address }
  if (await attemptPassword(deps.db.pool, attempt, deps.now())) return operator
  throw invalid('current_password', texts.currentPasswordWrong)
}

/** Refuses a new password that is among those tried first (D-21). */
export function requireUncommon(password: string): void {
  if (isCommonPassword(password)) throw invalid('password', texts.passwordWellKnown)
}
