import { buffer } from 'node:stream/consumers'
import type { Deps } from '../../../deps.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import { runInOcrQueue, waitForUploads } from '../ocr-queue.ts'
import { READER_RELEASE } from '../reader.ts'
import { findReceiptForSecond, updateSecondReading } from './second-reading.store.ts'
import { toSecondReading } from './second-reading.ts'

const FAILED = toSecondReading({})

/**
 * Reads the picture of a receipt with a filled-in fact with the other engine, for bulk approval. Does nothing if this machine has only one,
 * or if it was done. Throws OcrBudgetSpent or QueueFull: try again later.
 */
export async function readSecondTime(deps: Deps, submissionId: number): Promise<void> {
  const { db, storage, secondReader } = deps
  if (!secondReader) return
  const receipt = await findReceiptForSecond(db.pool, submissionId, READER_RELEASE)
  const stored = receipt && (await storage.openRead(receipt.pictureKey))
  if (!stored) return
  const picture = await buffer(stored.stream)
  await waitForUploads()
  const reading = await runInOcrQueue(deps, { userId: receipt.userId, purpose: 'sent' }, () => secondReader(picture))
    // Another server may have read it first with this engine.
    .then((result) => (result.engine === receipt.engine ? FAILED : toSecondReading(result)))
    .catch((error: unknown) => {
      if (!(error instanceof OcrError)) throw error
      deps.log.warn({ submission: submissionId, reason: error.reason, err: error.cause }, 'no second reading')
      return FAILED
    })
  await updateSecondReading(db.pool, submissionId, { ocrVersion: READER_RELEASE, reading })
}
