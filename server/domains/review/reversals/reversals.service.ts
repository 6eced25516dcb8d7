import type { reverse as reverseCall } from '@stampus/contract/console/submissions'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { UNDO_MS } from '@stampus/contract/limits'
import type { Status } from '@stampus/contract/submissions'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, invalid } from '../../../platform/http/http-error.ts'
import { voidBelowZero } from '../../rewards/vouchers/negative-balance.service.ts'
import { type LockedSubmission, lockSender, markReopened } from '../../submissions/reviewed-submissions.store.ts'
import { getUnconfirmedAllowance } from '../../wallet/wallet.service.ts'
import { credit } from '../../wallet/wallet.store.ts'
import { insertAnswer } from '../appeals/appeals.admin.store.ts'
import {
  calculateStamps,
  checkLookAlikesShown,
  checkPurchaseNotApproved,
  lockApprovals,
  MAIL_AFTER_SECONDS,
  revokeDecision,
} from '../decisions/decisions.service.ts'
import { withDuplicateErrors } from '../decisions/fact-corrections.service.ts'
import { type DecidedOutcome, type DecisionInForce, findDecisionInForce, insertDecision } from '../decisions.store.ts'
import { checkNoConflict, lockReceipt } from '../queue.service.ts'
import {
  checkNoOpenRequest,
  countersignatureChanges,
  doOrAsk,
  isLargeAmount,
  type Signatures,
} from '../second-operator.service.ts'
import { findOpenAppeal, insertReversal } from './reversals.store.ts'

/** `id` is the submission's id, `decision_id` the decision that the manager saw. */
type SentReversal = ParsedInputOf<typeof reverseCall>

/**
 * Replaces a decision after its undo time, or asks a second manager. Throws 404; 403 for a conflict of interest; 422
 * when nothing would change; 409 when it can still be undone, a request waits, another decision is in force, or as
 * `decide` does.
 */
export async function reverse(deps: Deps, operatorId: number, sent: SentReversal): Promise<void> {
  const { id, status } = sent
  await withDuplicateErrors(deps, { id, sentAgain: texts.appealResubmitted }, () =>
    inTransaction(deps.db.pool, async (tx) => {
      await lockSender(tx, id)
      const reversible = await lockReversible(tx, deps, operatorId, sent)
      await checkNoOpenRequest(tx, id)
      const { submission, current } = reversible
      const { userId, amountSen } = submission
      const stamps = (await calculateStampsAfter(tx, submission, status)) - current.stamps
      const left = await getUnconfirmedAllowance(tx, deps, { operatorId, userId })
      const needed = needsSecond(deps, amountSen, { status, stamps, left })
      const requested = { words: sent.reason, outcome: status, decisionId: current.id }
      const about = { kind: 'reversal', userId, submissionId: id, askedBy: operatorId, at: deps.now() } as const
      const proposal = { needed, role: 'manager', request: { ...about, requested } } as const
      await doOrAsk(tx, deps, proposal, async (isNotCountersigned) => {
        const decisionId = await applyReversal(tx, deps, reversible, sent, { operatorId, isNotCountersigned })
        return { decisionId: decisionId ?? null, stamps }
      })
    }),
  )
}

/** Carries out what another manager asked for. The caller has locked the member. Throws as `reverse` does. */
export async function reverseConfirmed(
  tx: Queryable,
  deps: Deps,
  sent: SentReversal,
  by: { operatorId: number; confirmedBy: number },
): Promise<number | undefined> {
  return applyReversal(tx, deps, await lockReversible(tx, deps, by.confirmedBy, sent), sent, by)
}

/** `stamps` is the change of the balance. */
export function needsSecond(
  deps: Pick<Deps, 'config'>,
  amountSen: number,
  { status, stamps, left }: { status: Status; stamps: number; left: number },
): boolean {
  return (status === 'approved' && isLargeAmount(deps, amountSen)) || Math.abs(stamps) > (stamps === 0 ? 0 : left)
}

/** The stamps of a receipt after a reversal to this status. */
export async function calculateStampsAfter(
  db: Queryable,
  receipt: { amountSen: number; sentAt: Date },
  status: Status,
): Promise<number> {
  return status === 'approved' ? (await calculateStamps(db, receipt)).stamps : 0
}

