import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/http/http-error.ts'
import { requireOtherMerchant } from '../own-accounts/ties.service.ts'
import { findReported } from '../rewards/hand-overs/late.store.ts'
import {
  findOutcomes,
  lockToSettle,
  type StampsOutcome,
  settleVoucher,
} from '../rewards/hand-overs/settling.service.ts'
import { insertAdjustment } from './disputes.store.ts'
import { findAnswerOfLate, findLate, type LateRow, listOpenLate } from './late.store.ts'

/** The vouchers with late hand-overs that wait for an answer, with what paying would do to the stamps. */
export async function listLate({ db, now }: Deps, limit: number): Promise<(LateRow & { outcome: StampsOutcome })[]> {
  const found = await listOpenLate(db.pool, limit)
  const voucherIds = found.map(({ voucher_id }) => voucher_id)
  const outcomes = await findOutcomes(db.pool, { voucherIds, at: now() })
  return found.flatMap((row) => {
    const outcome = outcomes.get(row.voucher_id)
    return outcome ? [{ ...row, outcome }] : []
  })
}

type LateAnswer = { id: number; isPaid: boolean; reason: string }

/**
 * Says whether a merchant is paid for a voucher that was entered late, which answers this report and those before it. Paying makes the
 * voucher a used one and takes its stamps again; returns what became of them. A repeat has no effect. Throws 403 for the operator's own
 * merchant or account, 404, 409 if it was answered before, or if a hand-over of the voucher is paid for already.
 */
export async function answerLate(
  deps: Deps,
  operatorId: number,
  { id, isPaid, reason }: LateAnswer,
): Promise<StampsOutcome | undefined> {
  const at = deps.now()
  return inTransaction(deps.db.pool, async (tx) => {
    const late = await findLate(tx, id)
    if (!late) throw notFound()
    await requireOtherMerchant(tx, operatorId, late.merchant_id)
    const locked = await lockToSettle(tx, operatorId, late.voucher_id)
    const made = await findAnswerOfLate(tx, id)
    if (made) {
      const isSame = made.late_id === id && made.is_paid === isPaid && made.reason === reason
      if (isSame && made.operator_id === operatorId) return undefined
      throw conflict(texts.lateAnswered)
    }
    const reported = await findReported(tx, late.voucher_id)
    if (!reported) throw notFound()
    const settled = isPaid ? await settleVoucher(tx, deps, locked, reported) : undefined
    const { merchant_id: merchantId, voucher_id: subjectId } = late
    const event = settled ? { eventId: settled.eventId } : {}
    await insertAdjustment(tx, { merchantId, amountSen: 0, reason, operatorId, lateId: id, ...event, at })
    const changes = [
      { field: 'amount_sen', before: null, after: String(isPaid ? late.owed_sen : 0) },
      { field: 'reason', before: null, after: reason },
    ]
    const action = isPaid ? 'voucher.late_paid' : 'voucher.late_refused'
    const subject = { subjectKind: 'voucher', subjectId, changedFields: ['amount_sen', 'reason'] }
    await recordAudit(tx, { operatorId, action, ...subject, changes, at })
    return settled?.outcome
  })
}

/** What a manager reads after they answered. */
export function answeredText(outcome: StampsOutcome | undefined): string {
  if (!outcome) return texts.lateAnsweredNow
  const { stamps, needed, available } = outcome
  if (stamps === 'held') return texts.latePaid
  if (stamps === 'taken') return texts.latePaidTaken(needed)
  return stamps === 'gone' ? texts.latePaidGone(needed) : texts.latePaidMissing(needed, available)
}
