import type { giveVerdict as giveVerdictCall } from '@stampus/contract/console/spotChecks'
import type { ParsedInputOf } from '@stampus/contract/endpoint'
import { LEASE_MS, UNDO_MS } from '@stampus/contract/limits'
import { purchaseDateFault } from '@stampus/contract/submissions'
import * as texts from '@stampus/contract/texts'
import { dayIn } from '@stampus/contract/values/days'
import { invoiceKey } from '@stampus/contract/values/invoices'
import type { Deps } from '../../../deps.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { conflict, forbidden, invalid, notFound } from '../../../platform/http/http-error.ts'
import { belongsTo } from '../../submissions/conflicts-of-interest.store.ts'
import { merchantTakesReceipts } from '../../submissions/submissions.store.ts'
import { findStanding, noteDone } from '../decisions/decisions.store.ts'
import type { Correction, SentFacts } from '../decisions/fact-corrections.store.ts'
import { compareFacts, findTyped } from '../decisions/fact-corrections.service.ts'
import { checkUntied } from '../queue/queue.service.ts'
import {
  type CheckAsking,
  closeCheck,
  closeLapsed,
  countChecks,
  findVerdict,
  type HeldCheck,
  holdCheck,
  insertCheck,
  insertVerdict,
  insertVerdictUndo,
  type LockedCheck,
  lockCheck,
  reopenCheck,
} from './spot-checks.store.ts'

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

type Given = ParsedInputOf<typeof giveVerdictCall>['corrections']

/**
 * What a second look by this operator corrects of the typed facts. Merchants and limits may have changed since the decision,
 * so only the form of the facts is judged. Throws 422 for an unknown merchant, a date after the receipt was sent, or where
 * nothing is corrected; 403 for a merchant of the operator (D-50).
 */
export async function checkCorrections(
  db: Queryable,
  deps: Pick<Deps, 'config'>,
  { operatorId, typed, given }: { operatorId: number; typed: SentFacts; given: Given },
): Promise<Correction[]> {
  if (!given) return []
  const compared = compareFacts(typed, given)
  const corrections = compared.corrections.filter(isAnother)
  if (corrections.length === 0) throw invalid('corrections', texts.nothingCorrected)
  const { merchant_id: merchantId, purchase_date } = compared.facts
  if (purchase_date !== typed.purchase_date) checkSentAfter(deps, purchase_date, typed.sent_at)
  if (merchantId !== typed.merchant_id) await checkMerchant(db, operatorId, merchantId)
  return corrections
}

/** Whether a decision and a second look corrected the same facts to the same values (D-42). */
export function areSame(decided: Correction[], checked: Correction[]): boolean {
  const [one, other] = [decided.filter(isAnother), checked.filter(isAnother)]
  const isAmong = ({ field, corrected }: Correction) =>
    other.some((each) => each.field === field && comparable(field, each.corrected) === comparable(field, corrected))
  return one.length === other.length && one.every(isAmong)
}

function isAnother({ field, typed, corrected }: Correction): boolean {
  return comparable(field, typed) !== comparable(field, corrected)
}

function comparable(field: Correction['field'], text: string): string {
  return field === 'invoice_number' ? invoiceKey(text) : text
}

function checkSentAfter({ config }: Pick<Deps, 'config'>, purchaseDate: string, sentAt: Date): void {
  const today = dayIn(config.TIME_ZONE, sentAt)
  const fault = purchaseDateFault(purchaseDate, { today, maxAgeDays: Number.POSITIVE_INFINITY })
  if (fault) throw invalid('purchase_date', fault)
}

async function checkMerchant(db: Queryable, operatorId: number, merchantId: number): Promise<void> {
  if ((await merchantTakesReceipts(db, merchantId)) === undefined) throw invalid('merchant_id', texts.merchantUnknown)
  if (await belongsTo(db, operatorId, merchantId)) throw forbidden(texts.linkedToYou)
}
