import * as texts from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type pg from 'pg'
import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AuthenticatedMember } from '../../../platform/http/authenticators.ts'
import { HttpError, unauthenticated } from '../../../platform/http/http-error.ts'
import { consumeLimits } from '../../../platform/rate-limits/rate-limits.ts'
import type { SignedLink } from '../../../platform/security/signed-links.ts'
import { resendLimits } from '../account-limits.ts'
import { findEmailChange, findUser, lockUser, type UserRow } from '../accounts.store.ts'
import { newNonce } from '../link-kinds.ts'
import { stopLinks } from '../mailed-links.ts'
import { notifyPublicChange } from '../profile.service.ts'
import { withdrawPendingEmail } from './email-changes.store.ts'

/** Withdraws the caller's pending email change, and voids its link. */
export async function keepEmail(deps: Deps, caller: AuthenticatedMember): Promise<UserRow> {
  return inTransaction(deps.db.pool, async (tx) => {
    const user = await lockUser(tx, caller.id)
    if (!user) throw unauthenticated()
    return withdraw(tx, user)
  })
}

/**
 * Mails a new link to the caller's pending address, once a minute and 5 times an hour, and the notice to the present one
 * again (D-22). False where the address of this key is not pending. 422 where another member has taken it meanwhile; 429.
 */
export async function resendChange(deps: Deps, caller: AuthenticatedMember, key: string): Promise<boolean> {
  if (!caller.verified || caller.suspended || !isPending(await findUser(deps.db.pool, caller.id), key)) return false
  await consumeLimits(deps.db.pool, resendLimits(`change|${caller.id}`), deps.now())
  await inTransaction(deps.db.pool, async (tx) => {
    const user = await lockUser(tx, caller.id)
    if (user?.pending_email && isPending(user, key)) await notifyPublicChange(tx, deps, user, user.pending_email)
  })
  return true
}

function isPending(user: UserRow | undefined, key: string): boolean {
  return Boolean(user?.pending_email) && emailKey(user?.pending_email ?? '') === key
}

/**
 * Stops the email change that a notice was about, by the link in it (D-22). It signs nobody in and can be repeated. 422 for
 * a bad link, for one of an earlier address, and for a change that was confirmed already.
 */
export async function stopEmailChange(deps: Deps, link: SignedLink): Promise<void> {
  if (!stopLinks.isSound(deps.config, link, deps.now())) throw new HttpError(422, texts.stopLinkInvalid)
  await inTransaction(deps.db.pool, async (tx) => {
    const change = await findEmailChange(tx, link.id)
    const user = change && stopLinks.isFor(link, change) ? await lockUser(tx, change.user_id) : undefined
    if (!user || !change) throw new HttpError(422, texts.stopLinkInvalid)
    if (user.email === change.new_email) throw new HttpError(422, texts.emailChangeDone)
    if (user.email !== change.old_email) throw new HttpError(422, texts.stopLinkInvalid)
    if (user.pending_email === change.new_email) await withdraw(tx, user)
  })
}

async function withdraw(tx: pg.PoolClient, user: UserRow): Promise<UserRow> {
  if (user.pending_email === null) return user
  await withdrawPendingEmail(tx, user.id, newNonce())
  return (await findUser(tx, user.id)) ?? user
}
