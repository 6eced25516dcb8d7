import { texts } from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction, orEarlierResult } from '../../../platform/db/transaction.ts'
import { HttpError } from '../../../platform/http/http-error.ts'
import { requireUncommonPassword } from '../../../platform/http/uncommon-password.ts'
import { forgetFailedAttempts, linkUseLimit, rejectBadLink } from '../../../platform/rate-limits/failed-attempts.ts'
import { consumeLimit } from '../../../platform/rate-limits/rate-limits.ts'
import { hashPassword } from '../../../platform/security/passwords.ts'
import type { SignedLink } from '../../../platform/security/signed-links.ts'
import { findUser, lockUser, memberSessions, type UserRow } from '../accounts.store.ts'
import { newNonce, resetLinks } from '../links.ts'
import { memberUnlocks } from '../unlocks/unlocks.store.ts'
import { deleteResets, findReset, setPassword } from './password-resets.store.ts'

/** Sets a password with a link, once, ends all sessions and opens none. Throws 422 by field, 429, 503. */
export const resetPassword = (deps: Deps, given: SignedLink & { password: string }, address: string) =>
  orEarlierResult(deps.db.pool, () => useLink(deps, given, address))

async function useLink(deps: Deps, given: SignedLink & { password: string }, address: string): Promise<void> {
  const { pool } = deps.db
  const now = deps.now()
  const known = resetLinks.isValid(deps.config, given, now) ? await findHolder(given, pool, findUser) : undefined
  if (!known) return rejectBadLink(pool, { kind: 'reset', link: given.signature, address }, badLink(), now)
  requireUncommonPassword(given.password)
  await consumeLimit(pool, linkUseLimit('reset', given.id), now)
  const hash = await hashPassword(given.password, { holder: `member|${known.id}` })
  await inTransaction(pool, async (tx) => {
    const user = await findHolder(given, tx, lockUser)
    if (!user) throw badLink()
    await setPassword(tx, user.id, { hash, nonce: newNonce() })
    await deleteResets(tx, user.id)
    await memberSessions.endAll(tx, user.id)
    await memberSessions.forgetDevices(tx, user.id)
    await memberUnlocks.endAll(tx, user.id)
    await forgetFailedAttempts(tx, 'sign-in', emailKey(user.email))
  })
}

async function findHolder(link: SignedLink, db: Queryable, find: typeof findUser): Promise<UserRow | undefined> {
  const reset = await findReset(db, link.id)
  const user = reset && (await find(db, reset.user_id))
  return user && !user.suspended && resetLinks.matches(link, user) ? user : undefined
}

export const badLink = (): HttpError => new HttpError(422, texts.resetLinkInvalid)
