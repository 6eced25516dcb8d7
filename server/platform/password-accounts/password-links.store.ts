import type { Queryable } from '../db/database.ts'

/** The domain owns the table; `owner` is its column that names the account. */
type PasswordLinkTable = { links: string; owner: string }

export type PasswordLinkStore = ReturnType<typeof createPasswordLinkStore>

/** The mailed links to a password, one for each account. */
export function createPasswordLinkStore({ links, owner }: PasswordLinkTable) {
  const deleteOf = async (tx: Queryable, ownerId: number): Promise<void> => {
    await tx.query({ text: `DELETE FROM ${links} WHERE ${owner} = $1`, values: [ownerId] })
  }
  return {
    deleteOf,

    /** Adds a link and returns its id. Deletes the earlier one, which voids it. */
    async replace(tx: Queryable, ownerId: number, now: Date): Promise<number> {
      await deleteOf(tx, ownerId)
      const { rows } = await tx.query<{ id: number }>({
        text: `INSERT INTO ${links} (${owner}, created_at) VALUES ($1, $2) RETURNING id`,
        values: [ownerId, now],
      })
      const [row] = rows
      if (!row) throw new Error('The password link was not inserted')
      return row.id
    },

    /** The id of the account of a link; undefined once it was used or replaced. */
    async findHolder(db: Queryable, linkId: number): Promise<number | undefined> {
      const { rows } = await db.query<{ id: number }>({
        text: `SELECT ${owner} AS id FROM ${links} WHERE id = $1`,
        values: [linkId],
      })
      return rows[0]?.id
    },

    /** Deletes those made before a time. Returns how many. */
    async deleteOld(db: Queryable, madeBefore: Date): Promise<number> {
      const { rowCount } = await db.query({ text: `DELETE FROM ${links} WHERE created_at < $1`, values: [madeBefore] })
      return rowCount ?? 0
    },
  }
}
