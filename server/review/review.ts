import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { UNDO_MS } from '@stampus/contract/limits'
import type { decide as decideCall } from '@stampus/contract/review'
import * as texts from '@stampus/contract/texts'
import { recordAudit } from '../audit/audit.store.ts'
import type { Queryable } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { violatesUnique } from '../db/violation.ts'
import type { Deps } from '../deps.ts'
import { conflict, forbidden, notFound } from '../http/refusal.ts'
import {
  findApprovedTwin,
  type LockedSubmission,
  lockSubmission,
  type Outcome,
  settleSubmission,
} from '../submissions/submissions.store.ts'
import { credit } from '../wallet/wallet.store.ts'
import { stampsFor } from '../wallet/wallet.ts'
import { findStanding, insertDecision, type StandingDecision } from './decisions.store.ts'
import { changedBy, takeBack } from './decisions.ts'
import { isLeasedByOther, lockOperator, removeLease } from './leases.store.ts'
import { lease } from './leases.ts'

/** A decision as the desk sends it; `id` is the submission's. */
export type Verdict = ParsedInputOf<typeof decideCall>

const MAIL_AFTER_SECONDS = 15

/**
 * Approves or rejects: decision, stamps, audit entry and the owner's mail in one transaction (D-45). Throws 404, or 409
 * where it is decided already, open before somebody else, or a second approval of one receipt (`submission_id`, D-41).
 */
export async function decide(deps: Deps, operatorId: number, verdict: Verdict): Promise<void> {
  try {
    await inTransaction(deps.db.pool, async (tx) => {
      const submission = await lockSubmission(tx, verdict.id)
      if (!submission) throw notFound()
      await checkOpenTo(tx, deps, submission, operatorId)
      await settle(tx, deps, submission, { operatorId, outcome: outcomeOf(deps, verdict, submission) })
    })
  } catch (fault) {
    if (!violatesUnique(fault, 'submissions_approved_once')) throw fault
    const first = await findApprovedTwin(deps.db.pool, verdict.id)
    if (first) throw conflict(texts.approvedElsewhere(first), { fields: { submission_id: first } })
    // The first approval was taken back in this very moment.
    await decide(deps, operatorId, verdict)
  }
}

/**
 * Takes a decision back within 10 seconds, by its maker only: a counter-entry, pending again, open before its maker (D-45).
 * Throws 404, 403 for another operator's decision, 409 where there is none, it is too late or the account deleted.
 */
export async function undoDecision(deps: Deps, operatorId: number, submissionId: number): Promise<void> {
  try {
    await inTransaction(deps.db.pool, async (tx) => {
      await lockOperator(tx, operatorId)
      const submission = await lockSubmission(tx, submissionId)
      if (!submission) throw notFound()
      if (!submission.hasPicture) throw conflict(texts.undoTooLate)
      const decision = undoable(deps, await findStanding(tx, submissionId), operatorId)
      await undo(tx, deps, submissionId, decision)
    })
  } catch (fault) {
    // Rejected and sent anew by its member meanwhile: pending again, it would stand twice.
    throw violatesUnique(fault, 'submissions_sent_once') ? conflict(texts.undoTooLate) : fault
  }
}

async function checkOpenTo(tx: Queryable, deps: Deps, { id, status }: LockedSubmission, operatorId: number) {
  if (status !== 'pending') throw conflict(texts.decisionStale)
  const asked = { submissionId: id, operatorId, now: deps.now() }
  if (await isLeasedByOther(tx, asked)) throw conflict(texts.leasedByOther)
}

function outcomeOf(
  { config, now }: Deps,
  { status, reason, notes }: Verdict,
  { amountSen }: LockedSubmission,
): Outcome {
  const approved = status === 'approved'
  return {
    status,
    reason: approved ? null : reason || null,
    notes: notes || null,
    stamps: approved ? stampsFor(amountSen, config) : 0,
    at: now(),
  }
}

async function settle(
  tx: Queryable,
  { jobs }: Deps,
  { id, userId }: LockedSubmission,
  { operatorId, outcome }: { operatorId: number; outcome: Outcome },
): Promise<void> {
  const { status, stamps, at } = outcome
  const decisionId = await insertDecision(tx, id, operatorId, outcome)
  await settleSubmission(tx, id, outcome)
  await credit(tx, { userId, decisionId, stamps, at })
  await removeLease(tx, id)
  const subject = { subjectKind: 'submission', subjectId: id, changedFields: changedBy(outcome) }
  await recordAudit(tx, { operatorId, action: `submission.${status}`, ...subject, at })
  await jobs.enqueueMail(tx, { kind: 'decision', id: decisionId }, { afterSeconds: MAIL_AFTER_SECONDS })
}

function undoable({ now }: Deps, decision: StandingDecision | undefined, operatorId: number): StandingDecision {
  if (!decision) throw conflict(texts.undoTooLate)
  if (decision.operatorId !== operatorId) throw forbidden()
  if (now().getTime() - decision.createdAt.getTime() > UNDO_MS) throw conflict(texts.undoTooLate)
  return decision
}

async function undo(tx: Queryable, deps: Deps, submissionId: number, decision: StandingDecision): Promise<void> {
  const at = deps.now()
  const { id: decisionId, operatorId } = decision
  await takeBack(tx, { decisionId, submissionId, operatorId, at })
  await lease(tx, deps, submissionId, operatorId)
  const subject = { subjectKind: 'submission', subjectId: submissionId, changedFields: changedBy(decision) }
  await recordAudit(tx, { operatorId, action: 'submission.undone', ...subject, at })
}
