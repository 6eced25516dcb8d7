import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict } from '../../../platform/http/http-error.ts'
import { getUnconfirmedAllowance, lockAdjustableMember, recordStampAdjustment } from '../../wallet/wallet.service.ts'
import { findBalance, isStampAdjustmentRecorded, type StampAdjustment } from '../../wallet/wallet.store.ts'
import { findByRequestId, type StoredRequest } from '../requests.store.ts'
import { countersignatureChanges, doOrAsk, hasConfirmer } from '../second-operator.service.ts'

type SentStampAdjustment = Omit<StampAdjustment, 'at'>

/**
 * A repeat with the same request id changes nothing. Beyond CONFIRM_STAMPS within 7 days a second manager is asked.
 * Throws 404 for a deleted member, 403 for the own account, 409 for an unverified member, a used request id or a
 * changed balance.
 */
export async function adjustStamps(deps: Deps, sent: SentStampAdjustment, seenBalance?: number) {
  const adjustment = { ...sent, at: deps.now() }
  return inTransaction(deps.db.pool, async (tx) => {
    await lockAdjustableMember(tx, adjustment)
    const isRepeated = await isStampAdjustmentRecorded(tx, adjustment)
    const confirmationId = isRepeated ? null : await enterOrAsk(tx, deps, adjustment, seenBalance)
    return { balance: await findBalance(tx, adjustment.userId), confirmation_id: confirmationId }
  })
}

/** How many stamps a manager may still adjust alone, and whether another manager could confirm more. */
export async function getAdjustmentRules(db: Queryable, deps: Deps, query: { operatorId: number; userId: number }) {
  return {
    unconfirmed_left: await getUnconfirmedAllowance(db, deps, query),
    has_confirmer: await hasConfirmer(db, deps, query.operatorId, 'manager'),
  }
}

/** Throws as `adjustStamps` does, also when the balance is no longer the one that was written off. */
export async function adjustConfirmedStamps(
  tx: Queryable,
  deps: Deps,
  { userId, stamps, requested, requestId }: StoredRequest,
  by: { operatorId: number; confirmedBy: number },
): Promise<void> {
  await lockAdjustableMember(tx, { userId, operatorId: by.confirmedBy })
  const { balance, words: reason = '' } = requested
  if (balance !== undefined && balance !== (await findBalance(tx, userId))) throw conflict(texts.balanceChangedSince)
  const { operatorId, confirmedBy } = by
  const adjustment = { userId, operatorId, stamps, reason, requestId: requestId ?? '', at: deps.now() }
  await recordStampAdjustment(tx, deps, adjustment, { by: confirmedBy, notes: countersignatureChanges(by) })
}

/** The id of the waiting request, or null when it took effect. The caller has locked the member. */
async function enterOrAsk(
  tx: Queryable,
  deps: Deps,
  adjustment: StampAdjustment,
  seenBalance: number | undefined,
): Promise<number | null> {
  const { userId, operatorId, stamps, reason, requestId, at } = adjustment
  const repeated = await findByRequestId(tx, requestId)
  if (repeated) return waitingId(repeated, adjustment)
  if (seenBalance !== undefined && seenBalance !== (await findBalance(tx, userId))) throw conflict(texts.balanceChanged)
  const left = await getUnconfirmedAllowance(tx, deps, { operatorId, userId })
  const needed = Math.abs(stamps) > left
  const requested = { words: reason, balance: seenBalance }
  const request = {
    kind: 'adjustment',
    userId,
    submissionId: null,
    askedBy: operatorId,
    at,
    requested,
    requestId,
  } as const
  return doOrAsk(tx, deps, { needed, role: 'manager', request, stamps }, async (isNotCountersigned) => {
    const notes = countersignatureChanges({ operatorId, isNotCountersigned })
    await recordStampAdjustment(tx, deps, adjustment, { by: operatorId, notes })
    return { decisionId: null, stamps }
  })
}

/** Throws 409 when the repeated call differs or the request is closed. */
function waitingId(request: StoredRequest, { userId, operatorId, stamps, reason }: StampAdjustment): number {
  const isSame =
    request.userId === userId &&
    request.askedBy === operatorId &&
    request.stamps === stamps &&
    request.requested.words === reason
  if (!isSame || request.state !== 'waiting') throw conflict(texts.keyReused)
  return request.id
}
