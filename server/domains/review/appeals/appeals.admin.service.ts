import type { answerAppeal as answerAppealCall } from '@stampus/contract/console/review'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { orConflict } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, notFound } from '../../../platform/http/http-error.ts'
import { lockSender, markReopened } from '../../submissions/reviewed-submissions.store.ts'
import { checkPurchaseNotApproved } from '../decisions/decisions.service.ts'
import { revokeDecision } from '../decisions/undo.service.ts'
import { type DecisionInForce, findDecisionInForce } from '../decisions.store.ts'
import { lockReceipt } from '../queue.service.ts'
import { checkNoOpenRequest } from '../second-operator.service.ts'
import { type Answer, findAppealed, insertAnswer } from './appeals.admin.store.ts'

/** `id` is the appeal's id. */
type SentAnswer = ParsedInputOf<typeof answerAppealCall>

type AppealedRejection = { submissionId: number; rejection: DecisionInForce }

/**
 * Answers an appeal: keeps the rejection or reopens the receipt for another review, and mails the member. Throws 404;
 * 403 for a conflict of interest; 409 when the appeal was answered, the submission is no longer rejected, a reversal
 * waits for confirmation, the member sent the receipt again meanwhile, or the purchase is approved elsewhere
 * (`submission_id`).
 */
export async function answerAppeal(deps: Deps, operatorId: number, { id, outcome, answer }: SentAnswer): Promise<void> {
  const given: Answer = { appealId: id, operatorId, outcome, answer, at: deps.now() }
  const answering = inTransaction(deps.db.pool, async (tx) => {
    const appealed = await lockAppealedRejection(tx, operatorId, id)
    if (!(await insertAnswer(tx, given))) throw conflict(texts.appealAnswered)
    if (!appealed) throw conflict(texts.appealNotPossible)
    await recordAnswer(tx, deps, given, appealed)
  })
  // The member sent the receipt again: reopened, it would exist twice.
  await answering.catch(orConflict({ submissions_sent_once: () => conflict(texts.appealResubmitted) }))
}

/**
 * Locks the appealed submission and returns its rejection. Undefined when the rejection is no longer in force or the
 * account is deleted.
 */
async function lockAppealedRejection(
  tx: Queryable,
  operatorId: number,
  appealId: number,
): Promise<AppealedRejection | undefined> {
  const submissionId = await findAppealed(tx, appealId)
  if (submissionId === undefined) throw notFound()
  await lockSender(tx, submissionId)
  const { hasPicture } = await lockReceipt(tx, operatorId, submissionId)
  const rejection = await findDecisionInForce(tx, submissionId)
  return hasPicture && rejection?.status === 'rejected' ? { submissionId, rejection } : undefined
}

async function recordAnswer(
  tx: Queryable,
  { jobs }: Deps,
  given: Answer,
  { submissionId, rejection }: AppealedRejection,
) {
  const { appealId, operatorId, outcome, at } = given
  const about = { operatorId, subjectKind: 'submission', subjectId: submissionId, at }
  if (outcome === 'kept') await recordAudit(tx, { ...about, action: 'appeal.kept', changedFields: ['appeal'] })
  else {
    await checkNoOpenRequest(tx, submissionId)
    await checkPurchaseNotApproved(tx, submissionId)
    const changes = await revokeDecision(tx, rejection, { submissionId, operatorId, at })
    await markReopened(tx, submissionId, at)
    const changedFields = ['appeal', ...changes.map(({ field }) => field)]
    await recordAudit(tx, { ...about, action: 'appeal.reopened', changedFields, changes })
  }
  // The handler of this job is appealMail in appeals.mail.ts.
  await jobs.enqueueMail(tx, { kind: 'appeal-answer', id: appealId })
}
