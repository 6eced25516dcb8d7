import { randomUUID } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { daysBefore, MINUTE_MS } from '../../platform/durations.ts'
import type { Picture } from '../../platform/images/pictures.ts'
import type { CleanUp } from '../../platform/jobs/jobs.ts'
import { discardFiles } from '../../platform/storage/discarded-files.store.ts'
import { registerFiles, removeDiscarded } from '../../platform/storage/discarded-files.ts'
import type { Incoming } from '../../platform/storage/incoming-files.ts'
import { keepHashes } from '../receipt-ocr/duplicates/deleted-receipts.service.ts'
import { removeOffersOf } from '../receipt-ocr/filled-in/filled-in.store.ts'
import { removePreviewsOf } from '../receipt-ocr/ocr-preview/ocr-preview.store.ts'
import { deleteOcrResults } from '../receipt-ocr/receipt-ocr.store.ts'
import { erasePicturesAndTexts, lockOldPictures, rejectPending, removePictures } from './erasure.store.ts'

/** Storage keys of a receipt's picture: as uploaded, full size, and thumbnail. */
export type ReceiptFiles = { original: string; full: string; thumb: string }

type StorageDeps = Pick<Deps, 'db' | 'storage' | 'log' | 'now'>

/** When one of the three files fails, the clean-up removes them all. */
export async function storeReceiptFiles(
  deps: StorageDeps,
  { incoming, picture }: { incoming: Incoming; picture: Picture },
): Promise<ReceiptFiles> {
  const { storage } = deps
  const files = nameFiles(deps.now(), picture)
  await registerFiles(deps, Object.values(files))
  const puts = await Promise.allSettled([
    storage.put(incoming.path, files.original),
    storage.put(picture.full.path, files.full),
    storage.put(picture.thumb.path, files.thumb),
  ])
  const failed = puts.find((put) => put.status === 'rejected')
  if (!failed) return files
  // Only mark the files: removing them now could block the answer on the same failing storage.
  await markDiscarded(deps, files)
  throw failed.reason
}

/** The clean-up removes those that cannot be removed now. */
export async function discardReceiptFiles(deps: StorageDeps, files: ReceiptFiles): Promise<void> {
  await markDiscarded(deps, files)
  await removeDiscarded(deps, Object.values(files))
}

async function markDiscarded({ db, now }: StorageDeps, files: ReceiptFiles): Promise<void> {
  await discardFiles(db.pool, Object.values(files), now()).catch(() => {})
}

function nameFiles(now: Date, { format }: Picture): ReceiptFiles {
  const base = `receipts/${now.toISOString().slice(0, 7).replace('-', '/')}/${randomUUID()}`
  const ending = format === 'jpeg' ? 'jpg' : format
  return { original: `${base}-original.${ending}`, full: `${base}-full.webp`, thumb: `${base}-thumb.webp` }
}

/** Ends before the hourly clean-up job is considered stuck. */
const ENDS_AFTER_MS = 2 * MINUTE_MS

/** Removes pictures and OCR results RECEIPT_PICTURE_DAYS after the decision. Facts, stamps and decisions stay. */
export function receiptPicturesCleanUp(deps: Pick<Deps, 'db' | 'config' | 'now'>): CleanUp {
  return { 'receipt pictures': () => removeOldPictures(deps) }
}

/** Works in small batches so that a reviewer never waits long for a row lock. The next hour continues. */
async function removeOldPictures({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>): Promise<number> {
  const decidedBefore = daysBefore(now(), config.RECEIPT_PICTURE_DAYS)
  const endsAt = now().getTime() + ENDS_AFTER_MS
  let removed = 0
  for (let keys = ['']; keys.length > 0 && now().getTime() < endsAt; removed += keys.length)
    keys = await inTransaction(db.pool, async (tx) => {
      // `removePictures` checks for open appeals again: one may have been made before the rows were locked.
      const taken = await removePictures(tx, await lockOldPictures(tx, decidedBefore))
      await deleteOcrResults(
        tx,
        taken.map(({ id }) => id),
      )
      const files = taken.flatMap(({ keys }) => keys)
      await discardFiles(tx, files, now())
      return files
    })
  return removed
}

/** Facts stay, and keyed hashes by which an approved receipt is recognised if it is sent again. Returns all ids. */
export async function eraseSubmissions(
  tx: Queryable,
  deps: Pick<Deps, 'config' | 'now'>,
  userId: number,
): Promise<number[]> {
  await rejectPending(tx, userId, deps.now())
  const ids = await erasePicturesAndTexts(tx, userId)
  await keepHashes(tx, deps, ids)
  await deleteOcrResults(tx, ids)
  await removePreviewsOf(tx, userId)
  await removeOffersOf(tx, userId)
  return ids
}
