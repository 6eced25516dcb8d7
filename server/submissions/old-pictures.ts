import { inTransaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { discardFiles } from '../files/discarded.store.ts'
import type { CleanUp } from '../jobs/jobs.ts'
import { forgetReadings } from '../reading/readings.store.ts'
import { daysBefore } from '../security/ages.ts'
import { lockOldPictures, takePictures } from './old-pictures.store.ts'

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
