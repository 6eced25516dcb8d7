import type { Deps } from '../../../deps.ts'
import { attemptLimits, attemptPassword } from '../../../platform/rate-limits/failed-attempts.ts'
import type { UserRow } from '../accounts.store.ts'

/** Whether a signed-in member typed their own password; wrong guesses are counted for every call that asks (D-21). 429. */
export function isOwnPassword(deps: Deps, user: UserRow, given: string, address: string): Promise<boolean> {
  const limits = attemptLimits('current-password', String(user.id), address)
  return attemptPassword(deps.db.pool, { stored: user.password_hash, given, limits, address }, deps.now())
}
