import type { decide as decideCall } from '@stampus/contract/console/review'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { UNDO_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { stampsFor } from '@stampus/contract/values/money'
import type { Deps } from '../../../deps.ts'
import { type Change, recordAudit } from '../../../platform/audit/audit.store.ts'
import { type AuditValues, changesBetween } from '../../../platform/audit/changes.ts'
import { isLockTimeout } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, forbidden, HttpError } from '../../../platform/http/http-error.ts'
import {
  findApprovedResubmission,
  type LockedSubmission,
  lockPurchase,
  lockSender,
  type Outcome,
  reopenSubmission,
  updateOutcome,
} from '../../submissions/reviewed-submissions.store.ts'
import { findEarningRule } from '../../wallet/earning-rules/earning-rules.store.ts'
import { credit, reverseCredit } from '../../wallet/wallet.store.ts'
import {
  closeSpotCheck,
  type DecisionInForce,
  findDecisionInForce,
  insertDecision,
  insertFactCorrections,
  insertSpotCheck,
  insertUndo,
  waitForApprovals,
} from '../decisions.store.ts'
import { findLookAlikes, findReviewItemRows } from '../evidence/evidence.store.ts'
import { presentPictureIfStored } from '../evidence/review-items.service.ts'
import { filterApproved, presentLookAlikes } from '../evidence/signals.ts'
import { checkNoConflict, lease, lockPending, lockReceipt } from '../queue.service.ts'
import { lockOperator, removeLease, removeSkips } from '../queue.store.ts'
import { findWaitingRequest, reopenRequest } from '../requests.store.ts'
import {
  countersignatureChanges,
  doOrAsk,
  isLargeAmount,
  type Proposal,
  type Signatures,
  withdrawLocked,
} from '../second-operator.service.ts'
import { correctFacts, restoreTypedFacts, toChange, withDuplicateErrors } from './fact-corrections.service.ts'

/** `id` is the submission's id. */
type SentDecision = ParsedInputOf<typeof decideCall>

/** Longer than the undo time, so that no mail is sent about a decision that is undone. */
export const MAIL_AFTER_SECONDS = 15

/**
 * Decides a receipt in one transaction, or asks a second operator. Throws as `lockPending` does; 409 also for a
 * duplicate of an approved receipt (`submission_id`) or approved look-alikes that were not shown (`look_alikes`); 422
 * for invalid corrections; 503 when other approvals take too long. `precondition` runs after the submission is locked.
 */
export async function decide(
  deps: Deps,
  operatorId: number,
  decision: SentDecision,
  { precondition, ...options }: DecideOptions = {},
): Promise<void> {
  await withDuplicateErrors(deps, decision, () =>
    inTransaction(deps.db.pool, async (tx) => {
      const { id: submissionId, status, corrections } = decision
      if (corrections) await lockSender(tx, submissionId)
      const submission = await lockPending(tx, deps, { submissionId, operatorId })
      if (status === 'approved') await lockApprovals(tx)
      await precondition?.(tx)
      const proposal = proposalOf(deps, submission, { operatorId, decision })
      const asked = await doOrAsk(tx, deps, proposal, (isNotCountersigned) =>
        recordDecision(tx, deps, submission, { operatorId, decision, ...options, isNotCountersigned }),
      )
      if (asked !== null) await leaveDesk(tx, submissionId)
    }),
  )
}

/** What a second operator would confirm. Needed for an approval if the typed or the corrected amount is large. */
function proposalOf(
  deps: Deps,
  { id: submissionId, userId, isEscalated, ...typed }: LockedSubmission,
  { operatorId, decision }: { operatorId: number; decision: SentDecision },
): Proposal {
  const { status, corrections, notes } = decision
  const amountSen = Math.max(typed.amountSen, corrections?.purchase_amount ?? 0)
  const requested = { words: notes || undefined, corrections }
  return {
    needed: status === 'approved' && isLargeAmount(deps, amountSen),
    role: isEscalated ? 'manager' : 'reviewer',
    request: { kind: 'approval', userId, submissionId, askedBy: operatorId, at: deps.now(), requested },
  }
}

type DecideOptions = Pick<DecisionInput, 'isDrawn' | 'mailAfterSeconds'> & {
  precondition?: (tx: Queryable) => Promise<void>
}

type DecisionInput = Signatures & {
  decision: SentDecision
  /** Whether a spot check was drawn in advance. Without it, chance decides. */
  isDrawn?: boolean
  mailAfterSeconds?: number
}

async function leaveDesk(tx: Queryable, submissionId: number): Promise<void> {
  await removeLease(tx, submissionId)
  await removeSkips(tx, submissionId)
}

