import type { Queryable } from '../db/database.ts'

/** The domain owns the table; `owner` is its column that names the account. */
type PendingSignInTable = { pendingSignIns: string; owner: string }

export type PendingSignInStore = ReturnType<typeof createPendingSignInStore>

/** Sign-ins with the right password that wait for the code of the second factor. */
export function createPendingSignInStore({ pendingSignIns, owner }: PendingSignInTable) {
  return {
    /** Stores that the right password was given. */
    async add(db: Queryable, { tokenHash, ownerId, now }: { tokenHash: Buffer; ownerId: number; now: Date }) {
      await db.query({
        text: `INSERT INTO ${pendingSignIns} (token_hash, ${owner}, created_at) VALUES ($1, $2, $3)`,
        values: [tokenHash, ownerId, now],
      })
    },

    /** The id of the account whose sign-in waits for its code. */
    async find(db: Queryable, tokenHash: Buffer, madeAfter: Date): Promise<number | undefined> {
      const { rows } = await db.query<{ id: number }>({
        text: `SELECT ${owner} AS id FROM ${pendingSignIns} WHERE token_hash = $1 AND created_at > $2`,
        values: [tokenHash, madeAfter],
      })
      return rows[0]?.id
    },

    /** False if it was used or had ended already. */
    async delete(tx: Queryable, tokenHash: Buffer): Promise<boolean> {
      const { rowCount } = await tx.query({
        text: `DELETE FROM ${pendingSignIns} WHERE token_hash = $1`,
        values: [tokenHash],
      })
      return rowCount === 1
    },

    async deleteAll(tx: Queryable, ownerId: number): Promise<void> {
      await tx.query({ text: `DELETE FROM ${pendingSignIns} WHERE ${owner} = $1`, values: [ownerId] })
    },

    /** Deletes those made before a time. Returns how many. */
    async deleteOld(db: Queryable, madeBefore: Date): Promise<number> {
      const { rowCount } = await db.query({
        text: `DELETE FROM ${pendingSignIns} WHERE created_at <= $1`,
        values: [madeBefore],
      })
      return rowCount ?? 0
    },
  }
}
