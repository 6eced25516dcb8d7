import type { Queryable } from '../db/database.ts'
import { reopenSubmission } from '../submissions/submissions.store.ts'
import { counterCredit } from '../wallet/wallet.store.ts'
import { insertUndo, type StandingDecision } from './decisions.store.ts'

/** The fields of a submission that a decision sets, and that taking it back clears. */
export function changedBy({ status, notes }: Pick<StandingDecision, 'status' | 'notes'>): string[] {
  return ['status', status === 'approved' ? 'stamps' : 'rejection_reason', ...(notes ? ['admin_notes'] : [])]
}

/**
 * Takes a decision back, whose submission the caller has locked: it no longer stands, a counter-entry balances its
 * stamps, and the submission is pending again. `operatorId` is who takes it back.
 */
export async function takeBack(
  tx: Queryable,
  given: { decisionId: number; submissionId: number; operatorId: number; at: Date },
): Promise<void> {
  await insertUndo(tx, given)
  await counterCredit(tx, given)
  await reopenSubmission(tx, given.submissionId)
}
