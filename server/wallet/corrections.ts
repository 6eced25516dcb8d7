import * as texts from '@stampus/contract/texts'
import { recordAudit } from '../audit/audit.store.ts'
import type { Queryable } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { conflict, forbidden, notFound } from '../http/refusal.ts'
import { holdMember, insertCorrection, isEntered, type StampCorrection } from './corrections.store.ts'
import { balanceOf } from './wallet.store.ts'

/**
 * Gives or takes a member's stamps with a reason, and mails it to them; a repeat of the request enters nothing more
 * (D-53). Answers the balance. 404 for a deleted member, 403 for the operator's own, 409 for an unverified one, who may be
 * gone tomorrow, and for a request used otherwise.
 */
export async function correctStamps(deps: Deps, given: Omit<StampCorrection, 'at'>): Promise<number> {
  return inTransaction(deps.db.pool, async (tx) => {
    const member = await holdMember(tx, given)
    if (!member) throw notFound()
    if (member.own) throw forbidden(texts.ownAccount)
    if (!member.verified) throw conflict(texts.memberUnverified)
    await enterOnce(tx, deps, { ...given, at: deps.now() })
    return balanceOf(tx, given.userId)
  })
}

async function enterOnce(tx: Queryable, { jobs }: Deps, given: StampCorrection): Promise<void> {
  const { userId, operatorId, stamps, reason, at } = given
  const before = await balanceOf(tx, userId)
  const id = await insertCorrection(tx, given)
  if (id === undefined) {
    if (await isEntered(tx, given)) return
    throw conflict(texts.keyReused)
  }
  await recordAudit(tx, {
    operatorId,
    action: 'member.stamps_corrected',
    subjectKind: 'member',
    subjectId: userId,
    changedFields: ['stamps'],
    changes: [
      { field: 'stamps', before: String(before), after: String(before + stamps) },
      { field: 'reason', before: null, after: reason },
    ],
    at,
  })
  await jobs.enqueueMail(tx, { kind: 'stamp-correction', id })
}