type ReversibleDecision = { submission: LockedSubmission; current: DecisionInForce }

/** Locks the submission, and for an approval all other approvals. */
async function lockReversible(
  tx: Queryable,
  { now }: Deps,
  operatorId: number,
  sent: SentReversal,
): Promise<ReversibleDecision> {
  const submission = await lockReceipt(tx, operatorId, sent.id)
  if (!submission.hasPicture) throw conflict(texts.receiptPictureGone)
  const current = await findDecisionInForce(tx, sent.id)
  if (!current || current.id !== sent.decision_id) throw conflict(texts.reversalOutdated)
  if (current.status === sent.status) throw invalid('status', texts.reversalSame)
  // A decision that a reversal set cannot be undone, so there is nothing to wait for.
  if (!current.isReversal && now().getTime() - current.undoFrom.getTime() <= UNDO_MS)
    throw conflict(texts.reversalTooEarly)
  if (sent.status === 'approved') await lockApprovals(tx)
  return { submission, current }
}

/** Returns the new decision's id, if any. */
async function applyReversal(
  tx: Queryable,
  deps: Deps,
  { submission, current }: ReversibleDecision,
  { id: submissionId, decision_id: decisionId, status, reason, approved_alike: shown = [] }: SentReversal,
  by: Signatures,
): Promise<number | undefined> {
  const at = deps.now()
  const reversal = { decisionId, submissionId, operatorId: by.operatorId, status, reason, at }
  if (status !== 'rejected') await checkPurchaseNotApproved(tx, submissionId)
  const outcome = status === 'pending' ? undefined : await buildOutcome(tx, submission, { status, reason, at })
  const changes = await revokeDecision(tx, current, reversal, outcome)
  if (!outcome) await markReopened(tx, submissionId, at)
  // With the facts as typed, the receipt may be from a merchant that this manager belongs to.
  const managerId = by.confirmedBy ?? by.operatorId
  await checkNoConflict(tx, managerId, submissionId)
  const reversalId = await insertReversal(tx, reversal)
  const newId = outcome && (await insertDecision(tx, submissionId, by.operatorId, outcome))
  if (outcome && newId !== undefined)
    await credit(tx, { userId: submission.userId, decisionId: newId, stamps: outcome.stamps, at })
  if (current.status === 'approved')
    await voidBelowZero(tx, deps, { userId: submission.userId, reversalId, operatorId: managerId, at })
  if (status === 'approved') await checkLookAlikesShown(tx, deps, { operatorId: managerId, submissionId, shown })
  // An appeal that is still open after its rejection was undone is not about this decision.
  const appealId = current.status === 'rejected' ? await findOpenAppeal(tx, submissionId) : undefined
  const answer = { operatorId: by.operatorId, outcome: 'reopened', answer: reason, at } as const
  const isAnswered = appealId !== undefined && (await insertAnswer(tx, { appealId, ...answer }))
  const signs = countersignatureChanges(by)
  await recordAudit(tx, {
    operatorId: managerId,
    action: 'submission.reversed',
    subjectId: submissionId,
    changedFields: [...[...changes, ...signs].map(({ field }) => field), ...(isAnswered ? ['appeal'] : [])],
    changes: [...changes, { field: 'reason', before: null, after: reason }, ...signs],
    at,
  })
  const afterSeconds = outcome ? MAIL_AFTER_SECONDS : 0
  // Handled by `reversalMail`.
  await deps.jobs.enqueueMail(tx, { kind: 'reversal', id: reversalId }, { afterSeconds })
  return newId
}

/** The member reads the reversal's reason as the decision's text. A rejected submission holds the amount as typed. */
async function buildOutcome(
  tx: Queryable,
  submission: LockedSubmission,
  { status, reason, at }: Pick<DecidedOutcome, 'status' | 'at'> & { reason: string },
): Promise<DecidedOutcome> {
  return status === 'approved'
    ? { status, reason: null, notes: reason, at, ...(await calculateStamps(tx, submission)) }
    : { status, reason, notes: null, stamps: 0, earningRuleId: null, at }
}
