import type { Queryable } from '../db/database.ts'

/** The domain owns the table; `owner` is its column that names the account. */
type UnlockTable = { unlocks: string; owner: string }

export type UnlockRow = { id: number; account_id: number; asked_at: Date; opened_at: Date | null }
export type UnlockStore = ReturnType<typeof createUnlockStore>
export type MailedUnlockStore = ReturnType<typeof createMailedUnlockStore>

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

    /** The latest link that unlocked a browser since `openedAfter` for one of these accounts. */
    async findOpened(
      db: Queryable,
      { accountIds, browserHash, openedAfter }: { accountIds: number[]; browserHash: Buffer; openedAfter: Date },
    ): Promise<UnlockRow | undefined> {
      const { rows } = await db.query<UnlockRow>({
        text: `SELECT ${COLUMNS} FROM ${unlocks} WHERE browser_hash = $1 AND ${owner} = ANY($2)
          AND opened_at > $3 ORDER BY opened_at DESC LIMIT 1`,
        values: [browserHash, accountIds, openedAfter],
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

/** The same of accounts that get the mail unasked, so that the browser which opens the link is the one to unlock. */
export function createMailedUnlockStore(table: UnlockTable) {
  const { unlocks, owner } = table
  return {
    ...createUnlockStore(table),

    /** Adds a link of an account, or of none, and returns its id. */
    async add(tx: Queryable, { accountId, now }: { accountId: number | undefined; now: Date }): Promise<number> {
      const { rows } = await tx.query<{ id: number }>({
        text: `INSERT INTO ${unlocks} (${owner}, asked_at) VALUES ($1, $2) RETURNING id`,
        values: [accountId ?? null, now],
      })
      return Number(rows[0]?.id)
    },

    /** Marks a link as opened by a browser. False if it was opened already or has ended. */
    async open(tx: Queryable, { id, browserHash, now }: { id: number; browserHash: Buffer; now: Date }) {
      const { rowCount } = await tx.query({
        text: `UPDATE ${unlocks} SET opened_at = $2, browser_hash = $3
          WHERE id = $1 AND opened_at IS NULL AND browser_hash IS NULL`,
        values: [id, now, browserHash],
      })
      return rowCount === 1
    },
  }
}
