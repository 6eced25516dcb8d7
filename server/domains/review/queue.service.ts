import { LEASE_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { conflict, forbidden, requireFound } from '../../platform/http/http-error.ts'
import { pictureUrl } from '../../platform/storage/files.routes.ts'
import type { OperatorHooks } from '../staff/staff.admin.service.ts'
import {
  hasConflictOfInterest,
  type LockedSubmission,
  lockSubmission,
} from '../submissions/reviewed-submissions.store.ts'
import * as store from './queue.store.ts'
import { lapseRequestsOf } from './requests.store.ts'

const SKIP_MS = HOUR_MS

/** Receipts skipped within the last hour come last. */
export function queueQueryFor({ now }: Pick<Deps, 'now'>, operatorId: number): store.QueueQuery {
  const at = now()
  return { operatorId, now: at, skippedSince: new Date(at.getTime() - SKIP_MS) }
}

export function presentPicture({ config, now }: Pick<Deps, 'config' | 'now'>, row: store.PictureRow) {
  const { picture_key, placeholder, width, height } = row
  return { url: pictureUrl(config.APP_KEY, picture_key, now()), placeholder, width, height }
}

export async function checkNoConflict(db: Queryable, operatorId: number, submissionId: number): Promise<void> {
  if (await hasConflictOfInterest(db, operatorId, submissionId)) throw forbidden(texts.conflictOfInterest)
}

/** Undefined when the queue is empty. `skipId` comes last for an hour; without it the open receipt stays. */
export async function openNextReceipt(deps: Deps, operatorId: number, skipId?: number): Promise<number | undefined> {
  return inTransaction(deps.db.pool, async (tx) => {
    await store.lockOperator(tx, operatorId)
    if (skipId !== undefined) {
      await store.upsertSkip(tx, operatorId, skipId, deps.now())
      await store.removeOwnLease(tx, skipId, operatorId)
    }
    const renewed = skipId === undefined ? await renewOpenLease(tx, deps, operatorId) : undefined
    const found = renewed ?? (await leaseNext(tx, deps, operatorId))
    if (found === undefined) await store.removeLeasesOfOperator(tx, operatorId)
    return found
  })
}

/**
 * Locks a pending submission that this operator may decide on now. Throws 404, 403 for a conflict of interest or an
 * escalated one, 409 when it is decided, withdrawn, waits for confirmation or is leased to another operator.
 */
export async function lockPending(
  tx: Queryable,
  deps: Deps,
  query: { submissionId: number; operatorId: number },
): Promise<LockedSubmission> {
  const submission = requireFound(await lockSubmission(tx, query.submissionId))
  checkPending(submission)
  const obstacles = requireFound(await store.findObstacles(tx, { ...query, now: deps.now() }))
  if (obstacles.has_conflict) throw forbidden(texts.conflictOfInterest)
  if (obstacles.escalated) throw forbidden(texts.escalatedToManagers)
  if (obstacles.confirming) throw conflict(texts.waitsForConfirmation)
  if (obstacles.leased) throw conflict(texts.leasedByOther)
  return submission
}

/** Throws 404, and 403 for a conflict of interest. */
export async function lockReceipt(tx: Queryable, operatorId: number, id: number): Promise<LockedSubmission> {
  const submission = requireFound(await lockSubmission(tx, id))
  await checkNoConflict(tx, operatorId, id)
  return submission
}

/** Throws 409 when the submission is decided or withdrawn. */
export function checkPending({ status }: Pick<LockedSubmission, 'status'>): void {
  if (status === 'withdrawn') throw conflict(texts.receiptWithdrawn)
  if (status !== 'pending') throw conflict(texts.alreadyDecided)
}

/** Renews a lease for another 5 minutes. Throws as `lockPending` does. */
export async function renew(deps: Deps, operatorId: number, submissionId: number): Promise<void> {
  await inTransaction(deps.db.pool, async (tx) => {
    await store.lockOperator(tx, operatorId)
    await lockPending(tx, deps, { submissionId, operatorId })
    if (!(await lease(tx, deps, submissionId, operatorId))) throw conflict(texts.leasedByOther)
  })
}

/** False when another operator has it. The caller has locked the submission. Three may be open, in several tabs. */
export async function lease(tx: Queryable, deps: Deps, submissionId: number, operatorId: number): Promise<boolean> {
  const now = deps.now()
  const taken: store.Lease = { submissionId, operatorId, now, expiresAt: new Date(now.getTime() + LEASE_MS) }
  if (!(await store.upsertLease(tx, taken))) return false
  await store.removeOldLeases(tx, operatorId)
  return true
}

/** Undefined when no receipt is open or they may no longer have it. */
async function renewOpenLease(tx: Queryable, deps: Deps, operatorId: number): Promise<number | undefined> {
  const open = await store.findOpenReceipt(tx, operatorId, deps.now())
  if (open === undefined || (await lockSubmission(tx, open))?.status !== 'pending') return undefined
  const obstacles = await store.findObstacles(tx, { submissionId: open, operatorId, now: deps.now() })
  if (obstacles?.has_conflict || obstacles?.escalated || obstacles?.confirming) return undefined
  return (await lease(tx, deps, open, operatorId)) ? open : undefined
}

/** Another lease may be committed between the search and the row lock. Then the search starts again and sees it. */
async function leaseNext(tx: Queryable, deps: Deps, operatorId: number): Promise<number | undefined> {
  const found = await store.lockNext(tx, queueQueryFor(deps, operatorId))
  if (found === undefined || (await lease(tx, deps, found, operatorId))) return found
  return leaseNext(tx, deps, operatorId)
}

/** Ends an operator's open work: leases, and the requests that they may no longer make. */
export const operatorHooks: OperatorHooks = {
  onRemoved: async (tx, operatorId, at) => {
    await store.removeLeasesOfOperator(tx, operatorId)
    await lapseRequestsOf(tx, operatorId, ['approval', 'adjustment', 'reversal'], at)
  },
  onDemoted: (tx, operatorId, at) => lapseRequestsOf(tx, operatorId, ['adjustment', 'reversal'], at),
}
