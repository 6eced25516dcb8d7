import { LEASE_MS } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import type { Queryable } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { conflict, notFound } from '../http/refusal.ts'
import { lockSubmission } from '../submissions/submissions.store.ts'
import {
  findOpen,
  type Lease,
  lockOldestFree,
  lockOperator,
  removeLeasesOf,
  removeOtherLeases,
  removeOwnLease,
  upsertLease,
} from './leases.store.ts'

/**
 * Opens the oldest waiting receipt that nobody else has open and answers its id, or undefined where none is left
 * (D-51). An operator has one receipt open: without `afterId` the one they have is kept, with it they pass it by.
 */
export async function openNext(deps: Deps, operatorId: number, afterId?: number): Promise<number | undefined> {
  return inTransaction(deps.db.pool, async (tx) => {
    await lockOperator(tx, operatorId)
    const open = afterId === undefined ? await findOpen(tx, operatorId, deps.now()) : undefined
    if (open && (await lockSubmission(tx, open))?.status === 'pending' && (await lease(tx, deps, open, operatorId))) {
      return open
    }
    const found = await openOldest(tx, deps, operatorId, afterId ?? 0)
    if (found === undefined) await removeLeasesOf(tx, operatorId)
    return found
  })
}

/** Opens this receipt for 5 minutes more. Throws 404, or 409 where it is decided or open before somebody else. */
export async function renew(deps: Deps, operatorId: number, submissionId: number): Promise<void> {
  await inTransaction(deps.db.pool, async (tx) => {
    await lockOperator(tx, operatorId)
    const submission = await lockSubmission(tx, submissionId)
    if (!submission) throw notFound()
    if (submission.status !== 'pending') throw conflict(texts.decisionStale)
    if (!(await lease(tx, deps, submissionId, operatorId))) throw conflict(texts.leasedByOther)
  })
}

/** Gives the receipt back to the queue where this operator has it open. */
export async function release(deps: Deps, operatorId: number, submissionId: number): Promise<void> {
  await removeOwnLease(deps.db.pool, submissionId, operatorId)
}

/**
 * Opens a submission, whose row the caller has locked, before one operator and closes their others; false where
 * another operator has it open.
 */
export async function lease(tx: Queryable, deps: Deps, submissionId: number, operatorId: number): Promise<boolean> {
  const now = deps.now()
  const taken: Lease = { submissionId, operatorId, now, expiresAt: new Date(now.getTime() + LEASE_MS) }
  if (!(await upsertLease(tx, taken))) return false
  await removeOtherLeases(tx, taken)
  return true
}

/** A lease committed between the search and the row lock makes the search start again, then with that lease in sight. */
async function openOldest(tx: Queryable, deps: Deps, operatorId: number, afterId: number): Promise<number | undefined> {
  const found = await lockOldestFree(tx, { operatorId, afterId, now: deps.now() })
  if (found === undefined || (await lease(tx, deps, found, operatorId))) return found
  return openOldest(tx, deps, operatorId, afterId)
}
