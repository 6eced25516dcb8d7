import type { Queryable } from '../db/database.ts'
import { maybe, rowCount, run } from '../db/query.ts'
import { raw, sql } from '../db/sql.ts'
import { HOUR_MS } from '../durations.ts'
import { hashToken } from '../security/crypto.ts'

/** The domain owns the table. `owner` names its column of the account; rows with another `app` are not seen. */
type UnlockTable = { unlocks: string; owner: string; app?: string }

export type UnlockRow = { id: number; account_id: number; asked_at: Date; opened_at: Date | null }

export function createUnlockStore({ unlocks, owner, app }: UnlockTable) {
  const [UNLOCKS, OWNER] = [raw(unlocks), raw(owner)]
  const IN_APP = app ? sql` AND app = ${app}` : sql``
  const SELECT = sql`SELECT id, ${OWNER} AS account_id, asked_at, opened_at FROM ${UNLOCKS}`
  return {
    find: (db: Queryable, id: number) =>
      maybe<UnlockRow>(db)`${SELECT}
        WHERE id = ${id} AND ${OWNER} IS NOT NULL AND browser_hash IS DISTINCT FROM ''${IN_APP}`,

    /** The latest unlock of a browser with this cookie in the last hour. */
    async findOpened(
      db: Queryable,
      { accountIds, cookie, now }: { accountIds: number[]; cookie: string | undefined; now: Date },
    ): Promise<UnlockRow | undefined> {
      if (!cookie) return undefined
      const openedAfter = new Date(now.getTime() - HOUR_MS)
      return maybe<UnlockRow>(db)`${SELECT} WHERE browser_hash = ${hashToken(cookie)} AND ${OWNER} = ANY(${accountIds})
        AND opened_at > ${openedAfter}${IN_APP} ORDER BY opened_at DESC LIMIT 1`
    },

    /** No cookie has an empty hash. The rows stay, because they are counted. */
    endAll: (tx: Queryable, accountId: number) =>
      run(tx)`UPDATE ${UNLOCKS} SET browser_hash = '' WHERE ${OWNER} = ${accountId}${IN_APP}`,

    deleteOld: (db: Queryable, askedBefore: Date) =>
      rowCount(db)`DELETE FROM ${UNLOCKS} WHERE asked_at < ${askedBefore}${IN_APP}`,
  }
}
