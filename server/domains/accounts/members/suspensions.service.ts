import * as texts from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict } from '../../../platform/http/http-error.ts'
import { deleteResets } from '../password-resets/password-resets.store.ts'
import { deleteSessions } from '../sessions/sessions.store.ts'
import { holdMember } from './held.ts'
import { endSuspension, insertSuspension } from './suspensions.store.ts'

/** Who acts on whom. */
type Acting = { operatorId: number; memberId: number }

/**
 * Shuts a member out and voids the links to a new password (D-53). Their sessions are good for nothing from then on, but
 * stay until they are told why (S-6.03) or let in again. 404 for a deleted member, 403 for the
 * operator's own, 409 where they are suspended already.
 */
export async function suspend(deps: Deps, { operatorId, memberId, reason }: Acting & { reason: string }) {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    await holdMember(tx, { operatorId, memberId })
    const isNew = await insertSuspension(tx, { userId: memberId, operatorId, reason, at })
    if (!isNew) throw conflict(texts.suspendedAlready)
    await deleteResets(tx, memberId)
    await writeDown(tx, { operatorId, memberId, at }, { before: null, after: reason })
  })
}

/** Lets a suspended member in again, who signs in anew: every session from before ends. 404, 403, 409 where they are not suspended. */
export async function reinstate(deps: Deps, { operatorId, memberId }: Acting): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    await holdMember(tx, { operatorId, memberId })
    const reason = await endSuspension(tx, { userId: memberId, operatorId, at })
    if (reason === undefined) throw conflict(texts.notSuspended)
    await deleteSessions(tx, memberId)
    await writeDown(tx, { operatorId, memberId, at }, { before: reason, after: null })
  })
}

function writeDown(
  tx: Queryable,
  { operatorId, memberId, at }: Acting & { at: Date },
  change: { before: string | null; after: string | null },
): Promise<void> {
  return recordAudit(tx, {
    operatorId,
    action: change.after === null ? 'member.reinstated' : 'member.suspended',
    subjectKind: 'member',
    subjectId: memberId,
    changedFields: ['suspension'],
    changes: [{ field: 'suspension', ...change }],
    at,
  })
}
