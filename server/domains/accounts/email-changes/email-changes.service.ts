import { texts } from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type pg from 'pg'
import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AuthenticatedMember } from '../../../platform/http/authenticators.ts'
import { HttpError, invalid, unauthenticated } from '../../../platform/http/http-error.ts'
import { consumeLimits } from '../../../platform/rate-limits/rate-limits.ts'
import type { SignedLink } from '../../../platform/security/signed-links.ts'
import { resendLimits } from '../account-rules.ts'
import { findUser, findVerifiedAccount, lockUser, type UserRow } from '../accounts.store.ts'
import { newNonce, stopLinks } from '../links.ts'
import { addEmailChange, cancelPendingEmail, findEmailChange } from './email-changes.store.ts'

/** Mails the link to the new address and the notice to the current one. Throws 422 if another member has it. */
export async function enqueueChangeMails(tx: pg.PoolClient, deps: Deps, user: UserRow, email: string): Promise<void> {
  const holder = await findVerifiedAccount(tx, emailKey(email))
  if (holder && holder.id !== user.id) throw invalid('email', texts.emailTaken)
  const change = { user_id: user.id, old_email: user.email, new_email: email, now: deps.now() }
  const id = await addEmailChange(tx, change)
  await deps.jobs.enqueueMail(tx, { kind: 'email-change-notice', id })
  await deps.jobs.enqueueMail(tx, { kind: 'email-change', id })
}

/** False if the address with this key is not pending. Throws 422 if another member has it by now; 429. */
export async function resendChangeMails(deps: Deps, member: AuthenticatedMember, key: string): Promise<boolean> {
  if (!member.verified || member.suspended || !isPending(await findUser(deps.db.pool, member.id), key)) return false
  await consumeLimits(deps.db.pool, resendLimits(`change|${member.id}`), deps.now())
  await inTransaction(deps.db.pool, async (tx) => {
    const user = await lockUser(tx, member.id)
    if (user?.pending_email && isPending(user, key)) await enqueueChangeMails(tx, deps, user, user.pending_email)
  })
  return true
}

const isPending = (user: UserRow | undefined, key: string): boolean =>
  Boolean(user?.pending_email) && emailKey(user?.pending_email ?? '') === key

/** Cancels the member's pending email change and voids its link. Returns the member. Throws 401. */
export const cancelEmailChange = async (deps: Deps, member: AuthenticatedMember): Promise<UserRow> =>
  inTransaction(deps.db.pool, async (tx) => {
    const user = await lockUser(tx, member.id)
    if (!user) throw unauthenticated()
    return cancel(tx, user)
  })

/** Opens no session and can be repeated. Throws 422 for a wrong or outdated link and a confirmed change. */
export async function stopEmailChange(deps: Deps, link: SignedLink): Promise<void> {
  if (!stopLinks.isValid(deps.config, link, deps.now())) throw new HttpError(422, texts.stopLinkInvalid)
  await inTransaction(deps.db.pool, async (tx) => {
    const change = await findEmailChange(tx, link.id)
    const user = change && stopLinks.matches(link, change) ? await lockUser(tx, change.user_id) : undefined
    if (!user || !change) throw new HttpError(422, texts.stopLinkInvalid)
    if (user.email === change.new_email) throw new HttpError(422, texts.emailChangeDone)
    if (user.email !== change.old_email) throw new HttpError(422, texts.stopLinkInvalid)
    if (user.pending_email === change.new_email) await cancel(tx, user)
  })
}

async function cancel(tx: pg.PoolClient, user: UserRow): Promise<UserRow> {
  if (user.pending_email === null) return user
  await cancelPendingEmail(tx, user.id, newNonce())
  return (await findUser(tx, user.id)) ?? user
}
