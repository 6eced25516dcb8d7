import { UNDO_MS } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { violatesUnique } from '../../../platform/db/sql.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, forbidden, notFound } from '../../../platform/http/http-error.ts'
import { lockSender, lockSubmission } from '../../submissions/submissions.store.ts'
import { withdrawLocked } from '../confirmations/confirmation-requests.service.ts'
import { findWaitingRequest, reopenRequest, type StoredRequest } from '../confirmations/confirmations.store.ts'
import { checkNoConflict, lease } from '../queue/queue.service.ts'
import { lockOperator } from '../queue/queue.store.ts'
import { revokeDecision } from './decision-steps.ts'
import { type DecisionInForce, findDecisionInForce, recordReviewAudit } from './decisions.store.ts'

/**
 * Takes a decision back within 10 seconds, by its maker only: a counter-entry, pending again, open before its maker (D-45).
 * One that was confirmed is taken back by who confirmed it, and waits for confirmation again; while it waits, its asker
 * withdraws it. Throws 404, 403 for another operator's decision, 409 where there is none, it is too late, a reversal, or
 * the account deleted.
 */
export async function undoDecision(deps: Deps, operatorId: number, submissionId: number): Promise<void> {
  await undoOwnDecision(deps, operatorId, submissionId, async (tx) => {
    if (!(await findWaitingRequest(tx, submissionId))) await lease(tx, deps, submissionId, operatorId)
  })
}

/** Undoes as `undoDecision` does; what becomes of the waiting receipt is up to `then`. */
export async function undoOwnDecision(
  deps: Deps,
  operatorId: number,
  submissionId: number,
  then: (tx: Queryable) => Promise<void>,
): Promise<void> {
  try {
    await inTransaction(deps.db.pool, async (tx) => {
      await lockOperator(tx, operatorId)
      await lockSender(tx, submissionId)
      const submission = await lockSubmission(tx, submissionId)
      if (!submission) throw notFound()
      await checkNoConflict(tx, operatorId, submissionId)
      const waiting = await findWaitingRequest(tx, submissionId)
      if (waiting?.kind === 'approval') return withdrawToDesk(tx, deps, operatorId, waiting)
      if (!submission.hasPicture) throw conflict(texts.undoTooLate)
      const decision = undoable(deps, await findDecisionInForce(tx, submissionId), operatorId)
      await undo(tx, deps, submissionId, decision)
      await then(tx)
    })
  } catch (error) {
    // Rejected or corrected, and sent anew by its member meanwhile: pending again, it would stand twice.
    throw violatesUnique(error, 'submissions_sent_once') ? conflict(texts.undoTooLate) : error
  }
}

/** Withdraws a request of one's own and opens the receipt before its asker again. */
async function withdrawToDesk(tx: Queryable, deps: Deps, operatorId: number, request: StoredRequest): Promise<void> {
  await withdrawLocked(tx, deps, operatorId, request)
  if (request.submissionId !== null) await lease(tx, deps, request.submissionId, operatorId)
}

function undoable({ now }: Deps, decision: DecisionInForce | undefined, operatorId: number): DecisionInForce {
  if (!decision) throw conflict(texts.undoTooLate)
  const { confirmedBy } = decision
  if (confirmedBy !== null && confirmedBy !== operatorId && decision.operatorId === operatorId)
    throw conflict(texts.confirmedAlready)
  if ((confirmedBy ?? decision.operatorId) !== operatorId) throw forbidden()
  // Silently taken back it would leave neither what it replaced nor a word of why: another reversal does both.
  if (decision.isReversal) throw conflict(texts.undoTooLate)
  if (now().getTime() - decision.undoFrom.getTime() > UNDO_MS) throw conflict(texts.undoTooLate)
  return decision
}

async function undo(tx: Queryable, deps: Deps, submissionId: number, decision: DecisionInForce): Promise<void> {
  const at = deps.now()
  const operatorId = decision.confirmedBy ?? decision.operatorId
  await reopenRequest(tx, decision.id)
  const changes = await revokeDecision(tx, decision, { submissionId, operatorId, at })
  await recordReviewAudit(tx, { action: 'submission.undone', submissionId, operatorId, at, changes })
}
