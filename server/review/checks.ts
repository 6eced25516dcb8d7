import type { giveVerdict as giveVerdictCall } from '@stampus/contract/checks'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { LEASE_MS, UNDO_MS } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import type { Queryable } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { conflict, notFound } from '../http/refusal.ts'
import { noteDone } from './audit.ts'
import {
  type CheckAsking,
  closeCheck,
  closeLapsed,
  countChecks,
  type HeldCheck,
  holdCheck,
  insertCheck,
  insertVerdict,
  type LockedCheck,
  lockCheck,
} from './checks.store.ts'
import { checkUntied } from './queue.ts'

/** What nobody has looked at for so long tells nothing of how decisions are made now. */
const OPEN_MS = 30 * 86_400_000

/** Draws a share of the decisions for a second look by somebody else; `isDrawn` is given where a draw was made already. */
export async function drawForCheck(
  tx: Queryable,
  { config, randomInt }: Pick<Deps, 'config' | 'randomInt'>,
  decision: { decisionId: number; submissionId: number; at: Date },
  isDrawn = randomInt(100) < config.SPOT_CHECK_PERCENT,
): Promise<void> {
  if (isDrawn) await insertCheck(tx, decision)
}

/** Opens the oldest drawn decision that this operator may look at, or answers undefined. */
export async function takeCheck(deps: Deps, operatorId: number): Promise<HeldCheck | undefined> {
  const asking = askingOf(deps, operatorId)
  const at = asking.now.getTime()
  await closeLapsed(deps.db.pool, new Date(at - OPEN_MS), asking.now)
  return holdCheck(deps.db.pool, asking, new Date(at + LEASE_MS))
}

/** How many decisions wait for a second look by this operator. */
export async function waitingChecks(deps: Deps, operatorId: number): Promise<number> {
  return countChecks(deps.db.pool, askingOf(deps, operatorId))
}

/** What could be undone is not looked at yet. */
function askingOf({ now }: Deps, operatorId: number): CheckAsking {
  const at = now()
  return { operatorId, now: at, decidedUntil: new Date(at.getTime() - UNDO_MS) }
}

/**
 * Notes what an operator would have decided, and answers whether it agrees. Throws 404 for what they do not hold, drawn or
 * not, 403 by D-50, 409 where it was checked or they no longer hold it.
 */
export async function giveVerdict(
  deps: Deps,
  operatorId: number,
  { id, status, reason_code }: ParsedInputOf<typeof giveVerdictCall>,
): Promise<boolean> {
  const at = deps.now()
  return inTransaction(deps.db.pool, async (tx) => {
    const check = await lockHeldCheck(tx, { operatorId, decisionId: id, at })
    const agrees = check.status === status
    const reasonCode = status === 'rejected' ? (reason_code ?? null) : null
    await insertVerdict(tx, { decisionId: id, operatorId, status, reasonCode, agrees, at })
    await closeCheck(tx, id, at)
    const { submissionId } = check
    const changes = [{ field: 'spot_check', before: null, after: status }]
    await noteDone(tx, { action: 'submission.checked', submissionId, operatorId, at, changes })
    return agrees
  })
}

async function lockHeldCheck(
  tx: Queryable,
  { operatorId, decisionId, at }: { operatorId: number; decisionId: number; at: Date },
): Promise<LockedCheck> {
  const check = await lockCheck(tx, decisionId)
  if (check?.holderId !== operatorId) throw notFound()
  await checkUntied(tx, operatorId, check.submissionId)
  if (check.isClosed) throw conflict(texts.checkedAlready)
  if (check.heldUntil === null || check.heldUntil <= at) throw conflict(texts.checkLapsed)
  return check
}
