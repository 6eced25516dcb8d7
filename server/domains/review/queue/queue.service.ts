import { LEASE_MS, UNDO_MS } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, forbidden, type HttpError, notFound } from '../../../platform/http/http-error.ts'
import { pictureUrl } from '../../../platform/storage/files.routes.ts'
import { hasConflictOfInterest } from '../../submissions/conflicts-of-interest.store.ts'
import { type LockedSubmission, lockSubmission } from '../../submissions/submissions.store.ts'
import { checkNoOpenRequest } from '../confirmations/confirmation-requests.service.ts'
import { recordReviewAudit } from '../decisions/decisions.store.ts'
import {
  countQueue,
  deleteEscalation,
  type Escalation,
  findEscalation,
  findObstacles,
  findOpenReceipt,
  findUpcomingPictures,
  insertEscalation,
  type Lease,
  lockNext,
  lockOperator,
  type Obstacles,
  type PictureRow,
  type QueueQuery,
  removeLease,
  removeLeasesOfOperator,
  removeOldLeases,
  removeOwnLease,
  upsertLease,
  upsertSkip,
} from './queue.store.ts'

const SKIP_MS = 3_600_000

/** An operator asks now: for an hour what they skipped comes behind the rest. */
export function queueQueryFor({ now }: Pick<Deps, 'now'>, operatorId: number): QueueQuery {
  const at = now()
  return { operatorId, now: at, skippedSince: new Date(at.getTime() - SKIP_MS) }
}

/** How many receipts wait for this operator (D-51). */
export async function getQueueCounts(deps: Deps, operatorId: number) {
  return countQueue(deps.db.pool, operatorId, deps.now())
}

/** The pictures that probably come after the one that is open. */
export async function listUpcomingPictures(deps: Deps, operatorId: number, openId = 0) {
  const rows = await findUpcomingPictures(deps.db.pool, queueQueryFor(deps, operatorId), openId)
  return rows.map((row) => presentPicture(deps, row))
}

/** A receipt's picture, signed for the operators who see it (D-44). */
export function presentPicture({ config, now }: Pick<Deps, 'config' | 'now'>, row: PictureRow) {
  const { picture_key, placeholder, width, height } = row
  return { url: pictureUrl(config.APP_KEY, picture_key, now()), placeholder, width, height }
}

/** Throws where an operator may not work on a submission now: 403 for a tie or a manager's matter, 409 for a lease or a confirmation under way. */
export async function checkAvailable(
  tx: Queryable,
  { now }: Pick<Deps, 'now'>,
  asked: { submissionId: number; operatorId: number },
): Promise<void> {
  const obstacles = await findObstacles(tx, { ...asked, now: now() })
  const duplicateError = obstacles && errorFor(obstacles)
  if (duplicateError) throw duplicateError
}

/** Throws 403 where an operator is too near to a submission to judge it (D-50). */
export async function checkNoConflict(db: Queryable, operatorId: number, submissionId: number): Promise<void> {
  if (await hasConflictOfInterest(db, operatorId, submissionId)) throw forbidden(texts.linkedToYou)
}

function errorFor({ has_conflict, escalated, confirming, leased }: Obstacles): HttpError | undefined {
  if (has_conflict) return forbidden(texts.linkedToYou)
  if (escalated) return forbidden(texts.escalatedToManagers)
  if (confirming) return conflict(texts.waitsForConfirmation)
  return leased ? conflict(texts.leasedByOther) : undefined
}

/**
 * Opens what comes next for an operator and answers its id, or undefined where nothing is left (D-51). The receipt they have
 * open is kept unless they skip it, and then comes again behind the rest.
 */
export async function openNextReceipt(deps: Deps, operatorId: number, skipId?: number): Promise<number | undefined> {
  return inTransaction(deps.db.pool, async (tx) => {
    await lockOperator(tx, operatorId)
    if (skipId !== undefined) {
      await upsertSkip(tx, operatorId, skipId, deps.now())
      await removeOwnLease(tx, skipId, operatorId)
    }
    const kept = skipId === undefined ? await renewOpenLease(tx, deps, operatorId) : undefined
    const found = kept ?? (await leaseNext(tx, deps, operatorId))
    if (found === undefined) await removeLeasesOfOperator(tx, operatorId)
    return found
  })
}

/** Holds a submission that this operator may decide on now. Throws 404, 409 where it is decided or leased, 403 by D-50. */
export async function lockPending(
  tx: Queryable,
  deps: Deps,
  asked: { submissionId: number; operatorId: number },
): Promise<LockedSubmission> {
  const submission = await lockSubmission(tx, asked.submissionId)
  if (!submission) throw notFound()
  if (submission.status !== 'pending') throw conflict(texts.decisionStale)
  await checkAvailable(tx, deps, asked)
  return submission
}

