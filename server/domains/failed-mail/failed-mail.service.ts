import type { Deps } from '../../deps.ts'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { daysBefore } from '../../platform/durations.ts'
import { requireFound } from '../../platform/http/http-error.ts'
import type { CleanUp, JobHandlers } from '../../platform/jobs/jobs.ts'
import { deleteFailure, deleteOldFailures, type FailureRow, lockFailure, saveFailure } from './failed-mail.store.ts'

export function recordFailedMail({ db, now }: Pick<Deps, 'db' | 'now'>): JobHandlers['failedMail'] {
  return ({ kind, id }, failure) => saveFailure(db.pool, { kind, subjectId: id, ...failure, at: now() })
}

/** Returns the time since which a requested unlock link is still mailed. */
export type UnlocksMailedSince = (now: Date) => Date

/** Sends a failed mail again. Throws 404 if it was sent already or is no longer relevant. */
export async function resendMail(
  deps: Deps,
  given: { operatorId: number; id: number; unlocksMailedSince: UnlocksMailedSince },
): Promise<void> {
  const { operatorId, id, unlocksMailedSince } = given
  await inTransaction(deps.db.pool, async (tx) => {
    const failure = requireFound(await lockFailure(tx, id, unlocksMailedSince(deps.now())))
    await deleteFailure(tx, id)
    await recordAudit(tx, {
      operatorId,
      action: 'mail.resent',
      ...recipientOf(failure),
      changedFields: [],
      at: deps.now(),
    })
    await deps.jobs.enqueueMail(tx, { kind: failure.kind, id: failure.subject_id })
  })
}

function recipientOf({ member_id, operator_id, owner_id }: FailureRow) {
  if (member_id !== null) return { subjectKind: 'member', subjectId: member_id }
  if (operator_id !== null) return { subjectKind: 'operator', subjectId: operator_id }
  return { subjectKind: 'owner', subjectId: owner_id ?? 0 }
}

export function failedMailCleanUp({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>): CleanUp {
  return { 'undelivered mails': () => deleteOldFailures(db.pool, daysBefore(now(), config.MAIL_DAYS)) }
}
