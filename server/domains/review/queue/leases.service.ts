import { LEASE_MS } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, notFound } from '../../../platform/http/http-error.ts'
import { lockSubmission } from '../../submissions/submissions.store.ts'
import {
  findOpen,
  type Lease,
  lockOperator,
  removeLeasesOf,
  removeOldLeases,
  removeOwnLease,
  upsertLease,
} from './leases.store.ts'
import { askingNow, checkOpenTo } from './queue.service.ts'
import { findObstacles, lockNext, upsertSkip } from './queue.store.ts'

/**
 * Opens what comes next for an operator and answers its id, or undefined where nothing is left (D-51). The receipt they have
 * open is kept unless they skip it, and then comes again behind the rest.
 */
export async function openNext(deps: Deps, operatorId: number, skipId?: number): Promise<number | undefined> {
  return inTransaction(deps.db.pool, async (tx) => {
    await lockOperator(tx, operatorId)
    if (skipId !== undefined) {
      await upsertSkip(tx, operatorId, skipId, deps.now())
      await removeOwnLease(tx, skipId, operatorId)
    }
    const kept = skipId === undefined ? await keepOpen(tx, deps, operatorId) : undefined
    const found = kept ?? (await leaseNext(tx, deps, operatorId))
    if (found === undefined) await removeLeasesOf(tx, operatorId)
    return found
  })
}

/** Opens this receipt for 5 minutes more. Throws 404, 409 where it is decided or open elsewhere, 403 by D-50. */
export async function renew(deps: Deps, operatorId: number, submissionId: number): Promise<void> {
  await inTransaction(deps.db.pool, async (tx) => {
    await lockOperator(tx, operatorId)
    const submission = await lockSubmission(tx, submissionId)
    if (!submission) throw notFound()
    if (submission.status !== 'pending') throw conflict(texts.decisionStale)
    await checkOpenTo(tx, deps, { submissionId, operatorId })
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
async function keepOpen(tx: Queryable, deps: Deps, operatorId: number): Promise<number | undefined> {
  const open = await findOpen(tx, operatorId, deps.now())
  if (open === undefined || (await lockSubmission(tx, open))?.status !== 'pending') return undefined
  const obstacles = await findObstacles(tx, { submissionId: open, operatorId, now: deps.now() })
  if (obstacles?.tied || obstacles?.escalated || obstacles?.confirming) return undefined
  return (await lease(tx, deps, open, operatorId)) ? open : undefined
}

/** A lease committed between the search and the row lock makes the search start again, then with that lease in sight. */
async function leaseNext(tx: Queryable, deps: Deps, operatorId: number): Promise<number | undefined> {
  const found = await lockNext(tx, askingNow(deps, operatorId))
  if (found === undefined || (await lease(tx, deps, found, operatorId))) return found
  return leaseNext(tx, deps, operatorId)
}
