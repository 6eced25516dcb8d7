import type { answerAppeal as answerAppealCall } from '@stampus/contract/console/review'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import { type Change, recordAudit } from '../../../platform/audit/audit.store.ts'
import { orConflict } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, requireFound } from '../../../platform/http/http-error.ts'
import { lockSender, markReopened } from '../../submissions/reviewed-submissions.store.ts'
import { checkPurchaseNotApproved, revokeDecision } from '../decisions/decisions.service.ts'
import { type DecisionInForce, findDecisionInForce } from '../decisions.store.ts'
import { lockReceipt } from '../queue.service.ts'
import { checkNoOpenRequest } from '../second-operator.service.ts'
import { findAppealed, insertAnswer } from './appeals.admin.store.ts'

/** `id` is the appeal's id. */
type SentAnswer = ParsedInputOf<typeof answerAppealCall>

/** Keeps the rejection or reopens the receipt, and mails the member. Throws 404, 403 on a conflict of interest, 409. */
export async function answerAppeal(deps: Deps, operatorId: number, { id, outcome, answer }: SentAnswer): Promise<void> {
  const at = deps.now()
  const answering = inTransaction(deps.db.pool, async (tx) => {
    const submissionId = requireFound(await findAppealed(tx, id))
    await lockSender(tx, submissionId)
    const { hasPicture } = await lockReceipt(tx, operatorId, submissionId)
    const rejection = await findDecisionInForce(tx, submissionId)
    if (!(await insertAnswer(tx, { appealId: id, operatorId, outcome, answer, at })))
      throw conflict(texts.appealAnswered)
    if (!hasPicture || rejection?.status !== 'rejected') throw conflict(texts.appealNotPossible)
    const reopened = outcome === 'reopened' && { submissionId, operatorId, at }
    const changes = reopened ? await reopen(tx, rejection, reopened) : []
    const changedFields = ['appeal', ...changes.map(({ field }) => field)]
    const subject = { subjectKind: 'submission', subjectId: submissionId, changedFields }
    await recordAudit(tx, { operatorId, action: `appeal.${outcome}`, ...subject, changes, at })
    // Handled by `appealMail`.
    await deps.jobs.enqueueMail(tx, { kind: 'appeal-answer', id })
  })
  // The member sent the receipt again: reopened, it would exist twice.
  await answering.catch(orConflict({ submissions_sent_once: () => conflict(texts.appealResubmitted) }))
}

type Reopening = { submissionId: number; operatorId: number; at: Date }

/** Returns what changed on the submission. */
async function reopen(tx: Queryable, rejection: DecisionInForce, reopening: Reopening): Promise<Change[]> {
  const { submissionId, at } = reopening
  await checkNoOpenRequest(tx, submissionId)
  await checkPurchaseNotApproved(tx, submissionId)
  const changes = await revokeDecision(tx, rejection, reopening)
  await markReopened(tx, submissionId, at)
  return changes
}
