import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { CleanUp } from '../../../platform/jobs/jobs.ts'
import { daysBefore } from '../../../platform/security/ages.ts'
import { discardFiles } from '../../../platform/storage/discarded-files.store.ts'
import { forgetReadings } from '../../receipt-ocr/receipt-ocr.store.ts'
import { lockOldPictures, takePictures } from './picture-retention.store.ts'

/** So that the parts of the hourly job end together before it is taken for lost. */
const ENDS_AFTER_MS = 2 * 60 * 1000

/**
 * Takes the pictures, with what was read off them, from receipts that were decided RECEIPT_PICTURE_DAYS ago; facts, stamps and
 * decisions stay.
 */
export function picturesCleanUp(deps: Pick<Deps, 'db' | 'config' | 'now'>): CleanUp {
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
      const taken = await takePictures(tx, await lockOldPictures(tx, decidedBefore))
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
