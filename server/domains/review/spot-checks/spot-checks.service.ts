import type { giveVerdict as giveVerdictCall } from '@stampus/contract/console/spotChecks'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { LEASE_MS, UNDO_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { invoiceKey } from '@stampus/contract/values/invoices'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { conflict, forbidden, invalid, notFound } from '../../../platform/http/http-error.ts'
import { belongsTo } from '../../conflicts-of-interest/conflicts.store.ts'
import { checkPurchaseDate } from '../../submissions/submissions.service.ts'
import { isMerchantActive } from '../../submissions/submissions.store.ts'
import { compareFacts, findTypedFacts, toChange } from '../decisions/fact-corrections.service.ts'
import { closeSpotCheck, type FactCorrection, findDecisionInForce, type SentFacts } from '../decisions.store.ts'
import { checkNoConflict } from '../queue.service.ts'
import * as store from './spot-checks.store.ts'

/** Older decisions say nothing about how receipts are decided now. */
const OPEN_MS = 30 * DAY_MS

/** Leases the oldest drawn decision that this operator may check. */
export async function takeSpotCheck(deps: Deps, operatorId: number): Promise<store.LeasedSpotCheck | undefined> {
  const query = queryFor(deps, operatorId)
  const at = query.now.getTime()
  await store.closeExpiredSpotChecks(deps.db.pool, new Date(at - OPEN_MS), query.now)
  return store.leaseNextSpotCheck(deps.db.pool, query, new Date(at + LEASE_MS))
}

export async function countWaitingSpotChecks(deps: Deps, operatorId: number): Promise<number> {
  return store.countSpotChecks(deps.db.pool, queryFor(deps, operatorId))
}

/** Decisions that can still be undone are not checked yet. */
function queryFor({ now }: Deps, operatorId: number): store.SpotCheckQuery {
  const at = now()
  return { operatorId, now: at, decidedUntil: new Date(at.getTime() - UNDO_MS) }
}

/**
 * Returns how long the verdict can be undone, in ms. Throws 404 when the operator never leased it, 403 for a conflict
 * of interest, 409 when it was checked or the lease expired, 422 for invalid corrections.
 */
export async function giveVerdict(deps: Deps, operatorId: number, given: Verdict): Promise<number> {
  const at = deps.now()
  const { id: decisionId, status } = given
  await inTransaction(deps.db.pool, async (tx) => {
    const { submissionId, ...first } = await lockLeasedSpotCheck(tx, { operatorId, decisionId, at })
    const typed = await findTypedFacts(tx, { decisionId, submissionId })
    const corrections = await validateCorrections(tx, deps, operatorId, typed.facts, given.corrections)
    const agrees = first.status === status && haveSameCorrections(typed.corrections, corrections)
    const reasonCode = status === 'rejected' ? (given.reason_code ?? null) : null
    await store.insertVerdict(tx, { decisionId, operatorId, status, reasonCode, corrections, agrees, at })
    await closeSpotCheck(tx, decisionId, at)
    const changes = [{ field: 'spot_check', before: null, after: status }, ...corrections.map(toChange)]
    await recordAudit(tx, { action: 'submission.checked', subjectId: submissionId, operatorId, at, changes })
  })
  return UNDO_MS
}

type Verdict = ParsedInputOf<typeof giveVerdictCall>

/** Undoes a verdict within 10 seconds and leases the spot check again. Throws 404 for another operator's, 403, 409. */
export async function undoVerdict(deps: Deps, operatorId: number, decisionId: number): Promise<store.LeasedSpotCheck> {
  const at = deps.now()
  return inTransaction(deps.db.pool, async (tx) => {
    const check = await store.lockSpotCheck(tx, decisionId)
    if (check?.holderId !== operatorId) throw notFound()
    const { submissionId } = check
    await checkNoConflict(tx, operatorId, submissionId)
    const verdict = await store.findVerdict(tx, decisionId)
    // Read after the lock: a reversal may have been under way.
    const current = await findDecisionInForce(tx, submissionId)
    if (!verdict || current?.id !== decisionId || verdict.at < finalBefore(deps)) throw conflict(texts.undoTooLate)
    await store.insertVerdictUndo(tx, verdict.id, at)
    await store.reopenSpotCheck(tx, { decisionId, operatorId, heldUntil: new Date(at.getTime() + LEASE_MS) })
    const changes = [{ field: 'spot_check', before: verdict.status, after: null }]
    await recordAudit(tx, { action: 'submission.check_undone', subjectId: submissionId, operatorId, at, changes })
    return { id: decisionId, submissionId }
  })
}

/** Verdicts given before this time can no longer be undone. */
export function finalBefore({ now }: Pick<Deps, 'now'>): Date {
  return new Date(now().getTime() - UNDO_MS)
}

async function lockLeasedSpotCheck(
  tx: Queryable,
  { operatorId, decisionId, at }: { operatorId: number; decisionId: number; at: Date },
): Promise<store.LockedSpotCheck> {
  const check = await store.lockSpotCheck(tx, decisionId)
  if (check?.holderId !== operatorId) throw notFound()
  await checkNoConflict(tx, operatorId, check.submissionId)
  if (check.isClosed) throw conflict(texts.alreadySpotChecked)
  if (check.heldUntil === null || check.heldUntil <= at) throw conflict(texts.spotCheckExpired)
  return check
}

/** Checks only the facts: merchants and limits may have changed since. Throws 422, 403 for the own merchant. */
async function validateCorrections(
  db: Queryable,
  deps: Pick<Deps, 'config'>,
  operatorId: number,
  typed: SentFacts,
  given: ParsedInputOf<typeof giveVerdictCall>['corrections'],
): Promise<FactCorrection[]> {
  if (!given) return []
  const compared = compareFacts(typed, given)
  const corrections = compared.corrections.filter(changesValue)
  if (corrections.length === 0) throw invalid('corrections', texts.nothingCorrected)
  const { merchant_id: merchantId, purchase_date } = compared.facts
  if (purchase_date !== typed.purchase_date)
    checkPurchaseDate(deps, purchase_date, typed.sent_at, Number.POSITIVE_INFINITY)
  if (merchantId !== typed.merchant_id) await checkMerchant(db, operatorId, merchantId)
  return corrections
}

/** Whether both corrected the same facts to the same values. */
function haveSameCorrections(decided: FactCorrection[], checked: FactCorrection[]): boolean {
  const [one, other] = [decided.filter(changesValue), checked.filter(changesValue)]
  const isAmong = ({ field, corrected }: FactCorrection) =>
    other.some((each) => each.field === field && comparable(field, each.corrected) === comparable(field, corrected))
  return one.length === other.length && one.every(isAmong)
}

function changesValue({ field, typed, corrected }: FactCorrection): boolean {
  return comparable(field, typed) !== comparable(field, corrected)
}

function comparable(field: FactCorrection['field'], text: string): string {
  return field === 'invoice_number' ? invoiceKey(text) : text
}

async function checkMerchant(db: Queryable, operatorId: number, merchantId: number): Promise<void> {
  if ((await isMerchantActive(db, merchantId)) === undefined) throw invalid('merchant_id', texts.merchantUnknown)
  if (await belongsTo(db, operatorId, merchantId)) throw forbidden(texts.conflictOfInterest)
}
