import { buffer } from 'node:stream/consumers'
import type { Deps } from '../../../deps.ts'
import { detectEngine, type Engine, OcrError } from '../../../platform/ocr/engine.ts'
import { MachineBusy } from '../../../platform/workers/queue.ts'
import { runInOcrQueue, waitForUploads } from '../ocr-queue.ts'
import { READER_RELEASE, type ReceiptReader } from '../reader.ts'
import { findReceiptForSecond, type SecondReading, updateSecondReading } from './second-reading.store.ts'
import { toSecondReading } from './second-reading.ts'

const FAILED = toSecondReading({})

/** Enqueues the second reading behind the first ones, if it is missing and this server can do it. */
export async function enqueueSecondReading(deps: Deps, submissionId: number): Promise<void> {
  if (await findTask(deps, submissionId)) await deps.jobs.enqueueOcr(deps.db.pool, submissionId, { behind: true })
}

/** Reads the picture with the other engine, if due. Throws OcrBudgetSpent, QueueFull or Cancelled: try again later. */
export async function readSecondTime(deps: Deps, submissionId: number, isLast: boolean): Promise<void> {
  const task = await findTask(deps, submissionId)
  if (!task) return
  const reading = await readWith(task, deps, submissionId).catch((error: unknown) => {
    if (isLast && error instanceof MachineBusy) return FAILED
    throw error
  })
  await updateSecondReading(deps.db.pool, submissionId, { ocrVersion: READER_RELEASE, reading })
}

type Task = { userId: number; pictureKey: string; reader: ReceiptReader }

async function findTask(deps: Deps, submissionId: number): Promise<Task | undefined> {
  const receipt = await findReceiptForSecond(deps.db.pool, submissionId, READER_RELEASE)
  const reader = receipt && findOtherReader(deps, receipt.engine)
  return reader && { ...receipt, reader }
}

/** Another server may have read the picture first, with another engine than this one. */
function findOtherReader({ reader, secondReader }: Deps, first: Engine | null): ReceiptReader | undefined {
  if (secondReader && first !== 'tesseract') return secondReader
  return first !== null && first !== detectEngine() ? reader : undefined
}

async function readWith(
  { userId, pictureKey, reader }: Task,
  deps: Deps,
  submissionId: number,
): Promise<SecondReading> {
  const stored = await deps.storage.openRead(pictureKey)
  if (!stored) return FAILED
  const picture = await buffer(stored.stream)
  await waitForUploads()
  try {
    const turn = { userId, purpose: 'second' } as const
    return toSecondReading(await runInOcrQueue(deps, turn, (onCost) => reader(picture, { onCost })))
  } catch (error) {
    if (!(error instanceof OcrError)) throw error
    deps.log.warn({ submission: submissionId, reason: error.reason, err: error.cause }, 'no second reading')
    return FAILED
  }
}