/** The caller has locked the pending submission and, for an approval, all other approvals. */
export async function recordDecision(tx: Queryable, deps: Deps, submission: LockedSubmission, input: DecisionInput) {
  const { id, userId } = submission
  const { decision, mailAfterSeconds: afterSeconds = MAIL_AFTER_SECONDS } = input
  /** Who is responsible: the last one who said yes. */
  const operatorId = input.confirmedBy ?? input.operatorId
  if (decision.status === 'approved') await checkPurchaseNotApproved(tx, id)
  const { corrections, amountSen } = decision.corrections
    ? await correctFacts(tx, deps, id, decision.corrections)
    : { corrections: [], amountSen: submission.amountSen }
  // Corrected facts must not create a conflict of interest.
  if (corrections.length > 0) await checkNoConflict(tx, operatorId, id)
  const { status } = decision
  const at = deps.now()
  const isRejected = status === 'rejected'
  const earned = isRejected
    ? { stamps: 0, earningRuleId: null }
    : await calculateStamps(tx, { amountSen, sentAt: submission.sentAt })
  const reason = (isRejected && decision.reason) || null
  const outcome = { status, reason, notes: decision.notes || null, at, ...earned }
  const { stamps } = earned
  const reasonCode = isRejected ? decision.reason_code : null
  const decisionId = await insertDecision(tx, id, input.operatorId, outcome, reasonCode)
  await insertFactCorrections(tx, { decisionId, submissionId: id, corrections })
  await updateOutcome(tx, id, outcome)
  const shown = decision.approved_alike ?? []
  if (status === 'approved') await checkLookAlikesShown(tx, deps, { operatorId, submissionId: id, shown })
  await credit(tx, { userId, decisionId, stamps, at })
  const { isDrawn = deps.randomInt(100) < deps.config.SPOT_CHECK_PERCENT } = input
  if (isDrawn) await insertSpotCheck(tx, { decisionId, submissionId: id, at })
  await leaveDesk(tx, id)
  const changes = [...changesOf(undefined, outcome), ...corrections.map(toChange), ...countersignatureChanges(input)]
  await recordAudit(tx, { action: `submission.${status}`, subjectId: id, operatorId, at, changes })
  // Handled by `decisionMail`.
  await deps.jobs.enqueueMail(tx, { kind: 'decision', id: decisionId }, { afterSeconds })
  return { decisionId, stamps }
}

/** The stamps of a receipt by the rule of the time when it was sent. */
export async function calculateStamps(
  db: Queryable,
  { amountSen, sentAt }: Pick<LockedSubmission, 'amountSen' | 'sentAt'>,
): Promise<{ stamps: number; earningRuleId: number }> {
  const rule = await findEarningRule(db, sentAt)
  return { stamps: stampsFor(amountSen, rule), earningRuleId: rule.id }
}

/** Locks the purchase, which may earn stamps only once. Throws 409 when another submission of it is approved. */
export async function checkPurchaseNotApproved(tx: Queryable, submissionId: number): Promise<void> {
  await lockPurchase(tx, submissionId)
  const approved = await findApprovedResubmission(tx, submissionId)
  if (approved !== undefined)
    throw conflict(texts.resubmissionApproved(approved), { fields: { submission_id: approved } })
}

const RETRY_SECONDS = 2

/** One approval at a time, so that the second of two look-alikes sees the first. Call it before writing. Throws 503. */
export async function lockApprovals(tx: Queryable): Promise<void> {
  try {
    await waitForApprovals(tx)
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new HttpError(503, texts.unavailable, {}, { retryAfterSeconds: RETRY_SECONDS, cause: error })
  }
}

/** Throws 409 with `look_alikes`, the approved ones not shown: corrected facts may have others than the desk. */
export async function checkLookAlikesShown(
  tx: Queryable,
  deps: Deps,
  { operatorId, submissionId, shown }: { operatorId: number; submissionId: number; shown: number[] },
): Promise<void> {
  const lookAlikes = await findLookAlikes(tx, operatorId, [submissionId])
  const unseen = filterApproved(lookAlikes.get(submissionId) ?? []).filter(({ id }) => !shown.includes(id))
  if (unseen.length === 0) return
  const rows = await findReviewItemRows(tx, { ids: [submissionId], operatorId, now: deps.now() })
  const look_alikes = rows.flatMap(({ invoice_no, merchant }) => {
    const facts = { invoice_no, merchant_name: merchant.name }
    return presentLookAlikes(facts, unseen, deps.config, (other) => presentPictureIfStored(deps, other))
  })
  throw conflict(texts.alikeApproved, { fields: { look_alikes } })
}

/**
 * Undoes a decision within 10 seconds and leases the receipt to its maker, unless `leases` is false. Of a confirmed one,
 * only the confirmer can, and its request waits again. A waiting request is withdrawn by who asked. Throws 404; 403 for
 * another operator's decision or a conflict of interest; 409.
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

type ShownOutcome = Omit<Outcome, 'at'>

/** Undefined means pending. */
export function changesOf(before: ShownOutcome | undefined, after: ShownOutcome | undefined): Change[] {
  return changesBetween(describeOutcome(before), describeOutcome(after))
}

function describeOutcome(decision: ShownOutcome | undefined): AuditValues {
  if (!decision) return { status: 'pending', stamps: '0', rejection_reason: null, admin_notes: null }
  const { status, stamps, reason, notes } = decision
  return { status, stamps: String(stamps), rejection_reason: reason, admin_notes: notes }
}

/** Cancels the stamps of a decision on a locked submission and restores the typed facts. Returns what changed on it. */
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
