import * as texts from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { HttpError, notFound } from '../../../platform/http/http-error.ts'
import { forgetFailedAttempts } from '../../../platform/rate-limits/failed-attempts.ts'
import { mailCallLimits } from '../../../platform/rate-limits/mail-limits.ts'
import { addressKey, consumeLimit, consumeLimits, type Limit } from '../../../platform/rate-limits/rate-limits.ts'
import { hashPassword } from '../../../platform/security/passwords.ts'
import type { SignedLink } from '../../../platform/security/signed-links.ts'
import { findUser, lockUser, type UserRow } from '../accounts.store.ts'
import { newNonce } from '../link-kinds.ts'
import { resetLinks } from '../mailed-links.ts'
import { holdMember } from '../members/held.ts'
import { requireOwnPassword } from '../registration/registration.service.ts'
import { deleteSessions, forgetDevices } from '../sessions/sessions.store.ts'
import { endUnlocks } from '../unlocks/unlocks.store.ts'
import { deleteResets, findReset, replaceReset, setPassword } from './password-resets.store.ts'

/** Who sends a link to whom, and from which address. */
export type Sending = { operatorId: number; memberId: number; address: string }

/**
 * Mails a member the one-time link to a new password; an earlier one is void (D-25). 404 for a suspended member, 403 for
 * the operator's own account, 429.
 */
export async function sendResetLink(deps: Deps, { operatorId, memberId, address }: Sending): Promise<void> {
  const now = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    const user = await holdMember(tx, { operatorId, memberId })
    if (user.suspended) throw notFound()
    await consumeLimits(tx, mailCallLimits(emailKey(user.email), address), now)
    const id = await replaceReset(tx, { user_id: user.id, operator_id: operatorId, now })
    const subject = { subjectKind: 'member', subjectId: user.id, changedFields: [] }
    await recordAudit(tx, { operatorId, action: 'member.reset_link_sent', ...subject, at: now })
    await deps.jobs.enqueueMail(tx, { kind: 'password-reset', id })
  })
}

/**
 * Sets a new password with a reset link, once (D-25). Every session ends and none is opened (D-24); wrong guesses made
 * before no longer keep its owner out. 422 for a link
 * that is bad, used, old or of a suspended member, and on `password` for a well-known one; 429.
 */
export async function resetPassword(deps: Deps, given: SignedLink & { password: string }, address: string) {
  const { pool } = deps.db
  const now = deps.now()
  await consumeLimit(pool, resetLimit(address), now)
  if (!resetLinks.isSound(deps.config, given, now)) throw badLink()
  await holderOf(given, pool, findUser)
  requireOwnPassword(given.password)
  const hash = await hashPassword(given.password, address)
  await inTransaction(pool, async (tx) => {
    const user = await holderOf(given, tx, lockUser)
    await setPassword(tx, user.id, { hash, nonce: newNonce() })
    await deleteResets(tx, user.id)
    await deleteSessions(tx, user.id)
    await forgetDevices(tx, user.id)
    await endUnlocks(tx, user.id)
    await forgetFailedAttempts(tx, 'sign-in', emailKey(user.email))
  })
}

async function holderOf(link: SignedLink, db: Queryable, find: typeof findUser): Promise<UserRow> {
  const reset = await findReset(db, link.id)
  const user = reset && (await find(db, reset.user_id))
  if (!user || user.suspended || !resetLinks.isFor(link, user)) throw badLink()
  return user
}

/** From one address 60 in 5 minutes: a campus may share one. */
function resetLimit(address: string): Limit {
  return { key: `reset|address|${addressKey(address)}`, max: 60, windowSeconds: 300 }
}

export function badLink(): HttpError {
  return new HttpError(422, texts.resetLinkInvalid)
}
