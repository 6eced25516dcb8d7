import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { HOUR_SECONDS } from '../../../platform/durations.ts'
import { conflict, notFound, unauthenticated } from '../../../platform/http/http-error.ts'
import { consumeLimit, type Limit } from '../../../platform/rate-limits/rate-limits.ts'
import { lockOwnSubmission } from '../own-submissions.store.ts'
import { findApprovedResubmission } from '../resubmissions.store.ts'
import { lockAccount } from '../submissions.store.ts'
import { insertAppeal } from './appeals.store.ts'

type SentAppeal = { userId: number; submissionId: number; message: string }

/**
 * Appeals against the rejection of a member's own submission. Each submission can be appealed once. Throws 404; 409
 * when the submission is not rejected, was appealed before, has lost its picture, or the same purchase is approved in
 * another submission (`submission_id`); 429 above 20 appeals an hour; 401 when the account was deleted meanwhile.
 */
export async function makeAppeal(deps: Deps, { userId, submissionId, message }: SentAppeal): Promise<void> {
  await consumeLimit(deps.db.pool, appealLimit(userId), deps.now())
  await inTransaction(deps.db.pool, async (tx) => {
    if (!(await lockAccount(tx, userId))) throw unauthenticated()
    const submission = await lockOwnSubmission(tx, userId, submissionId)
    if (!submission) throw notFound()
    if (submission.status !== 'rejected') throw conflict(texts.appealNotPossible)
    if (!submission.hasPicture) throw conflict(texts.appealTooLate)
    const approved = await findApprovedResubmission(tx, submissionId)
    if (approved !== undefined) throw conflict(texts.appealApproved, { fields: { submission_id: approved } })
    if (!(await insertAppeal(tx, { submissionId, message, at: deps.now() }))) throw conflict(texts.appealedAlready)
  })
}

function appealLimit(userId: number): Limit {
  return { key: `appeals|${userId}`, max: 20, windowSeconds: HOUR_SECONDS }
}
