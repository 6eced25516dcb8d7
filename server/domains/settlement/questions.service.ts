import { ALONE_WINDOW_MS, STATEMENT_ADJUSTMENTS_ALONE_SEN } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type pg from 'pg'
import type { Deps } from '../../deps.ts'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { changesBetween } from '../../platform/audit/changes.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { conflict, requireFound } from '../../platform/http/http-error.ts'
import { requireOtherMerchant } from '../conflicts-of-interest/conflicts.service.ts'
import { findReported } from '../rewards/hand-overs/hand-overs.store.ts'
import {
  findOutcomes,
  type LockedVoucher,
  lockToSettle,
  type StampsOutcome,
  settleVoucher,
} from '../rewards/hand-overs/settling.service.ts'
import {
  requireSecondManager,
  type Signatures,
  signatureFields,
  withSecondManager,
} from '../staff/second-manager.service.ts'
import * as store from './questions.store.ts'
import { lockMerchant } from './statements.store.ts'

/** A repeat with the same words has no effect. Throws 404, 409 if disputed already, accepted or paid. */
export async function disputeLine(deps: Deps, ownerId: number, { lineId, reason }: { lineId: number; reason: string }) {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    const line = requireFound(await store.lockStatementOfLine(tx, { lineId, ownerId }))
    const made = await store.findDisputeOfLine(tx, lineId)
    if (made && made.owner_id === ownerId && made.reason === reason) return
    if (made) throw conflict(texts.lineDisputed)
    if (line.isClosed) throw conflict(texts.statementClosed)
    await store.insertDispute(tx, { lineId, ownerId, reason, at })
    const entry = {
      operatorId: null,
      ownerId,
      subjectId: line.statementId,
      changes: changesBetween({}, { reason }),
      at,
    }
    await recordAudit(tx, { ...entry, action: 'statement.disputed' })
  })
}

type DisputeAnswer = { id: number; answer: string; amountSen: number }

/** An amount other than 0 becomes a line of the next statement. A repeat has no effect. Throws 403, 404, 409. */
export async function answerDispute(deps: Deps, operatorId: number, { id, answer, amountSen }: DisputeAnswer) {
  const at = deps.now()
  const answering = async (tx: pg.PoolClient) => {
    const dispute = requireFound(await store.lockDispute(tx, id))
    if (dispute.answer !== null) {
      const isSame = dispute.answer === answer && dispute.adjusted_sen === amountSen
      if (isSame && dispute.answered_by === operatorId) return
      throw conflict(texts.disputeAnswered)
    }
    await requireOtherMerchant(tx, operatorId, dispute.merchant_id)
    const { voucher_id: voucherId } = dispute
    const locked = amountSen === 0 || voucherId === null ? undefined : await lockToSettle(tx, operatorId, voucherId)
    if (locked?.isSettled && dispute.is_unpaid && amountSen > 0) throw conflict(texts.voucherSettled)
    const signatures = await requireSignatures(tx, deps, dispute, { operatorId, amountSen, at, locked })
    const adjustmentId = await adjustStatement(tx, deps, dispute, { operatorId, answer, amountSen, at, locked })
    await store.saveAnswer(tx, { id, operatorId, answer, adjustmentId: adjustmentId ?? null, at })
    const changes = changesBetween({}, { answer, amount_sen: String(amountSen), ...signatureFields(signatures) })
    const entry = { operatorId, subjectId: dispute.statement_id, changes, at }
    await recordAudit(tx, { ...entry, action: 'statement.dispute_answered' })
    await deps.jobs.enqueueMail(tx, { kind: 'dispute-answered', id })
  }
  await withSecondManager(deps, () => inTransaction(deps.db.pool, answering))
}

/** What a manager adjusts for one merchant within 7 days beyond STATEMENT_ADJUSTMENTS_ALONE_SEN needs a second one. */
async function requireSignatures(
  tx: Queryable,
  deps: Deps,
  { id, merchant_id: merchantId, statement_id: recordId }: store.DisputeRow,
  { operatorId, amountSen, at, locked }: Omit<Adjusting, 'answer'>,
): Promise<Signatures> {
  if (amountSen === 0) return {}
  await lockMerchant(tx, merchantId)
  const since = new Date(at.getTime() - ALONE_WINDOW_MS)
  const adjusted = await store.sumStatementAdjustments(tx, { operatorId, merchantId, since })
  if (adjusted + Math.abs(amountSen) <= STATEMENT_ADJUSTMENTS_ALONE_SEN) return {}
  return requireSecondManager(tx, deps, {
    kind: 'dispute',
    subjectId: id,
    recordId,
    asked: { amount_sen: amountSen },
    operatorId,
    merchantIds: [merchantId],
    memberId: locked?.user_id ?? null,
  })
}

type Adjusting = { operatorId: number; answer: string; amountSen: number; at: Date; locked: LockedVoucher | undefined }

/** Paying for an unused voucher makes it a used one, paid once: its hand-over is a line, the rest another. */
async function adjustStatement(
  tx: Queryable,
  deps: Deps,
  { merchant_id: merchantId }: store.DisputeRow,
  { operatorId, answer, amountSen, at, locked }: Adjusting,
): Promise<number | undefined> {
  if (amountSen === 0) return undefined
  const adjustment = { merchantId, amountSen, reason: answer, operatorId, at }
  if (!locked || locked.isSettled || amountSen < 0) return store.insertStatementAdjustment(tx, adjustment)
  const reported = requireFound(await findReported(tx, locked.id))
  const { eventId } = await settleVoucher(tx, deps, locked, reported)
  return store.insertStatementAdjustment(tx, { ...adjustment, amountSen: amountSen - locked.owed_sen, eventId })
}

/** The vouchers with late hand-overs that wait for an answer, with what paying would do to the stamps. */
export async function listLate(
  { db, now }: Deps,
  limit: number,
): Promise<(store.LateRow & { if_paid: StampsOutcome })[]> {
  const found = await store.listOpenLate(db.pool, limit)
  const voucherIds = found.map(({ voucher }) => voucher.id)
  const outcomes = await findOutcomes(db.pool, { voucherIds, at: now() })
  return found.flatMap((row) => {
    const outcome = outcomes.get(row.voucher.id)
    return outcome ? [{ ...row, if_paid: outcome }] : []
  })
}

type LateAnswer = { id: number; isPaid: boolean; reason: string }

/** Answers this report and those before it; paying takes the stamps again. Repeats do nothing. Throws 403, 404, 409. */
export async function answerLate(deps: Deps, operatorId: number, { id, isPaid, reason }: LateAnswer) {
  const at = deps.now()
  return inTransaction(deps.db.pool, async (tx) => {
    const late = requireFound(await store.findLate(tx, id))
    await requireOtherMerchant(tx, operatorId, late.merchant.id)
    const locked = await lockToSettle(tx, operatorId, late.voucher.id)
    const made = await store.findAnswerOfLate(tx, id)
    if (made) {
      const isSame = made.late_id === id && made.is_paid === isPaid && made.reason === reason
      if (isSame && made.operator_id === operatorId) return undefined
      throw conflict(texts.lateAnswered)
    }
    const reported = requireFound(await findReported(tx, late.voucher.id))
    const settled = isPaid ? await settleVoucher(tx, deps, locked, reported) : undefined
    const event = settled ? { eventId: settled.eventId } : {}
    const adjustment = { merchantId: late.merchant.id, amountSen: 0, reason, operatorId, lateId: id, ...event, at }
    await store.insertStatementAdjustment(tx, adjustment)
    const changes = changesBetween({}, { amount_sen: String(isPaid ? late.owed_sen : 0), reason })
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
