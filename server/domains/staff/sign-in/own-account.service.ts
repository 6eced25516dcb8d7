import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import { inTransaction, orEarlierResult } from '../../../platform/db/transaction.ts'
import { invalid, unauthenticated } from '../../../platform/http/http-error.ts'
import { requireUncommonPassword } from '../../../platform/http/uncommon-password.ts'
import { attemptLimits, attemptPassword } from '../../../platform/rate-limits/failed-attempts.ts'
import type { Limit } from '../../../platform/rate-limits/rate-limits.ts'
import { hashPassword } from '../../../platform/security/passwords.ts'
import { APPS, type App } from '../apps.ts'
import { countRecoveryCodes, deleteLink, endSessions, findSecondFactor, staffSessions } from '../credentials.store.ts'
import { findStaff, lockStaff, recordStaffAudit, type StaffRow, setPassword } from '../staff.store.ts'

export type SignedIn = { app: App; id: number; email: string; tokenHash: Buffer }

export const getOwnAccount = async ({ db: { pool }, now }: Deps, { app, id, tokenHash }: SignedIn) => ({
  other_sessions: await staffSessions[app].countOthers(pool, { ownerId: id, tokenHash }, now()),
  has_second_factor: Boolean((await findSecondFactor(pool, id))?.added_at),
  recovery_codes_left: await countRecoveryCodes(pool, id),
})

type PasswordChange = { current_password: string; password: string; address: string }

/** Changes the own password, ends the other sessions and voids password links. Throws 401, 422, 429, 503. */
export const changeOwnPassword = (deps: Deps, own: SignedIn, given: PasswordChange) =>
  orEarlierResult(deps.db.pool, () => changePassword(deps, own, given))

async function changePassword(deps: Deps, own: SignedIn, given: PasswordChange): Promise<void> {
  const { app, id } = own
  requireUncommonPassword(given.password)
  const { password_hash } = await requireCurrentPassword(deps, own, given)
  const hash = await hashPassword(given.password, { holder: `${APPS[app].scope}|${id}` })
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    if ((await lockStaff(tx, app, id))?.password_hash !== password_hash)
      throw invalid('current_password', texts.currentPasswordWrong)
    await setPassword(tx, app, id, hash)
    await endSessions(tx, app, id, own.tokenHash)
    await deleteLink(tx, app, id)
    const action = `${APPS[app].person}.password_changed` as const
    await recordStaffAudit(tx, app, { id, action, at, fields: ['password'] })
  })
}

export async function endOwnOtherSessions(deps: Deps, { app, id, tokenHash }: SignedIn): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    await lockStaff(tx, app, id)
    await endSessions(tx, app, id, tokenHash)
    await recordStaffAudit(tx, app, { id, action: `${APPS[app].person}.sessions_ended`, at })
  })
}

/** Wrong passwords and codes of a signed-in account, counted together. */
export const ownAttemptLimits = ({ app, id }: SignedIn, address: string): Limit[] =>
  attemptLimits(`${APPS[app].scope}-own`, String(id), address)

/** Returns the account if this is its password. Throws 401, 422 on `current_password`, 429, 503. */
export async function requireCurrentPassword(
  deps: Deps,
  own: SignedIn,
  { current_password: given, address }: { current_password: string; address: string },
): Promise<StaffRow> {
  const account = await findStaff(deps.db.pool, own.app, own.id)
  if (!account?.password_hash) throw unauthenticated()
  const attempt = { stored: account.password_hash, given, limits: ownAttemptLimits(own, address), address }
  if (await attemptPassword(deps.db.pool, attempt, deps.now())) return account
  throw invalid('current_password', texts.currentPasswordWrong)
}
