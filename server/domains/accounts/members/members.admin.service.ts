import { texts } from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, forbidden, notFound, requireFound } from '../../../platform/http/http-error.ts'
import { mailCallLimits } from '../../../platform/rate-limits/mail-limits.ts'
import { consumeLimits } from '../../../platform/rate-limits/rate-limits.ts'
import { resendLimits } from '../account-rules.ts'
import { isOwnAccount, lockUser, memberSessions, type UserRow } from '../accounts.store.ts'
import { deleteResets, replaceReset } from '../password-resets/password-resets.store.ts'
import { endSuspension, findMember, insertSuspension, listSuspensions } from './members.admin.store.ts'

/** A member as the console shows one, also a deleted one. Throws 404. */
export async function findMemberDetails({ db: { pool } }: Pick<Deps, 'db'>, id: number) {
  const row = requireFound(await findMember(pool, id))
  return { ...row, suspensions: await listSuspensions(pool, id) }
}

type MemberAction = { operatorId: number; memberId: number }

/** Sessions stay, so that the app can show why, but calls answer 403. Throws 404, 403 for the own account, 409. */
export async function suspend(deps: Deps, { operatorId, memberId, reason }: MemberAction & { reason: string }) {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    await lockMember(tx, { operatorId, memberId })
    const isNew = await insertSuspension(tx, { userId: memberId, operatorId, reason, at })
    if (!isNew) throw conflict(texts.suspendedAlready)
    await deleteResets(tx, memberId)
    const changes = [{ field: 'suspension', before: null, after: reason }]
    await recordAudit(tx, { operatorId, action: 'member.suspended', subjectId: memberId, changes, at })
  })
}

/** Ends a suspension and the sessions from before, so the member logs in again. Throws 404, 403; 409 without one. */
export async function reinstate(deps: Deps, { operatorId, memberId }: MemberAction): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    await lockMember(tx, { operatorId, memberId })
    const reason = await endSuspension(tx, { userId: memberId, operatorId, at })
    if (reason === undefined) throw conflict(texts.notSuspended)
    await memberSessions.endAll(tx, memberId)
    const changes = [{ field: 'suspension', before: reason, after: null }]
    await recordAudit(tx, { operatorId, action: 'member.reinstated', subjectId: memberId, changes, at })
  })
}

/** An action that mails the member; `address` is the client address of the operator, for the rate limits. */
type MailAction = MemberAction & { address: string }

/** Throws 404 for a deleted or suspended member, 403 for the operator's own account, 409 for a verified one, 429. */
export async function resendVerification(deps: Deps, { operatorId, memberId, address }: MailAction): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    const user = await lockMember(tx, { operatorId, memberId })
    if (user.suspended) throw notFound()
    if (user.email_verified_at) throw conflict(texts.alreadyVerified)
    const key = emailKey(user.email)
    await consumeLimits(tx, [...mailCallLimits(key, address), ...resendLimits(`member|${memberId}`)], at)
    await recordAudit(tx, { operatorId, action: 'member.verification_sent', subjectId: memberId, at })
    await deps.jobs.enqueueMail(tx, { kind: 'verification', id: memberId })
  })
}

/** Voids earlier links. Throws 404 for a deleted or suspended member, 403 for the operator's own account, 429. */
export async function sendResetLink(deps: Deps, { operatorId, memberId, address }: MailAction): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    const user = await lockMember(tx, { operatorId, memberId })
    if (user.suspended) throw notFound()
    await consumeLimits(tx, mailCallLimits(emailKey(user.email), address), at)
    const id = await replaceReset(tx, { user_id: user.id, operator_id: operatorId, now: at })
    await recordAudit(tx, { operatorId, action: 'member.reset_link_sent', subjectId: user.id, at })
    await deps.jobs.enqueueMail(tx, { kind: 'password-reset', id })
  })
}

/** Locks a member on whom an operator acts. Throws 404 for a deleted member, 403 for the operator's own account. */
async function lockMember(tx: Queryable, { operatorId, memberId }: MemberAction): Promise<UserRow> {
  const user = requireFound(await lockUser(tx, memberId))
  if (await isOwnAccount(tx, operatorId, memberId)) throw forbidden(texts.ownAccount)
  return user
}
