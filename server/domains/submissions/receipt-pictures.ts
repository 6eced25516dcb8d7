import { randomUUID } from 'node:crypto'
import { receiptPictureOrGif } from '@stampus/contract/values/pictures'
import type { Deps } from '../../deps.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { FormFile } from '../../platform/http/form.ts'
import { readUpload } from '../../platform/images/decode-queue.ts'
import type { Picture } from '../../platform/images/pictures.ts'
import type { CleanUp } from '../../platform/jobs/jobs.ts'
import { daysBefore } from '../../platform/security/ages.ts'
import { discardFiles } from '../../platform/storage/discarded-files.store.ts'
import { expectFiles, removeDiscarded } from '../../platform/storage/discarded-files.ts'
import type { Incoming } from '../../platform/storage/incoming-files.ts'
import { forgetReadings } from '../receipt-ocr/receipt-ocr.store.ts'
import { lockOldPictures, removePictures } from './erasure.store.ts'

/** Where the three forms of a receipt's picture are stored: as it came, in full legible size, in list size. */
export type ReceiptFiles = { original: string; full: string; thumb: string }

/** Decodes an uploaded receipt (D-43). Throws a 422 on receipt_image, or a 429 or 503 where too many pictures wait. */
export function decodeReceipt(file: FormFile): Promise<Picture> {
  return readUpload(file, 'receipt', 'receipt_image', receiptPictureOrGif)
}

type StorageDeps = Pick<Deps, 'db' | 'storage' | 'log' | 'now'>

/** Stores a receipt's picture durably; where one of the files fails, the clean-up removes them all. */
export async function storeReceiptFiles(
  deps: StorageDeps,
  { incoming, picture }: { incoming: Incoming; picture: Picture },
): Promise<ReceiptFiles> {
  const { storage } = deps
  const files = nameFiles(deps.now(), picture)
  await expectFiles(deps, Object.values(files))
  const puts = await Promise.allSettled([
    storage.put(incoming.path, files.original),
    storage.put(picture.full.path, files.full),
    storage.put(picture.thumb.path, files.thumb),
  ])
  const failed = puts.find((put) => put.status === 'rejected')
  if (!failed) return files
  // What failed once would hold the answer up again.
  await markDiscarded(deps, files)
  throw failed.reason
}

/** Removes files that no row names; those that cannot be removed now are left to the clean-up. */
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

/** So that the parts of the hourly job end together before it is taken for lost. */
const ENDS_AFTER_MS = 2 * 60 * 1000

/**
 * Takes the pictures, with what was read off them, from receipts that were decided RECEIPT_PICTURE_DAYS ago; facts, stamps and
 * decisions stay.
 */
export function receiptPicturesCleanUp(deps: Pick<Deps, 'db' | 'config' | 'now'>): CleanUp {
  return { 'receipt pictures': () => removeOldPictures(deps) }
}

/** Some at a time, so that a desk never waits long for a row; what takes too long is left to the next hour. */
async function removeOldPictures({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>): Promise<number> {
  const decidedBefore = daysBefore(now(), config.RECEIPT_PICTURE_DAYS)
  const endsAt = now().getTime() + ENDS_AFTER_MS
  let removed = 0
  for (let keys = ['']; keys.length > 0 && now().getTime() < endsAt; removed += keys.length)
    keys = await inTransaction(db.pool, async (tx) => {
      // Asked once more when they are held: an appeal may have come in between.
      const taken = await removePictures(tx, await lockOldPictures(tx, decidedBefore))
      await forgetReadings(
        tx,
        taken.map(({ id }) => id),
      )
      const files = taken.flatMap(({ keys }) => keys)
      await discardFiles(tx, files, now())
      return files
    })
  return removed
}
