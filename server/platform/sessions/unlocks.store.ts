import type { Queryable } from '../db/database.ts'
import { maybe, rowCount, run } from '../db/query.ts'
import { raw, sql } from '../db/sql.ts'
import { HOUR_MS } from '../durations.ts'
import { hashToken } from '../security/crypto.ts'

/**
 * The domain owns the table. `owner` is its column that names the account; `app` is the value of its column `app`, if it has one: rows
 * of other apps are not seen.
 */
type UnlockTable = { unlocks: string; owner: string; app?: string }

export type UnlockRow = { id: number; account_id: number; asked_at: Date; opened_at: Date | null }

/** The mailed links that unlock a browser after too many wrong passwords, and the browsers that they unlocked. */
export function createUnlockStore({ unlocks, owner, app }: UnlockTable) {
  const [UNLOCKS, OWNER] = [raw(unlocks), raw(owner)]
  const IN_APP = app ? sql` AND app = ${app}` : sql``
  const SELECT = sql`SELECT id, ${OWNER} AS account_id, asked_at, opened_at FROM ${UNLOCKS}`
  return {
    /** A link, if it is for an account and was not ended. */
    find: (db: Queryable, id: number) =>
      maybe<UnlockRow>(db)`${SELECT}
        WHERE id = ${id} AND ${OWNER} IS NOT NULL AND browser_hash IS DISTINCT FROM ''${IN_APP}`,

    /** The latest link that unlocked a browser with this cookie in the last hour, for one of these accounts. */
    async findOpened(
      db: Queryable,
      { accountIds, cookie, now }: { accountIds: number[]; cookie: string | undefined; now: Date },
    ): Promise<UnlockRow | undefined> {
      if (!cookie) return undefined
      const openedAfter = new Date(now.getTime() - HOUR_MS)
      return maybe<UnlockRow>(db)`${SELECT} WHERE browser_hash = ${hashToken(cookie)} AND ${OWNER} = ANY(${accountIds})
        AND opened_at > ${openedAfter}${IN_APP} ORDER BY opened_at DESC LIMIT 1`
    },

    /** Ends the links and unlocked browsers of an account: no cookie has an empty hash. The rows stay, because they are counted. */
    endAll: (tx: Queryable, accountId: number) =>
      run(tx)`UPDATE ${UNLOCKS} SET browser_hash = '' WHERE ${OWNER} = ${accountId}${IN_APP}`,

    /** Deletes those asked for before a time. Returns how many. */
    deleteOld: (db: Queryable, askedBefore: Date) =>
      rowCount(db)`DELETE FROM ${UNLOCKS} WHERE asked_at < ${askedBefore}${IN_APP}`,
  }
}
