import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, notFound } from '../../platform/http/http-error.ts'
import {
  findAdjustmentOfLate,
  findDisputeOfLine,
  findLate,
  insertAdjustment,
  insertDispute,
  lockDispute,
  lockStatementOfLine,
  saveAnswer,
} from './disputes.store.ts'
import { audit, requireOtherMerchant } from './statements.service.ts'

/**
 * Disputes a line of an issued statement. A repeat with the same words has no effect. Throws 404, 409 if the line is disputed already, or
 * the statement accepted or paid.
 */
export async function disputeLine(
  deps: Deps,
  ownerId: number,
  { lineId, reason }: { lineId: number; reason: string },
): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    const line = await lockStatementOfLine(tx, { lineId, ownerId })
    if (!line) throw notFound()
    const made = await findDisputeOfLine(tx, lineId)
    if (made && made.owner_id === ownerId && made.reason === reason) return
    if (made) throw conflict(texts.lineDisputed)
    if (line.isClosed) throw conflict(texts.statementClosed)
    await insertDispute(tx, { lineId, ownerId, reason, at })
    await audit(tx, { operatorId: null, ownerId }, 'statement.disputed', {
      id: line.statementId,
      at,
      fields: { reason },
    })
  })
}

type DisputeAnswer = { id: number; answer: string; amountSen: number }

/**
 * Answers a dispute and mails the owner; an amount other than 0 becomes a line of the next statement. A repeat has no effect. Throws 403
 * for the operator's own merchant, 404, 409 if it was answered before.
 */
export async function answerDispute(
  deps: Deps,
  operatorId: number,
  { id, answer, amountSen }: DisputeAnswer,
): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    const dispute = await lockDispute(tx, id)
    if (!dispute) throw notFound()
    if (dispute.answer !== null) {
      const isSame = dispute.answer === answer && dispute.adjusted_sen === amountSen
      if (isSame && dispute.answered_by === operatorId) return
      throw conflict(texts.disputeAnswered)
    }
    await requireOtherMerchant(tx, operatorId, dispute.merchant_id)
    const adjustment = { merchantId: dispute.merchant_id, amountSen, reason: answer, operatorId, at }
    const adjustmentId = amountSen === 0 ? undefined : await insertAdjustment(tx, adjustment)
    await saveAnswer(tx, { id, operatorId, answer, adjustmentId: adjustmentId ?? null, at })
    const fields = { answer, amount_sen: amountSen }
    await audit(tx, { operatorId }, 'statement.dispute_answered', { id: dispute.statement_id, at, fields })
    // The handler of this job is disputeAnsweredMail in settlement.mail.ts.
    await deps.jobs.enqueueMail(tx, { kind: 'dispute-answered', id })
  })
}

type LateAnswer = { id: number; isPaid: boolean; reason: string }

/**
 * Says whether a merchant is paid for a late hand-over. Neither the voucher nor the stamps change. A repeat has no effect. Throws 403 for
 * the operator's own merchant, 404, 409 if it was answered before.
 */
export async function answerLate(deps: Deps, operatorId: number, { id, isPaid, reason }: LateAnswer): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    const late = await findLate(tx, id)
    if (!late) throw notFound()
    await requireOtherMerchant(tx, operatorId, late.merchant_id)
    const amountSen = isPaid ? late.owed_sen : 0
    const adjustment = { merchantId: late.merchant_id, amountSen, reason, operatorId, lateId: id, at }
    if ((await insertAdjustment(tx, adjustment)) === undefined) {
      const made = await findAdjustmentOfLate(tx, id)
      const isSame = made?.amount_sen === amountSen && made.reason === reason
      if (isSame && made.operator_id === operatorId) return
      throw conflict(texts.lateAnswered)
    }
    const changes = [
      { field: 'amount_sen', before: null, after: String(amountSen) },
      { field: 'reason', before: null, after: reason },
    ]
    const action = isPaid ? 'voucher.late_paid' : 'voucher.late_refused'
    const subject = { subjectKind: 'voucher', subjectId: late.voucher_id, changedFields: ['amount_sen', 'reason'] }
    await recordAudit(tx, { operatorId, action, ...subject, changes, at })
  })
}
