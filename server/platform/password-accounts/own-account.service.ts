import { texts } from '@stampus/contract/texts'
import { inTransaction } from '../db/transaction.ts'
import type { PlatformDeps } from '../deps.ts'
import { invalid, unauthenticated } from '../http/http-error.ts'
import { attemptLimits, attemptPassword } from '../rate-limits/failed-attempts.ts'
import type { Limit } from '../rate-limits/rate-limits.ts'
import { isCommonPassword } from '../security/common-passwords.ts'
import { hashPassword } from '../security/passwords.ts'
import { type AccountKind, endSessions, type PasswordAccount, type SignedIn } from './account-kind.ts'

/** What the own account page shows. */
export async function getOwnAccount<Account extends PasswordAccount>(
  { db: { pool }, now }: PlatformDeps,
  { sessions, secondFactors }: AccountKind<Account>,
  { id, tokenHash }: SignedIn,
) {
  return {
    other_sessions: await sessions.countOthers(pool, { ownerId: id, tokenHash }, now()),
    has_second_factor: Boolean((await secondFactors.find(pool, id))?.added_at),
    recovery_codes_left: await secondFactors.countRecoveryCodes(pool, id),
  }
}

type PasswordChange = { current_password: string; password: string; address: string }

/** Changes the own password, ends the other sessions and voids password links. Throws 401, 422, 429, 503. */
export async function changeOwnPassword<Account extends PasswordAccount>(
  deps: PlatformDeps,
  kind: AccountKind<Account>,
  own: SignedIn,
  given: PasswordChange,
): Promise<void> {
  requireUncommonPassword(given.password)
  const { password_hash } = await requireCurrentPassword(deps, kind, own, given)
  const hash = await hashPassword(given.password, { holder: `${kind.scope}|${own.id}` })
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    if ((await kind.lock(tx, own.id))?.password_hash !== password_hash)
      throw invalid('current_password', texts.currentPasswordWrong)
    await kind.setPassword(tx, own.id, hash)
    await endSessions(tx, kind, own.id, own.tokenHash)
    await kind.links.deleteOf(tx, own.id)
    await kind.recordAudit(tx, { id: own.id, action: 'password_changed', at, fields: ['password'] })
  })
}

/** Ends every session of the account but this one. */
export async function endOwnOtherSessions<Account extends PasswordAccount>(
  deps: PlatformDeps,
  kind: AccountKind<Account>,
  { id, tokenHash }: SignedIn,
): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    await kind.lock(tx, id)
    await endSessions(tx, kind, id, tokenHash)
    await kind.recordAudit(tx, { id, action: 'sessions_ended', at })
  })
}

/** Wrong passwords and codes of a signed-in account, counted together. */
export function ownAttemptLimits({ scope }: { scope: string }, { id }: SignedIn, address: string): Limit[] {
  return attemptLimits(`${scope}-own`, String(id), address)
}

/** Returns the account if this is its password. Throws 401, 422 on `current_password`, 429, 503. */
export async function requireCurrentPassword<Account extends PasswordAccount>(
  deps: PlatformDeps,
  kind: AccountKind<Account>,
  own: SignedIn,
  { current_password: given, address }: { current_password: string; address: string },
): Promise<Account> {
  const account = await kind.find(deps.db.pool, own.id)
  if (!account?.password_hash) throw unauthenticated()
  const attempt = { stored: account.password_hash, given, limits: ownAttemptLimits(kind, own, address), address }
  if (await attemptPassword(deps.db.pool, attempt, deps.now())) return account
  throw invalid('current_password', texts.currentPasswordWrong)
}

/** Throws 422 for a well-known password. */
export function requireUncommonPassword(password: string): void {
  if (isCommonPassword(password)) throw invalid('password', texts.passwordWellKnown)
}
