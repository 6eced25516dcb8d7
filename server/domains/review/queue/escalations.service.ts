import { UNDO_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, forbidden, notFound } from '../../../platform/http/http-error.ts'
import { lockSubmission } from '../../submissions/reviewed-submissions.store.ts'
import { checkNoOpenRequest } from '../confirmations/confirmation-requests.service.ts'
import { recordReviewAudit } from '../decisions/decisions.store.ts'
import { deleteEscalation, type Escalation, findEscalation, insertEscalation } from './escalations.store.ts'
import { checkNoConflict, checkPending, lease, lockPending } from './queue.service.ts'
import { lockOperator, removeLease } from './queue.store.ts'

/**
 * Escalates a pending receipt to managers with a note. Throws as `lockPending` does, and 409 when it was escalated
 * before.
 */
export async function escalate(
  deps: Deps,
  operatorId: number,
  { id: submissionId, note }: { id: number; note: string },
): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    await lockPending(tx, deps, { submissionId, operatorId })
    if (!(await insertEscalation(tx, { submissionId, operatorId, note, at }))) throw conflict(texts.escalatedAlready)
    await removeLease(tx, submissionId)
    const changes = [{ field: 'escalation', before: null, after: note }]
    await recordReviewAudit(tx, { action: 'submission.escalated', submissionId, operatorId, at, changes })
  })
}

/**
 * Undoes an escalation within 10 seconds and leases the receipt to its maker again. Throws 404; 403 for another
 * operator's escalation or a conflict of interest; 409 when it is too late, decided, waits for confirmation, or is
 * leased to a manager.
 */
export async function undoEscalation(deps: Deps, operatorId: number, submissionId: number): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    await lockOperator(tx, operatorId)
    const submission = await lockSubmission(tx, submissionId)
    if (!submission) throw notFound()
    await checkNoConflict(tx, operatorId, submissionId)
    checkPending(submission)
    await checkNoOpenRequest(tx, submissionId)
    const { note } = undoable(await findEscalation(tx, submissionId), operatorId, at)
    await deleteEscalation(tx, submissionId)
    if (!(await lease(tx, deps, submissionId, operatorId))) throw conflict(texts.leasedByOther)
    const changes = [{ field: 'escalation', before: note, after: null }]
    await recordReviewAudit(tx, { action: 'submission.escalation_undone', submissionId, operatorId, at, changes })
  })
}

function undoable(made: Escalation | undefined, operatorId: number, at: Date): Escalation {
  if (!made) throw conflict(texts.escalationTooLate)
  if (made.operatorId !== operatorId) throw forbidden()
  if (at.getTime() - made.at.getTime() > UNDO_MS) throw conflict(texts.escalationTooLate)
  return made
}
