import { READ_AGAIN_PER_OPERATOR, READ_AGAIN_PER_RECEIPT, UNDO_MS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { HOUR_SECONDS } from '../../../platform/durations.ts'
import { conflict, forbidden } from '../../../platform/http/http-error.ts'
import { consumeLimits } from '../../../platform/rate-limits/rate-limits.ts'
import { enqueueAgain } from '../../receipt-ocr/receipt-ocr.service.ts'
import { findComparisons } from '../evidence/evidence.store.ts'
import { getOcrState } from '../evidence/review-items.service.ts'
import { checkPending, lease, lockPending, lockReceipt } from '../queue.service.ts'
import {
  deleteEscalation,
  type Escalation,
  findEscalation,
  insertEscalation,
  lockOperator,
  removeLease,
} from '../queue.store.ts'
import { checkNoOpenRequest } from '../second-operator.service.ts'

/** Throws as `lockPending` does, and 409 when it was escalated before. */
export async function escalate(
  deps: Deps,
  operatorId: number,
  { id: submissionId, note }: { id: number; note: string },
): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    await lockPending(tx, deps, { submissionId, operatorId })
    if (!(await insertEscalation(tx, { submissionId, operatorId, note, at }))) throw conflict(texts.escalatedAlready)
    await removeLease(tx, submissionId)
    const changes = [{ field: 'escalation', before: null, after: note }]
    await recordAudit(tx, { action: 'submission.escalated', subjectId: submissionId, operatorId, at, changes })
  })
}

/** Undoes an escalation within 10 seconds and leases the receipt to its maker. Throws 404, 403, 409. */
export async function undoEscalation(deps: Deps, operatorId: number, submissionId: number): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    await lockOperator(tx, operatorId)
    checkPending(await lockReceipt(tx, operatorId, submissionId))
    await checkNoOpenRequest(tx, submissionId)
    const { note } = undoable(await findEscalation(tx, submissionId), operatorId, at)
    await deleteEscalation(tx, submissionId)
    if (!(await lease(tx, deps, submissionId, operatorId))) throw conflict(texts.leasedByOther)
    const changes = [{ field: 'escalation', before: note, after: null }]
    await recordAudit(tx, { action: 'submission.escalation_undone', subjectId: submissionId, operatorId, at, changes })
  })
}

function undoable(made: Escalation | undefined, operatorId: number, at: Date): Escalation {
  if (!made) throw conflict(texts.escalationTooLate)
  if (made.operatorId !== operatorId) throw forbidden()
  if (at.getTime() - made.at.getTime() > UNDO_MS) throw conflict(texts.escalationTooLate)
  return made
}

/** Repeats OCR that gave nothing yet or failed. Throws like `lockPending`, 409 when it succeeded, TooManyRequests. */
export async function readAgain(deps: Deps, operatorId: number, submissionId: number): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    const { hasPicture } = await lockPending(tx, deps, { submissionId, operatorId })
    const comparison = (await findComparisons(tx, [submissionId])).get(submissionId)
    const state = getOcrState(comparison, deps.config.RECEIPT_OCR)
    if (!hasPicture || state === 'off' || state === 'read') throw conflict(texts.readAlready)
    const limits = [
      { key: `read-again|receipt|${submissionId}`, max: READ_AGAIN_PER_RECEIPT, windowSeconds: HOUR_SECONDS },
      { key: `read-again|operator|${operatorId}`, max: READ_AGAIN_PER_OPERATOR, windowSeconds: HOUR_SECONDS },
    ]
    await consumeLimits(tx, limits, at)
    await enqueueAgain(tx, deps, submissionId)
    await recordAudit(tx, { action: 'submission.read_again', subjectId: submissionId, operatorId, at })
  })
}
