import { UNDO_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import { type Change, recordAudit } from '../../../platform/audit/audit.store.ts'
import { type AuditValues, changesBetween } from '../../../platform/audit/changes.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, forbidden } from '../../../platform/http/http-error.ts'
import {
  lockSender,
  type Outcome,
  reopenSubmission,
  updateOutcome,
} from '../../submissions/reviewed-submissions.store.ts'
import { reverseCredit } from '../../wallet/wallet.store.ts'
import { closeSpotCheck, type DecisionInForce, findDecisionInForce, insertUndo } from '../decisions.store.ts'
import { lease, lockReceipt } from '../queue.service.ts'
import { lockOperator } from '../queue.store.ts'
import { findWaitingRequest, reopenRequest } from '../requests.store.ts'
import { withdrawLocked } from '../second-operator.service.ts'
import { restoreTypedFacts, withDuplicateErrors } from './fact-corrections.service.ts'

/**
 * Undoes a decision within 10 seconds and leases the receipt to its maker. Of a confirmed one, only the confirmer can,
 * and its request waits again. A waiting request is withdrawn by who asked. Throws 404; 403 for another operator's
 * decision or a conflict of interest; 409.
 */
export async function undoDecision(
  deps: Deps,
  operatorId: number,
  submissionId: number,
  { leases = true } = {},
): Promise<void> {
  // Where the member sent the receipt again meanwhile, it would exist twice once it is pending again.
  await withDuplicateErrors(deps, { id: submissionId, sentAgain: texts.undoTooLate }, () =>
    inTransaction(deps.db.pool, async (tx) => {
      await lockOperator(tx, operatorId)
      await lockSender(tx, submissionId)
      const submission = await lockReceipt(tx, operatorId, submissionId)
      const waiting = await findWaitingRequest(tx, submissionId)
      if (waiting?.kind === 'approval') {
        await withdrawLocked(tx, deps, operatorId, waiting)
        await lease(tx, deps, submissionId, operatorId)
        return
      }
      if (!submission.hasPicture) throw conflict(texts.undoTooLate)
      const decision = undoable(deps, await findDecisionInForce(tx, submissionId), operatorId)
      const at = deps.now()
      await reopenRequest(tx, decision.id)
      const changes = await revokeDecision(tx, decision, { submissionId, operatorId, at })
      await recordAudit(tx, { action: 'submission.undone', subjectId: submissionId, operatorId, at, changes })
      if (leases && !(await findWaitingRequest(tx, submissionId))) await lease(tx, deps, submissionId, operatorId)
    }),
  )
}

function undoable({ now }: Deps, decision: DecisionInForce | undefined, operatorId: number): DecisionInForce {
  if (!decision) throw conflict(texts.undoTooLate)
  const { confirmedBy } = decision
  if (confirmedBy !== null && confirmedBy !== operatorId && decision.operatorId === operatorId)
    throw conflict(texts.confirmedAlready)
  if ((confirmedBy ?? decision.operatorId) !== operatorId) throw forbidden()
  // Undoing a reversal would lose the earlier decision and the reason. Another reversal keeps both.
  if (decision.isReversal) throw conflict(texts.undoTooLate)
  if (now().getTime() - decision.undoFrom.getTime() > UNDO_MS) throw conflict(texts.undoTooLate)
  return decision
}

type DecidedOutcome = Omit<Outcome, 'at'>

/** Undefined means pending. */
export function changesOf(before: DecidedOutcome | undefined, after: DecidedOutcome | undefined): Change[] {
  return changesBetween(describeOutcome(before), describeOutcome(after))
}

function describeOutcome(decision: DecidedOutcome | undefined): AuditValues {
  if (!decision) return { status: 'pending', stamps: '0', rejection_reason: null, admin_notes: null }
  const { status, stamps, reason, notes } = decision
  return { status, stamps: String(stamps), rejection_reason: reason, admin_notes: notes }
}

/**
 * Cancels the stamps of a decision, whose submission is locked, and restores the typed facts. The submission shows
 * `next`, or is pending. Returns what changed on it.
 */
export async function revokeDecision(
  tx: Queryable,
  decision: DecisionInForce,
  { submissionId, operatorId, at }: { submissionId: number; operatorId: number; at: Date },
  next?: Outcome,
): Promise<Change[]> {
  const decisionId = decision.id
  await insertUndo(tx, { decisionId, operatorId, at })
  await reverseCredit(tx, { decisionId, at })
  await closeSpotCheck(tx, decisionId, at)
  // The status changes before the typed facts return: a rejected submission cannot collide with a resubmission.
  await (next ? updateOutcome(tx, submissionId, next) : reopenSubmission(tx, submissionId))
  const restored = await restoreTypedFacts(tx, { decisionId, submissionId })
  const changes = restored.map(({ field, typed, corrected }) => ({ field, before: corrected, after: typed }))
  return [...changesOf(decision, next), ...changes]
}
