import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AuthenticatedOperator } from '../../../platform/http/authenticators.ts'
import { invalid, unauthenticated } from '../../../platform/http/http-error.ts'
import { attemptLimits, attemptPassword } from '../../../platform/rate-limits/failed-attempts.ts'
import type { Limit } from '../../../platform/rate-limits/rate-limits.ts'
import { isCommonPassword } from '../../../platform/security/common-passwords.ts'
import { hashPassword } from '../../../platform/security/passwords.ts'
import {
  findOperator,
  lockOperator,
  type OperatorRow,
  recordOperatorAudit,
  setOperatorPassword,
} from '../operators.store.ts'
import { countRecoveryCodes } from '../second-factor/second-factor.store.ts'
import { deleteLink } from '../sessions/password-links.store.ts'
import { endSessions, operatorSessions } from '../sessions/sessions.store.ts'

/** What the operator's own account page shows. */
export async function getOwnAccount({ db: { pool }, now }: Deps, operator: AuthenticatedOperator) {
  const { id, tokenHash, secondFactor } = operator
  return {
    other_sessions: await operatorSessions.countOthers(pool, { ownerId: id, tokenHash }, now()),
    has_second_factor: secondFactor === 'on',
    recovery_codes_left: await countRecoveryCodes(pool, id),
  }
}

type PasswordChange = {
  operator: AuthenticatedOperator
  current_password: string
  password: string
  address: string
}

/** Changes the operator's password, ends their other sessions and voids password links. Throws 401, 422, 429, 503. */
export async function changeOwnPassword(deps: Deps, given: PasswordChange): Promise<void> {
  const { operator, address } = given
  const { password_hash } = await requireCurrentPassword(deps, operator, given.current_password, address)
  requireUncommonPassword(given.password)
  const hash = await hashPassword(given.password, address)
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    if ((await lockOperator(tx, operator.id))?.password_hash !== password_hash)
      throw invalid('current_password', texts.currentPasswordWrong)
    await setOperatorPassword(tx, operator.id, hash)
    await endSessions(tx, operator.id, operator.tokenHash)
    await deleteLink(tx, operator.id)
    await recordOperatorAudit(tx, {
      actorId: operator.id,
      action: 'operator.password_changed',
      operatorId: operator.id,
      at,
      fields: ['password'],
    })
  })
}

/** Ends every session of the operator but this one. */
export async function endOwnOtherSessions(deps: Deps, { id, tokenHash }: AuthenticatedOperator): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    await lockOperator(tx, id)
    await endSessions(tx, id, tokenHash)
    await recordOperatorAudit(tx, { actorId: id, action: 'operator.sessions_ended', operatorId: id, at })
  })
}

/** Wrong passwords and codes of a signed-in operator, counted together. */
export function ownAttemptLimits({ id }: Pick<AuthenticatedOperator, 'id'>, address: string): Limit[] {
  return attemptLimits('console-own', String(id), address)
}

/** Returns the operator if this is their password. Throws 401, 422 on `current_password`, 429, 503. */
export async function requireCurrentPassword(
  deps: Deps,
  operator: AuthenticatedOperator,
  given: string,
  address: string,
): Promise<OperatorRow> {
  const row = await findOperator(deps.db.pool, operator.id)
  if (!row?.password_hash) throw unauthenticated()
  const attempt = { stored: row.password_hash, given, limits: ownAttemptLimits(operator, address), address }
  if (await attemptPassword(deps.db.pool, attempt, deps.now())) return row
  throw invalid('current_password', texts.currentPasswordWrong)
}

/** Throws 422 for a well-known password. */
export function requireUncommonPassword(password: string): void {
  if (isCommonPassword(password)) throw invalid('password', texts.passwordWellKnown)
}
