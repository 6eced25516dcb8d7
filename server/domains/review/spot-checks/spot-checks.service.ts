import type { giveVerdict as giveVerdictCall } from '@stampus/contract/console/spotChecks'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { LEASE_MS, UNDO_MS } from '@stampus/contract/limits'
import * as texts from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, notFound } from '../../../platform/http/http-error.ts'
import { findStanding } from '../decisions/decisions.store.ts'
import { findTyped } from '../decisions/fact-corrections.ts'
import { checkUntied } from '../queue/queue.service.ts'
import { noteDone } from '../review.audit.ts'
import { areSame, checkCorrections } from './spot-check-corrections.ts'
import {
  type CheckAsking,
  closeCheck,
  closeLapsed,
  countChecks,
  type HeldCheck,
  holdCheck,
  insertCheck,
  type LockedCheck,
  lockCheck,
  reopenCheck,
} from './spot-checks.store.ts'
import { findVerdict, insertVerdict, insertVerdictUndo } from './verdicts.store.ts'

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
 * Notes what an operator would have decided, and answers for how long they may undo it, in milliseconds. Throws 404 for what
 * they do not hold, drawn or not, 403 by D-50, 409 where it was checked or they no longer hold it, 422 for corrections that
 * change nothing or are not valid.
 */
export async function giveVerdict(deps: Deps, operatorId: number, given: Verdict): Promise<number> {
  const at = deps.now()
  const { id: decisionId, status } = given
  await inTransaction(deps.db.pool, async (tx) => {
    const { submissionId, ...first } = await lockHeldCheck(tx, { operatorId, decisionId, at })
    const typed = await findTyped(tx, { decisionId, submissionId })
    const corrections = await checkCorrections(tx, deps, {
      operatorId,
      typed: typed.facts,
      given: given.corrections,
    })
    const agrees = first.status === status && areSame(typed.corrections, corrections)
    const reasonCode = status === 'rejected' ? (given.reason_code ?? null) : null
    await insertVerdict(tx, { decisionId, operatorId, status, reasonCode, corrections, agrees, at })
    await closeCheck(tx, decisionId, at)
    const corrected = corrections.map(({ field, ...values }) => ({
      field,
      before: values.typed,
      after: values.corrected,
    }))
    const changes = [{ field: 'spot_check', before: null, after: status }, ...corrected]
    await noteDone(tx, { action: 'submission.checked', submissionId, operatorId, at, changes })
  })
  return UNDO_MS
}

type Verdict = ParsedInputOf<typeof giveVerdictCall>

/**
 * Takes back what an operator said of a check within 10 seconds; they hold it again. Throws 404 for another operator's, 403
 * by D-50, 409 where it is too late, was undone, or the decision was taken back.
 */
export async function undoVerdict(deps: Deps, operatorId: number, decisionId: number): Promise<HeldCheck> {
  const at = deps.now()
  return inTransaction(deps.db.pool, async (tx) => {
    const check = await lockCheck(tx, decisionId)
    if (check?.holderId !== operatorId) throw notFound()
    const { submissionId } = check
    await checkUntied(tx, operatorId, submissionId)
    const verdict = await findVerdict(tx, decisionId)
    // Asked after the lock: a reversal may have held it.
    const standing = await findStanding(tx, submissionId)
    if (!verdict || standing?.id !== decisionId || isFinal(deps, verdict)) throw conflict(texts.undoTooLate)
    await insertVerdictUndo(tx, verdict.id, at)
    await reopenCheck(tx, { decisionId, operatorId, heldUntil: new Date(at.getTime() + LEASE_MS) })
    const changes = [{ field: 'spot_check', before: verdict.status, after: null }]
    await noteDone(tx, { action: 'submission.check_undone', submissionId, operatorId, at, changes })
    return { id: decisionId, submissionId }
  })
}

/** Whether what a second look said can no longer be undone. */
export function isFinal(deps: Pick<Deps, 'now'>, { at }: { at: Date }): boolean {
  return at < finalBefore(deps)
}

/** What a second look said before this can no longer be undone. */
export function finalBefore({ now }: Pick<Deps, 'now'>): Date {
  return new Date(now().getTime() - UNDO_MS)
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
