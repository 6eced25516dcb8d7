import { READ_AGAIN_PER_OPERATOR, READ_AGAIN_PER_RECEIPT } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { HOUR_SECONDS } from '../../../platform/durations.ts'
import { conflict } from '../../../platform/http/http-error.ts'
import { consumeLimits, type Limit } from '../../../platform/rate-limits/rate-limits.ts'
import { enqueueAgain } from '../../receipt-ocr/receipt-ocr.service.ts'
import { findComparisons } from '../../receipt-ocr/receipt-ocr.store.ts'
import { recordReviewAudit } from '../decisions/decisions.store.ts'
import { getOcrState } from '../evidence/evidence.service.ts'
import { lockPending } from './queue.service.ts'

/**
 * Enqueues OCR of a pending receipt whose picture could not be read, or is not read yet. Throws as `lockPending` does, 409 when it was read,
 * and TooManyRequests.
 */
export async function readAgain(deps: Deps, operatorId: number, submissionId: number): Promise<void> {
  const at = deps.now()
  await inTransaction(deps.db.pool, async (tx) => {
    const { hasPicture } = await lockPending(tx, deps, { submissionId, operatorId })
    const comparison = (await findComparisons(tx, [submissionId])).get(submissionId)
    const state = getOcrState(comparison, deps.config.RECEIPT_OCR)
    if (!hasPicture || state === 'off' || state === 'read') throw conflict(texts.readAlready)
    await consumeLimits(tx, limitsOf(operatorId, submissionId), at)
    await enqueueAgain(tx, deps, submissionId)
    await recordReviewAudit(tx, { action: 'submission.read_again', submissionId, operatorId, at, changes: [] })
  })
}

function limitsOf(operatorId: number, submissionId: number): Limit[] {
  return [
    { key: `read-again|receipt|${submissionId}`, max: READ_AGAIN_PER_RECEIPT, windowSeconds: HOUR_SECONDS },
    { key: `read-again|operator|${operatorId}`, max: READ_AGAIN_PER_OPERATOR, windowSeconds: HOUR_SECONDS },
  ]
}
