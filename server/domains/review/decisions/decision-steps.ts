import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import type { Change } from '../../../platform/audit/audit.store.ts'
import { type AuditValues, changesBetween } from '../../../platform/audit/changes.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { isLockTimeout } from '../../../platform/db/sql.ts'
import { conflict, HttpError } from '../../../platform/http/http-error.ts'
import { findApprovedResubmission, lockPurchase } from '../../submissions/resubmissions.store.ts'
import { type Outcome, reopenSubmission, updateOutcome } from '../../submissions/reviewed-submissions.store.ts'
import { reverseCredit } from '../../wallet/wallet.store.ts'
import { findLookAlikes } from '../evidence/evidence.store.ts'
import { presentPictureIfStored } from '../evidence/review-items.service.ts'
import { findReviewItemRows } from '../evidence/review-items.store.ts'
import { filterApproved, presentLookAlikes } from '../evidence/signals.ts'
import { closeSpotCheck } from '../spot-checks/spot-checks.store.ts'
import { type DecisionInForce, insertUndo } from './decisions.store.ts'
import { restoreTypedFacts } from './fact-corrections.service.ts'

/** Longer than the undo time, so that no mail is sent about a decision that is undone. */
export const MAIL_AFTER_SECONDS = 15

type DecidedOutcome = Omit<Outcome, 'at'>

/** Returns the audit changes when `after` takes the place of `before`. Undefined means pending. */
export function changesOf(before: DecidedOutcome | undefined, after: DecidedOutcome | undefined): Change[] {
  return changesBetween(describeOutcome(before), describeOutcome(after))
}

function describeOutcome(decision: DecidedOutcome | undefined): AuditValues {
  if (!decision) return { status: 'pending', stamps: '0', rejection_reason: null, admin_notes: null }
  const { status, stamps, reason, notes } = decision
  return { status, stamps: String(stamps), rejection_reason: reason, admin_notes: notes }
}

/**
 * Revokes a decision whose submission the caller has locked: a counter-entry cancels its stamps and the typed facts
 * come back. The submission shows `next`, or is pending without it. `operatorId` is who revokes. Returns what changed
 * on the submission.
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
