import * as texts from '@stampus/contract/texts'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, notFound, unauthenticated } from '../../platform/http/http-error.ts'
import { type Limit, take } from '../../platform/rate-limits/rate-limits.ts'
import { findApprovedResubmission } from './resubmissions.store.ts'
import { insertAppeal, lockAccount, lockOwnSubmission } from './submissions.store.ts'

const HOUR = 3600

/** A member's objection to the rejection of their own submission. */
export type SentAppeal = { userId: number; submissionId: number; message: string }

/**
 * Appeals against a rejection, once a submission. It is open while its submission is rejected and nobody has answered it.
 * Throws 404, 409 where it is not rejected, was appealed or has no picture any more,
 * or where the same purchase is approved in another submission (`submission_id`), 429 above 20 an hour, 401 where the account is deleted meanwhile.
 */
export async function makeAppeal(deps: Deps, { userId, submissionId, message }: SentAppeal): Promise<void> {
  await take(deps.db.pool, appealLimit(userId), deps.now())
  await inTransaction(deps.db.pool, async (tx) => {
    if (!(await lockAccount(tx, userId))) throw unauthenticated()
    const own = await lockOwnSubmission(tx, userId, submissionId)
    if (!own) throw notFound()
    if (own.status !== 'rejected') throw conflict(texts.appealNotPossible)
    if (!own.hasPicture) throw conflict(texts.appealTooLate)
    const approved = await findApprovedResubmission(tx, submissionId)
    if (approved !== undefined) throw conflict(texts.appealApproved, { fields: { submission_id: approved } })
    if (!(await insertAppeal(tx, { submissionId, message, at: deps.now() }))) throw conflict(texts.appealedAlready)
  })
}

function appealLimit(userId: number): Limit {
  return { key: `appeals|${userId}`, max: 20, windowSeconds: HOUR }
}
