import type pg from 'pg'
import type { Deps } from '../../../deps.ts'
import { announceChange } from '../../db/connections/notices.ts'
import { inTransaction } from '../../db/transaction.ts'

/** Changes what everybody is shown, in one transaction: this process shows it at once, the others when they are told. */
export async function withCacheInvalidation<Result>(
  { db, responseCache }: Pick<Deps, 'db' | 'responseCache'>,
  work: (tx: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(db.pool, async (tx) => {
      const result = await work(tx)
      await announceChange(tx)
      return result
    })
  } finally {
    // After a COMMIT without a reply too.
    responseCache.drop()
  }
}
