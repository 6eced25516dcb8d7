import type { decide as decideCall } from '@stampus/contract/console/review'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import type { Change } from '../../../platform/audit/audit.store.ts'
import { isLockTimeout, violatesUnique } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { dryRun, inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, HttpError } from '../../../platform/http/http-error.ts'
import {
  findApprovedResubmission,
  type LockedSubmission,
  lockPurchase,
  lockSender,
  updateOutcome,
} from '../../submissions/reviewed-submissions.store.ts'
import { calculateStamps } from '../../wallet/earning-rules/earning-rules.service.ts'
import { credit } from '../../wallet/wallet.store.ts'
import {
  type DecidedOutcome,
  type FactCorrection,
  insertDecision,
  insertFactCorrections,
  insertSpotCheck,
  recordReviewAudit,
} from '../decisions.store.ts'
import { findLookAlikes } from '../evidence/evidence.store.ts'
import { presentPictureIfStored } from '../evidence/review-items.service.ts'
import { findReviewItemRows } from '../evidence/review-items.store.ts'
import { filterApproved, presentLookAlikes } from '../evidence/signals.ts'
import { checkNoConflict, lockPending } from '../queue.service.ts'
import { removeLease, removeSkips } from '../queue.store.ts'
import { insertNotCountersigned } from '../requests.store.ts'
import {
  countersignatureChanges,
  determineSecondOperator,
  isLargeAmount,
  requestConfirmation,
} from '../second-operator.service.ts'
import { correctFacts, findDuplicateError } from './fact-corrections.service.ts'
import { changesOf } from './undo.service.ts'

/** A decision as the desk sends it. `id` is the submission's id. */
type SentDecision = ParsedInputOf<typeof decideCall>

/** Longer than the undo time, so that no mail is sent about a decision that is undone. */
export const MAIL_AFTER_SECONDS = 15

/** These indexes let one receipt earn stamps only once. */
const UNIQUE_INDEXES = ['submissions_approved_once', 'submissions_sent_once']

/**
 * Approves or rejects a receipt: decision, stamps, audit entry and mail in one transaction. A large approval waits
 * for a second operator if there is one. Throws as `lockPending` does; 409 also for a duplicate of an approved receipt
 * (`submission_id`) and when an approved look-alike was not shown (`look_alikes`); 422 for invalid corrections; 503 when
 * other approvals take too long.
 */
export async function decide(deps: Deps, operatorId: number, decision: SentDecision): Promise<void> {
  await decideIf(deps, operatorId, decision)
}

/**
 * `precondition` runs after the submission is locked. `isDrawn` says whether the decision gets a spot check; without
 * it, chance decides.
 */
type DecideOptions = { precondition?: (tx: Queryable) => Promise<void>; isDrawn?: boolean; mailAfterSeconds?: number }

/** Decides as `decide` does, provided that `precondition` does not throw. */
export async function decideIf(
  deps: Deps,
  operatorId: number,
  decision: SentDecision,
  options: DecideOptions = {},
): Promise<void> {
  await withDuplicateErrors(deps, decision, () =>
    inTransaction(deps.db.pool, async (tx) => {
      if (decision.corrections) await lockSender(tx, decision.id)
      const submission = await lockPending(tx, deps, { submissionId: decision.id, operatorId })
      if (decision.status === 'approved') await lockApprovals(tx)
      await options.precondition?.(tx)
      const { isDrawn, mailAfterSeconds } = options
      await decideOrRequestConfirmation(tx, deps, submission, { operatorId, decision, isDrawn, mailAfterSeconds })
    }),
  )
}

/**
 * Runs `work`, which decides on this submission. Throws 409 with `submission_id` when a duplicate already counts for
 * the receipt.
 */
export async function withDuplicateErrors(
  deps: Deps,
  { id, corrections = {} }: Pick<SentDecision, 'id' | 'corrections'>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!UNIQUE_INDEXES.some((index) => violatesUnique(error, index))) throw error
    const duplicateError = await findDuplicateError(deps.db.pool, id, corrections)
    if (duplicateError) throw duplicateError
    // The duplicate's approval was undone in this very moment: try again.
    await withDuplicateErrors(deps, { id, corrections }, work)
  }
}

