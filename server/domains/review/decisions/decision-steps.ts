import type { Change } from '../../../platform/audit/audit.store.ts'
import { changesBetween, type Described } from '../../../platform/audit/changes.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { type Outcome, reopenSubmission, settleSubmission } from '../../submissions/submissions.store.ts'
import { counterCredit } from '../../wallet/wallet.store.ts'
import { closeCheck } from '../spot-checks/spot-checks.store.ts'
import { insertUndo, type StandingDecision } from './decisions.store.ts'
import { restoreTyped } from './fact-corrections.ts'

type Decided = Omit<Outcome, 'at'>

/** What changes on a submission when one decision comes in the place of another; undefined is none, while it waits. */
export function changesOf(before: Decided | undefined, after: Decided | undefined): Change[] {
  return changesBetween(described(before), described(after))
}

function described(decision: Decided | undefined): Described {
  if (!decision) return { status: 'pending', stamps: '0', rejection_reason: null, admin_notes: null }
  const { status, stamps, reason, notes } = decision
  return { status, stamps: String(stamps), rejection_reason: reason, admin_notes: notes }
}

/**
 * Takes a decision back, whose submission the caller has locked: it no longer stands, a counter-entry balances its stamps,
 * and what it had corrected is as it was typed. The submission shows `next`, or is pending again without it. `operatorId`
 * is who takes it back. Answers what changed on the submission.
 */
export async function takeBack(
  tx: Queryable,
  standing: StandingDecision,
  { submissionId, operatorId, at }: { submissionId: number; operatorId: number; at: Date },
  next?: Outcome,
): Promise<Change[]> {
  const decisionId = standing.id
  await insertUndo(tx, { decisionId, operatorId, at })
  await counterCredit(tx, { decisionId, at })
  await closeCheck(tx, decisionId, at)
  // Before the typed facts come back: once rejected, they are in the way of nothing that was sent anew.
  await (next ? settleSubmission(tx, submissionId, next) : reopenSubmission(tx, submissionId))
  const restored = await restoreTyped(tx, { decisionId, submissionId })
  const changes = restored.map(({ field, typed, corrected }) => ({ field, before: corrected, after: typed }))
  return [...changesOf(standing, next), ...changes]
}
