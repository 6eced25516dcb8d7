import { OCR_MAX_MS } from '@stampus/contract/limits'
import { receiptPictureOrGif } from '@stampus/contract/values/pictures'
import type { Deps } from '../../../deps.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import type { FormFile } from '../../../platform/http/form.ts'
import { UndecodablePicture } from '../../../platform/images/format.ts'
import { encodeReceipt } from '../../../platform/images/pictures.ts'
import { OcrError } from '../../../platform/ocr/engine.ts'
import { uploadError } from '../../../platform/uploads/uploads.service.ts'
import type { ChildCost } from '../../../platform/workers/child-messages.ts'
import { Cancelled } from '../../../platform/workers/fair-queue.ts'
import { QueueFull } from '../../../platform/workers/queue.ts'
import { OcrBudgetSpent, runInOcrQueue } from '../ocr-queue.ts'
import type { Facts, OcrResult } from '../ocr-result.ts'
import type { ReaderOptions } from '../read-receipt.ts'
import { READER_RELEASE, readWithDeadline } from '../reader.ts'
import { deleteOldPreviews, findPreview, upsertPreview } from './ocr-preview.store.ts'

type ChosenPicture = {
  userId: number
  file: FormFile | undefined
  onFacts?: ((facts: Facts) => void) | undefined
}

/** Reads a picture before it is sent, and keeps the result for an hour. Undefined if OCR fails or the queue is full. */
export async function readPreview(deps: Deps, chosen: ChosenPicture): Promise<OcrResult | undefined> {
  const { userId, file, onFacts } = chosen
  if (file?.sender) file.sender.counts = true
  if (deps.config.RECEIPT_OCR === 'off' || !file || (await uploadError(file, receiptPictureOrGif))) return undefined
  const known = await findRecentPreview(deps, userId, Buffer.from(file.incoming.sha256, 'hex'))
  return known ?? readAndStore(deps, { userId, file, onFacts })
}

async function readAndStore(
  deps: Deps,
  { userId, file: { incoming, sender }, onFacts }: ChosenPicture & { file: FormFile },
): Promise<OcrResult | undefined> {
  try {
    const turn = { userId, purpose: 'preview', signal: sender?.signal } as const
    const result = await runInOcrQueue(deps, turn, (onCost) =>
      readUpload(deps, incoming.path, { ...turn, onFacts, onCost }),
    )
    const fileSha256 = Buffer.from(incoming.sha256, 'hex')
    await upsertPreview(deps.db.pool, { userId, fileSha256, ocrVersion: READER_RELEASE, result, at: deps.now() })
    return result
  } catch (error) {
    if (!isExpected(error)) throw error
    deps.log.info({ err: error }, 'no OCR preview')
    return undefined
  }
}

/** Waits until the picture is written, even if the client leaves: then the folder of the upload is removed. */
async function readUpload(deps: Deps, path: string, { signal, onFacts, onCost }: ReaderOptions): Promise<OcrResult> {
  let writing: Promise<unknown> | undefined
  try {
    return await readWithDeadline(OCR_MAX_MS, signal, async (stop) => {
      const began = performance.now()
      const picture = encodeReceipt(path)
      writing = picture
      const encoded = await picture
      // The member also pays for decoding, which may take long.
      const seconds = (performance.now() - began) / 1000
      const withDecoding = (cost: ChildCost) => onCost?.({ ...cost, cpuSeconds: cost.cpuSeconds + seconds })
      return deps.reader(encoded.path, { signal: stop, onFacts, onCost: withDecoding })
    })
  } finally {
    await writing?.catch(() => undefined)
  }
}

function isExpected(error: unknown): boolean {
  const expected = [OcrError, QueueFull, UndecodablePicture, Cancelled, OcrBudgetSpent]
  return expected.some((kind) => error instanceof kind)
}

export function findRecentPreview(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: number,
  fileSha256: Buffer,
): Promise<OcrResult | undefined> {
  return findPreview(db.pool, { userId, fileSha256, ocrVersion: READER_RELEASE, since: hourBefore(now()) })
}

export function removeOldPreviews({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  return deleteOldPreviews(db.pool, hourBefore(now()))
}

const hourBefore = (at: Date) => new Date(at.getTime() - HOUR_MS)