/** Opens this receipt for 5 minutes more. Throws 404, 409 where it is decided or open elsewhere, 403 by D-50. */
export async function renew(deps: Deps, operatorId: number, submissionId: number): Promise<void> {
  await inTransaction(deps.db.pool, async (tx) => {
    await lockOperator(tx, operatorId)
    await lockPending(tx, deps, { submissionId, operatorId })
    if (!(await lease(tx, deps, submissionId, operatorId))) throw conflict(texts.leasedByOther)
  })
}

/** Gives the receipt back to the queue where this operator has it open. */
export async function release(deps: Deps, operatorId: number, submissionId: number): Promise<void> {
  await removeOwnLease(deps.db.pool, submissionId, operatorId)
}

/**
 * Opens a submission, whose row the caller has locked, for one operator; false where another operator has it open. What
 * they have open in other tabs stays theirs, up to three receipts.
 */
export async function lease(tx: Queryable, deps: Deps, submissionId: number, operatorId: number): Promise<boolean> {
  const now = deps.now()
  const taken: Lease = { submissionId, operatorId, now, expiresAt: new Date(now.getTime() + LEASE_MS) }
  if (!(await upsertLease(tx, taken))) return false
  await removeOldLeases(tx, operatorId)
  return true
}

/** Keeps what the operator has open, where there is such a receipt and they may still have it, and answers its id. */
async function renewOpenLease(tx: Queryable, deps: Deps, operatorId: number): Promise<number | undefined> {
  const open = await findOpenReceipt(tx, operatorId, deps.now())
  if (open === undefined || (await lockSubmission(tx, open))?.status !== 'pending') return undefined
  const obstacles = await findObstacles(tx, { submissionId: open, operatorId, now: deps.now() })
  if (obstacles?.has_conflict || obstacles?.escalated || obstacles?.confirming) return undefined
  return (await lease(tx, deps, open, operatorId)) ? open : undefined
}

/** A lease committed between the search and the row lock makes the search start again, then with that lease in sight. */
async function leaseNext(tx: Queryable, deps: Deps, operatorId: number): Promise<number | undefined> {
  const found = await lockNext(tx, queueQueryFor(deps, operatorId))
  if (found === undefined || (await lease(tx, deps, found, operatorId))) return found
  return leaseNext(tx, deps, operatorId)
}

/** Escalates a waiting receipt to managers, with a note. Throws as a decision does, and 409 where that was done before. */
export async function escalate(
  deps: Deps,
  operatorId: number,
  { id: submissionId, note }: { id: number; note: string },
): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    await lockPending(tx, deps, { submissionId, operatorId })
    if (!(await insertEscalation(tx, { submissionId, operatorId, note, at }))) throw conflict(texts.escalatedAlready)
    await removeLease(tx, submissionId)
    const changes = [{ field: 'escalation', before: null, after: note }]
    await recordReviewAudit(tx, { action: 'submission.escalated', submissionId, operatorId, at, changes })
  })
}

/**
 * Takes an escalation back within 10 seconds, by its maker only: the receipt waits for everybody again, open before its maker.
 * Throws 404, 403 for another operator's and by D-50, 409 where it is too late, decided, or open before a manager.
 */
export async function undoEscalation(deps: Deps, operatorId: number, submissionId: number): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    await lockOperator(tx, operatorId)
    const submission = await lockSubmission(tx, submissionId)
    if (!submission) throw notFound()
    await checkNoConflict(tx, operatorId, submissionId)
    if (submission.status !== 'pending') throw conflict(texts.decisionStale)
    await checkNoOpenRequest(tx, submissionId)
    const { note } = undoable(await findEscalation(tx, submissionId), operatorId, at)
    await deleteEscalation(tx, submissionId)
    if (!(await lease(tx, deps, submissionId, operatorId))) throw conflict(texts.leasedByOther)
    const changes = [{ field: 'escalation', before: note, after: null }]
    await recordReviewAudit(tx, { action: 'submission.escalation_undone', submissionId, operatorId, at, changes })
  })
}

function undoable(made: Escalation | undefined, operatorId: number, at: Date): Escalation {
  if (!made) throw conflict(texts.escalationTooLate)
  if (made.operatorId !== operatorId) throw forbidden()
  if (at.getTime() - made.at.getTime() > UNDO_MS) throw conflict(texts.escalationTooLate)
  return made
}