async function buildOutcome(
  tx: Queryable,
  { now }: Deps,
  { status, reason, notes }: SentDecision,
  receipt: { amountSen: number; sentAt: Date },
): Promise<DecidedOutcome> {
  const common = { status, notes: notes || null, at: now() }
  if (status === 'rejected') return { ...common, reason: reason || null, stamps: 0, earningRuleId: null }
  return { ...common, reason: null, ...(await calculateStamps(tx, receipt)) }
}

type DecisionInput = {
  operatorId: number
  decision: SentDecision
  /** The second operator, if one confirmed. */
  confirmedBy?: number
  /** Whether a spot check was drawn in advance. Without it, chance decides. */
  isDrawn?: boolean | undefined
  mailAfterSeconds?: number | undefined
  /** A second operator was needed, but there was none. */
  isNotCountersigned?: boolean
}

/**
 * Records the decision. When the amount is large, as typed or as corrected, and a second operator is there, asks for
 * confirmation instead.
 */
async function decideOrRequestConfirmation(
  tx: Queryable,
  deps: Deps,
  submission: LockedSubmission,
  input: DecisionInput,
): Promise<void> {
  const { operatorId, decision } = input
  const amountSen = Math.max(submission.amountSen, decision.corrections?.purchase_amount ?? 0)
  const needed = decision.status === 'approved' && isLargeAmount(deps, amountSen)
  const role = submission.isEscalated ? 'manager' : 'reviewer'
  const secondOperator = await determineSecondOperator(tx, deps, { needed, operatorId, role })
  const record = () =>
    recordDecision(tx, deps, submission, { ...input, isNotCountersigned: secondOperator === 'missing' })
  const { id: submissionId, userId } = submission
  const request = { kind: 'approval', userId, submissionId, askedBy: operatorId, at: deps.now() } as const
  const requested = { words: decision.notes || undefined, corrections: decision.corrections }
  if (secondOperator === 'available') {
    const { stamps } = await dryRun(tx, record)
    await removeLease(tx, submissionId)
    await removeSkips(tx, submissionId)
    await requestConfirmation(tx, { ...request, stamps, requested })
    return
  }
  const { decisionId, stamps } = await record()
  if (secondOperator === 'missing') await insertNotCountersigned(tx, { ...request, stamps, requested }, decisionId)
}

/**
 * Records a decision with all its effects. The caller has locked the pending submission and, for an approval, all
 * other approvals.
 */
export async function recordDecision(tx: Queryable, deps: Deps, submission: LockedSubmission, input: DecisionInput) {
  const { id, userId } = submission
  if (input.decision.status === 'approved') await checkPurchaseNotApproved(tx, id)
  const { corrections, amountSen } = await applyCorrections(tx, deps, submission, input)
  const outcome = await buildOutcome(tx, deps, input.decision, { amountSen, sentAt: submission.sentAt })
  const { stamps, at } = outcome
  const decisionId = await insertDecision(tx, id, input.operatorId, outcome, reasonCodeOf(input.decision))
  await insertFactCorrections(tx, { decisionId, submissionId: id, corrections })
  await updateOutcome(tx, id, outcome)
  if (outcome.status === 'approved') await checkLookAlikesShown(tx, deps, shownLookAlikes(input))
  await credit(tx, { userId, decisionId, stamps, at })
  await drawSpotCheck(tx, deps, { decisionId, submissionId: id, at }, input.isDrawn)
  await removeLease(tx, id)
  await removeSkips(tx, id)
  const changes = [...changesOf(undefined, outcome), ...corrections.map(toChange), ...countersignature(input)]
  const action = `submission.${outcome.status}` as const
  await recordReviewAudit(tx, {
    action,
    submissionId: id,
    operatorId: input.confirmedBy ?? input.operatorId,
    at,
    changes,
  })
  const afterSeconds = input.mailAfterSeconds ?? MAIL_AFTER_SECONDS
  // The handler of this job is decisionMail in decisions.mail.ts.
  await deps.jobs.enqueueMail(tx, { kind: 'decision', id: decisionId }, { afterSeconds })
  return { decisionId, stamps }
}

