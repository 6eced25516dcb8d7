import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, requireFound } from '../../platform/http/http-error.ts'
import { requireOtherMerchant } from '../conflicts-of-interest/conflicts.service.ts'
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
export async function listLate({ db, now }: Deps, limit: number): Promise<(LateRow & { if_paid: StampsOutcome })[]> {
  const found = await listOpenLate(db.pool, limit)
  const voucherIds = found.map(({ voucher }) => voucher.id)
  const outcomes = await findOutcomes(db.pool, { voucherIds, at: now() })
  return found.flatMap((row) => {
    const outcome = outcomes.get(row.voucher.id)
    return outcome ? [{ ...row, if_paid: outcome }] : []
  })
}

type LateAnswer = { id: number; isPaid: boolean; reason: string }

/** Answers this report and those before it; paying takes the stamps again. Repeats do nothing. Throws 403, 404, 409. */
export async function answerLate(
  deps: Deps,
  operatorId: number,
  { id, isPaid, reason }: LateAnswer,
): Promise<StampsOutcome | undefined> {
  const at = deps.now()
  return inTransaction(deps.db.pool, async (tx) => {
    const late = requireFound(await findLate(tx, id))
    await requireOtherMerchant(tx, operatorId, late.merchant.id)
    const locked = await lockToSettle(tx, operatorId, late.voucher.id)
    const made = await findAnswerOfLate(tx, id)
    if (made) {
      const isSame = made.late_id === id && made.is_paid === isPaid && made.reason === reason
      if (isSame && made.operator_id === operatorId) return undefined
      throw conflict(texts.lateAnswered)
    }
    const reported = requireFound(await findReported(tx, late.voucher.id))
    const settled = isPaid ? await settleVoucher(tx, deps, locked, reported) : undefined
    const event = settled ? { eventId: settled.eventId } : {}
    const adjustment = { merchantId: late.merchant.id, amountSen: 0, reason, operatorId, lateId: id, ...event, at }
    await insertAdjustment(tx, adjustment)
    const changes = [
      { field: 'amount_sen', before: null, after: String(isPaid ? late.owed_sen : 0) },
      { field: 'reason', before: null, after: reason },
    ]
    const action = isPaid ? 'voucher.late_paid' : 'voucher.late_refused'
    await recordAudit(tx, { operatorId, action, subjectId: late.voucher.id, changes, at })
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
