import { UNDO_MS } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, forbidden, notFound } from '../../../platform/http/http-error.ts'
import { lockSubmission } from '../../submissions/submissions.store.ts'
import { checkNoOpenRequest } from '../confirmations/confirmation-requests.service.ts'
import { checkNoConflict, lease } from '../queue/queue.service.ts'
import {
  deleteEscalation,
  type Escalation,
  findEscalation,
  insertEscalation,
  lockOperator,
  removeLease,
} from '../queue/queue.store.ts'
import { lockPending } from './decisions.service.ts'
import { recordReviewAudit } from './decisions.store.ts'

/** Escalates a waiting receipt to managers, with a note. Throws as a decision does, and 409 where that was done before. */
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
 * Takes an escalation back within 10 seconds, by its maker only: the receipt waits for everybody again, open before its maker.
 * Throws 404, 403 for another operator's and by D-50, 409 where it is too late, decided, or open before a manager.
 */
export async function undoEscalation(deps: Deps, operatorId: number, submissionId: number): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    await lockOperator(tx, operatorId)
    const submission = await lockSubmission(tx, submissionId)
    if (!submission) throw notFound()
    await checkNoConflict(tx, operatorId, submissionId)
    if (submission.status !== 'pending') throw conflict(texts.decisionStale)
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
