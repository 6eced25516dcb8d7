import type { MemberRow as MemberLine, MemberShown } from '@stampus/contract/console/members'
import * as texts from '@stampus/contract/texts'
import { emailKey } from '@stampus/contract/values/emails'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, notFound } from '../../../platform/http/http-error.ts'
import { mailCallLimits } from '../../../platform/rate-limits/mail-limits.ts'
import { consumeLimits } from '../../../platform/rate-limits/rate-limits.ts'
import { resendLimits } from '../account-limits.ts'
import type { Sending } from '../password-resets/password-resets.service.ts'
import { holdMember } from './held.ts'
import { findMember, type MemberListRow } from './members.admin.store.ts'
import { listSuspensions } from './suspensions.store.ts'

/** A member as the console shows one; 404 where there was never such an account. */
export async function memberShown({ db }: Pick<Deps, 'db'>, id: number): Promise<MemberShown> {
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
