import type { MemberDetails, MemberRow as MemberLine } from '@stampus/contract/console/members'
import * as texts from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, forbidden, notFound } from '../../../platform/http/http-error.ts'
import { mailCallLimits } from '../../../platform/rate-limits/mail-limits.ts'
import { consumeLimits } from '../../../platform/rate-limits/rate-limits.ts'
import { resendLimits } from '../account-limits.ts'
import { isOwnAccount, lockUser, type UserRow } from '../accounts.store.ts'
import type { Sending } from '../password-resets/password-resets.service.ts'
import { deleteResets } from '../password-resets/password-resets.store.ts'
import { memberSessions } from '../sessions/sessions.store.ts'
import {
  endSuspension,
  findMember,
  insertSuspension,
  listSuspensions,
  type MemberListRow,
} from './members.admin.store.ts'

/** A member as the console shows one; 404 where there was never such an account. */
export async function memberShown({ db }: Pick<Deps, 'db'>, id: number): Promise<MemberDetails> {
  const row = await findMember(db.pool, id)
  if (!row) throw notFound()
  const suspensions = await listSuspensions(db.pool, id)
  return {
    ...presentMember(row),
    verified_at: row.verified_at?.toISOString() ?? null,
    pending_email: row.pending_email,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    suspensions: suspensions.map((suspension) => ({
      ...suspension,
      created_at: suspension.created_at.toISOString(),
      ended_at: suspension.ended_at?.toISOString() ?? null,
    })),
    reset_sent_at: row.reset_sent_at?.toISOString() ?? null,
  }
}

export function presentMember({ id, name, email, created_at, ...row }: MemberListRow): MemberLine {
  return {
    id,
    name,
    email: row.deleted_at ? null : email,
    created_at: created_at.toISOString(),
    verified: row.verified_at !== null,
    suspended: row.suspended,
  }
}

/**
 * Mails a member the link that proves their address once more (D-53), at the pace of their own asking (D-24). 404 for a
 * deleted or suspended member, 403 for the operator's own, 409 for a verified one, 429.
 */
export async function resendVerification(deps: Deps, { operatorId, memberId, address }: Sending): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    const user = await holdMember(tx, { operatorId, memberId })
    if (user.suspended) throw notFound()
    if (user.email_verified_at) throw conflict(texts.alreadyVerified)
    const key = emailKey(user.email)
    await consumeLimits(tx, [...mailCallLimits(key, address), ...resendLimits(`member|${memberId}`)], at)
    const subject = { subjectKind: 'member', subjectId: memberId, changedFields: [] }
    await recordAudit(tx, { operatorId, action: 'member.verification_sent', ...subject, at })
    await deps.jobs.enqueueMail(tx, { kind: 'verification', id: memberId })
  })
}

/** Who acts on whom. */
type Acting = { operatorId: number; memberId: number }

/**
 * Shuts a member out and voids the links to a new password (D-53). Their sessions are good for nothing from then on, but
 * stay until they are told why (S-6.03) or let in again. 404 for a deleted member, 403 for the
 * operator's own, 409 where they are suspended already.
 */
export async function suspend(deps: Deps, { operatorId, memberId, reason }: Acting & { reason: string }) {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    await holdMember(tx, { operatorId, memberId })
    const isNew = await insertSuspension(tx, { userId: memberId, operatorId, reason, at })
    if (!isNew) throw conflict(texts.suspendedAlready)
    await deleteResets(tx, memberId)
    await writeDown(tx, { operatorId, memberId, at }, { before: null, after: reason })
  })
}

/** Lets a suspended member in again, who signs in anew: every session from before ends. 404, 403, 409 where they are not suspended. */
export async function reinstate(deps: Deps, { operatorId, memberId }: Acting): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    await holdMember(tx, { operatorId, memberId })
    const reason = await endSuspension(tx, { userId: memberId, operatorId, at })
    if (reason === undefined) throw conflict(texts.notSuspended)
    await memberSessions.endAll(tx, memberId)
    await writeDown(tx, { operatorId, memberId, at }, { before: reason, after: null })
  })
}

function writeDown(
  tx: Queryable,
  { operatorId, memberId, at }: Acting & { at: Date },
  change: { before: string | null; after: string | null },
): Promise<void> {
  return recordAudit(tx, {
    operatorId,
    action: change.after === null ? 'member.reinstated' : 'member.suspended',
    subjectKind: 'member',
    subjectId: memberId,
    changedFields: ['suspension'],
    changes: [{ field: 'suspension', ...change }],
    at,
  })
}

/** Holds a member on whom an operator acts. 404 for a deleted member, 403 for the operator's own account (D-50). */
export async function holdMember(
  tx: Queryable,
  { operatorId, memberId }: { operatorId: number; memberId: number },
): Promise<UserRow> {
  const user = await lockUser(tx, memberId)
  if (!user) throw notFound()
  if (await isOwnAccount(tx, operatorId, memberId)) throw forbidden(texts.ownAccount)
  return user
}
