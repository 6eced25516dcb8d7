import type { confirmRequest } from '@stampus/contract/console/confirmations'
import type { Role } from '@stampus/contract/console/operators'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { CONFIRMER_WINDOW_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { dayIn, formatDay } from '@stampus/contract/values/days'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, forbidden, requireFound } from '../../../platform/http/http-error.ts'
import { belongsTo } from '../../conflicts-of-interest/conflicts.store.ts'
import { findGrantBetween, hasRole } from '../../staff/confirmers.store.ts'
import { hasConflictOfInterest, lockSender, lockSubmission } from '../../submissions/reviewed-submissions.store.ts'
import { lockMember } from '../../wallet/wallet.store.ts'
import { lockApprovals, recordDecision } from '../decisions/decisions.service.ts'
import { withDuplicateErrors } from '../decisions/fact-corrections.service.ts'
import { checkNoConflict } from '../queue.service.ts'
import { closeRequest, findRequest, lockRequest, type Requested, type StoredRequest } from '../requests.store.ts'
import { reverseConfirmed } from '../reversals/reversals.service.ts'
import { closeUnconfirmed, grantedSince, withdrawLocked } from '../second-operator.service.ts'
import { adjustConfirmedStamps } from '../stamp-adjustments/stamp-adjustments.service.ts'

type Confirmation = ParsedInputOf<typeof confirmRequest>

type Confirmer = { id: number; role: Role }

/**
 * Carries out another operator's request in one transaction. Throws 404; 403 for a wrong role, an operator who asked or
 * is not independent (grants within 30 days), or a conflict of interest; 409 when it is closed or can no longer take
 * effect (`submission_id` names a duplicate, `look_alikes` what was not shown).
 */
export async function confirm(deps: Deps, confirmer: Confirmer, { id, approved_alike }: Confirmation): Promise<void> {
  const found = requireFound(await findRequest(deps.db.pool, id))
  const by = { operatorId: found.askedBy, confirmedBy: confirmer.id, approved_alike }
  const work = () =>
    inTransaction(deps.db.pool, async (tx) => {
      const request = await lockConfirmable(tx, deps, confirmer, found)
      const decisionId = await applyRequest(tx, deps, request, by)
      await closeRequest(tx, { id, state: 'confirmed', operatorId: confirmer.id, at: deps.now(), decisionId })
    })
  const { submissionId, kind, requested } = found
  if (submissionId === null) return work()
  const sentAgain = kind === 'reversal' ? texts.appealResubmitted : undefined
  return withDuplicateErrors(deps, { id: submissionId, corrections: requested.corrections, sentAgain }, work)
}

/** Nothing takes effect and a receipt returns to the queue. Throws as `confirm` does. */
export async function decline(deps: Deps, confirmer: Confirmer, id: number, answer: string): Promise<void> {
  const found = requireFound(await findRequest(deps.db.pool, id))
  await inTransaction(deps.db.pool, async (tx) => {
    const request = await lockConfirmable(tx, deps, confirmer, found)
    await closeUnconfirmed(tx, request, { state: 'declined', operatorId: confirmer.id, at: deps.now(), answer })
  })
}

/** Throws 404, 403 for another operator's request, 409 when it is closed. */
export async function withdraw(deps: Deps, operatorId: number, id: number): Promise<void> {
  const found = requireFound(await findRequest(deps.db.pool, id))
  await inTransaction(deps.db.pool, async (tx) => {
    await withdrawLocked(tx, deps, operatorId, await lockWithSubject(tx, found, operatorId))
  })
}

/** Locks a waiting request and its subject for an operator who may confirm it. */
async function lockConfirmable(tx: Queryable, deps: Deps, { id, role }: Confirmer, found: StoredRequest) {
  const { askedBy, submissionId } = found
  if (found.role === 'manager' && role !== 'manager') throw forbidden()
  if (askedBy === id) throw forbidden(texts.confirmOwn)
  const request = await lockWithSubject(tx, found, id)
  if (submissionId !== null) await checkNoConflict(tx, id, submissionId)
  const corrected = request.requested.corrections?.merchant_id
  if (corrected !== undefined && (await belongsTo(tx, id, corrected))) throw forbidden(texts.conflictOfInterest)
  if (request.state !== 'waiting') throw conflict(texts.confirmationClosed)
  await checkIndependent(tx, deps, { operatorId: id, askedBy })
  return request
}

/** Throws 403 with the end date when one manager could control both operators. */
async function checkIndependent(
  tx: Queryable,
  deps: Deps,
  query: { operatorId: number; askedBy: number },
): Promise<void> {
  const granted = await findGrantBetween(tx, { ...query, since: grantedSince(deps) })
  if (!granted) return
  const until = new Date(granted.getTime() + CONFIRMER_WINDOW_MS)
  throw forbidden(texts.confirmerNotIndependent(formatDay(dayIn(deps.config.TIME_ZONE, until))))
}

/** Locks are taken in this order: member, submission, request. */
async function lockWithSubject(tx: Queryable, { id, userId, submissionId }: StoredRequest, operatorId: number) {
  if (submissionId === null) {
    const member = await lockMember(tx, { userId, operatorId })
    if (member?.own) throw forbidden(texts.ownAccount)
  } else {
    await lockSender(tx, submissionId)
    await lockSubmission(tx, submissionId)
  }
  const request = requireFound(await lockRequest(tx, id))
  return request
}

/** Returns the resulting decision's id, if any. */
async function applyRequest(tx: Queryable, deps: Deps, request: StoredRequest, by: By) {
  const { submissionId: id, requested, role } = request
  const { operatorId, approved_alike } = by
  if (!(await hasRole(tx, { operatorId, role }))) throw conflict(texts.requesterGone)
  if (id === null) {
    await adjustConfirmedStamps(tx, deps, request, by)
    return undefined
  }
  if (await hasConflictOfInterest(tx, operatorId, id)) throw conflict(texts.requesterHasConflict)
  if (request.kind === 'approval') return applyApproval(tx, deps, requested, id, by)
  const { outcome: status = 'pending', decisionId: decision_id = 0, words: reason = '' } = requested
  return reverseConfirmed(tx, deps, { id, status, decision_id, reason, approved_alike }, by)
}

/** `operatorId` asked for it. */
type By = Pick<Confirmation, 'approved_alike'> & { operatorId: number; confirmedBy: number }

async function applyApproval(
  tx: Queryable,
  deps: Deps,
  { words, corrections }: Requested,
  id: number,
  { approved_alike, ...by }: By,
): Promise<number> {
  const submission = await lockSubmission(tx, id)
  if (submission?.status !== 'pending') throw conflict(texts.alreadyDecided)
  await lockApprovals(tx)
  const decision = { id, status: 'approved', notes: words, corrections, approved_alike } as const
  const { decisionId } = await recordDecision(tx, deps, submission, { ...by, decision })
  // A corrected merchant may be the merchant of the operator who asked.
  if (await hasConflictOfInterest(tx, by.operatorId, id)) throw conflict(texts.requesterHasConflict)
  return decisionId
}
