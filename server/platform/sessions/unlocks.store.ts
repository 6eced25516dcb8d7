import type { Queryable } from '../db/database.ts'
import { HOUR_MS } from '../durations.ts'
import { hashToken } from '../security/crypto.ts'

/** The domain owns the table; `owner` is its column that names the account. */
type UnlockTable = { unlocks: string; owner: string }

export type UnlockRow = { id: number; account_id: number; asked_at: Date; opened_at: Date | null }
export type UnlockStore = ReturnType<typeof createUnlockStore>

/** The mailed links that unlock a browser after too many wrong passwords, and the browsers that they unlocked. */
export function createUnlockStore({ unlocks, owner }: UnlockTable) {
  const COLUMNS = `id, ${owner} AS account_id, asked_at, opened_at`
  return {
    /** A link, if it is for an account and was not ended. */
    async find(db: Queryable, id: number): Promise<UnlockRow | undefined> {
      const { rows } = await db.query<UnlockRow>({
        text: `SELECT ${COLUMNS} FROM ${unlocks} WHERE id = $1 AND ${owner} IS NOT NULL AND browser_hash IS DISTINCT FROM ''`,
        values: [id],
      })
      return rows[0]
    },

    /** The latest link that unlocked a browser with this cookie in the last hour, for one of these accounts. */
    async findOpened(
      db: Queryable,
      { accountIds, cookie, now }: { accountIds: number[]; cookie: string | undefined; now: Date },
    ): Promise<UnlockRow | undefined> {
      if (!cookie) return undefined
      const { rows } = await db.query<UnlockRow>({
        text: `SELECT ${COLUMNS} FROM ${unlocks} WHERE browser_hash = $1 AND ${owner} = ANY($2)
          AND opened_at > $3 ORDER BY opened_at DESC LIMIT 1`,
        values: [hashToken(cookie), accountIds, new Date(now.getTime() - HOUR_MS)],
      })
      return rows[0]
    },

    /** Ends the links and unlocked browsers of an account: no cookie has an empty hash. The rows stay, because they are counted. */
    async endAll(tx: Queryable, accountId: number): Promise<void> {
      await tx.query({ text: `UPDATE ${unlocks} SET browser_hash = '' WHERE ${owner} = $1`, values: [accountId] })
    },

    /** Deletes those asked for before a time. Returns how many. */
    async deleteOld(db: Queryable, askedBefore: Date): Promise<number> {
      const { rowCount } = await db.query({
        text: `DELETE FROM ${unlocks} WHERE asked_at < $1`,
        values: [askedBefore],
      })
      return rowCount ?? 0
    },
  }
}