function shownLookAlikes({ operatorId, confirmedBy, decision }: DecisionInput) {
  return { operatorId: confirmedBy ?? operatorId, submissionId: decision.id, shown: decision.approved_alike ?? [] }
}

function countersignature({ operatorId, confirmedBy, isNotCountersigned }: DecisionInput) {
  return countersignatureChanges({ askedBy: confirmedBy === undefined ? undefined : operatorId, isNotCountersigned })
}

/**
 * Applies the decision's corrections and returns them with the amount that counts. Corrected facts must not create a
 * conflict of interest.
 */
async function applyCorrections(
  tx: Queryable,
  deps: Deps,
  { id, amountSen }: LockedSubmission,
  { operatorId, decision, confirmedBy }: DecisionInput,
): Promise<{ corrections: FactCorrection[]; amountSen: number }> {
  if (!decision.corrections) return { corrections: [], amountSen }
  const corrected = await correctFacts(tx, deps, id, decision.corrections)
  if (corrected.corrections.length > 0) await checkNoConflict(tx, confirmedBy ?? operatorId, id)
  return corrected
}

function reasonCodeOf({ status, reason_code }: SentDecision) {
  return status === 'rejected' ? (reason_code ?? null) : null
}

function toChange({ field, typed, corrected }: FactCorrection): Change {
  return { field, before: typed, after: corrected }
}

/**
 * Draws a share of the decisions for a spot check by another operator. `isDrawn` is given when the draw was made in
 * advance.
 */
export async function drawSpotCheck(
  tx: Queryable,
  { config, randomInt }: Pick<Deps, 'config' | 'randomInt'>,
  decision: { decisionId: number; submissionId: number; at: Date },
  isDrawn = randomInt(100) < config.SPOT_CHECK_PERCENT,
): Promise<void> {
  if (isDrawn) await insertSpotCheck(tx, decision)
}

/**
 * Throws 409 when another submission of the same purchase is approved. Locks the purchase: it may earn stamps only
 * once.
 */
export async function checkPurchaseNotApproved(tx: Queryable, submissionId: number): Promise<void> {
  await lockPurchase(tx, submissionId)
  const approved = await findApprovedResubmission(tx, submissionId)
  if (approved !== undefined)
    throw conflict(texts.resubmissionApproved(approved), { fields: { submission_id: approved } })
}

const APPROVALS_LOCK = 7_266_841

const RETRY_SECONDS = 2

/**
 * Lets one approval run at a time until the transaction ends, so that the second of two look-alikes sees the first.
 * Call it before writing anything. Throws 503 when another approval takes longer than 3 seconds.
 */
export async function lockApprovals(tx: Queryable): Promise<void> {
  await tx.query("SET LOCAL lock_timeout = '3s'")
  try {
    await tx.query({ name: 'alike.hold', text: 'SELECT pg_advisory_xact_lock($1)', values: [APPROVALS_LOCK] })
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    throw new HttpError(503, texts.unavailable, {}, { retryAfterSeconds: RETRY_SECONDS, cause: error })
  }
  await tx.query('SET LOCAL lock_timeout TO DEFAULT')
}

/**
 * Throws 409 when an approved look-alike was not shown to this operator as approved. `look_alikes` holds the missing
 * signals. Corrected facts may have other look-alikes than the ones on the desk.
 */
export async function checkLookAlikesShown(
  tx: Queryable,
  deps: Deps,
  { operatorId, submissionId, shown }: { operatorId: number; submissionId: number; shown: number[] },
): Promise<void> {
  const lookAlikes = await findLookAlikes(tx, operatorId, [submissionId])
  const unseen = filterApproved(lookAlikes.get(submissionId) ?? []).filter(({ id }) => !shown.includes(id))
  if (unseen.length === 0) return
  const rows = await findReviewItemRows(tx, { ids: [submissionId], operatorId, now: deps.now() })
  const look_alikes = rows.flatMap((row) =>
    presentLookAlikes(row, unseen, deps.config, (other) => presentPictureIfStored(deps, other)),
  )
  throw conflict(texts.alikeApproved, { fields: { look_alikes } })
}
