import type { Deps } from '../../../deps.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { READER } from '../reader.ts'
import { findOutdated } from './repeat-ocr.store.ts'

const AT_ONCE = 200

/**
 * Enqueues the pictures of pending receipts that an older release has read, after all that were never read, and returns how many. The old
 * reading stays until it is replaced. Safe to repeat: what waits already is not enqueued twice.
 */
export async function askToReadAgain({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<number> {
  let asked = 0
  for (let beyond = 0; ; ) {
    const ids = await findOutdated(db.pool, { reader: READER, beyond, limit: AT_ONCE })
    const last = ids.at(-1)
    if (last === undefined) return asked
    await inTransaction(db.pool, async (tx) => {
      for (const id of ids) await jobs.enqueueReading(tx, id, { behind: true })
    })
    asked += ids.length
    beyond = last
  }
}
