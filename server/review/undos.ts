import { UNDO_MS } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import type { Queryable } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { violatesUnique } from '../db/violation.ts'
import type { Deps } from '../deps.ts'
import { conflict, forbidden, notFound } from '../http/refusal.ts'
import { lockSubmission } from '../submissions/submissions.store.ts'
import { noteDone } from './audit.ts'
import { findStanding, type StandingDecision } from './decisions.store.ts'
import { takeBack } from './decisions.ts'
import { lockOperator } from './leases.store.ts'
import { lease } from './leases.ts'
import { checkUntied } from './queue.ts'

/**
 * Takes a decision back within 10 seconds, by its maker only: a counter-entry, pending again, open before its maker (D-45).
 * Throws 404, 403 for another operator's decision, 409 where there is none, it is too late, a reversal, or the account deleted.
 */
export async function undoDecision(deps: Deps, operatorId: number, submissionId: number): Promise<void> {
  await takeBackOwn(deps, operatorId, submissionId, async (tx) => {
    await lease(tx, deps, submissionId, operatorId)
  })
}

/** Undoes as `undoDecision` does; what becomes of the waiting receipt is up to `then`. */
export async function takeBackOwn(
  deps: Deps,
  operatorId: number,
  submissionId: number,
  then: (tx: Queryable) => Promise<void>,
): Promise<void> {
  try {
    await inTransaction(deps.db.pool, async (tx) => {
      await lockOperator(tx, operatorId)
      const submission = await lockSubmission(tx, submissionId)
      if (!submission) throw notFound()
      await checkUntied(tx, operatorId, submissionId)
      if (!submission.hasPicture) throw conflict(texts.undoTooLate)
      const decision = undoable(deps, await findStanding(tx, submissionId), operatorId)
      await undo(tx, deps, submissionId, decision)
      await then(tx)
    })
  } catch (fault) {
    // Rejected or corrected, and sent anew by its member meanwhile: pending again, it would stand twice.
    throw violatesUnique(fault, 'submissions_sent_once') ? conflict(texts.undoTooLate) : fault
  }
}

function undoable({ now }: Deps, decision: StandingDecision | undefined, operatorId: number): StandingDecision {
  if (!decision) throw conflict(texts.undoTooLate)
  if (decision.operatorId !== operatorId) throw forbidden()
  // Silently taken back it would leave neither what it replaced nor a word of why: another reversal does both.
  if (decision.isReversal) throw conflict(texts.undoTooLate)
  if (now().getTime() - decision.createdAt.getTime() > UNDO_MS) throw conflict(texts.undoTooLate)
  return decision
}

async function undo(tx: Queryable, deps: Deps, submissionId: number, decision: StandingDecision): Promise<void> {
  const at = deps.now()
  const { operatorId } = decision
  const changes = await takeBack(tx, decision, { submissionId, operatorId, at })
  await noteDone(tx, { action: 'submission.undone', submissionId, operatorId, at, changes })
}
