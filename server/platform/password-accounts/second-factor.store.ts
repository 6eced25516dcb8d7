import type { Queryable } from '../db/database.ts'

type SecondFactorRow = { secret: Buffer; added_at: Date | null; last_step: number }

/** The domain owns the tables; `owner` is their column that names the account. */
type SecondFactorTables = { secondFactors: string; recoveryCodes: string; owner: string }

export type SecondFactorStore = ReturnType<typeof createSecondFactorStore>

/** Second factors and their recovery codes. Lock the account before changing them. */
export function createSecondFactorStore({ secondFactors, recoveryCodes, owner }: SecondFactorTables) {
  return {
    /** The second factor of an account, active or only shown. */
    async find(db: Queryable, ownerId: number): Promise<SecondFactorRow | undefined> {
      const { rows } = await db.query<SecondFactorRow>({
        text: `SELECT secret, added_at, last_step FROM ${secondFactors} WHERE ${owner} = $1`,
        values: [ownerId],
      })
      return rows[0]
    },

    /** Saves a secret whose first code is still missing. False if a second factor is on. */
    async saveShown(tx: Queryable, ownerId: number, secret: Buffer): Promise<boolean> {
      const { rowCount } = await tx.query({
        text: `INSERT INTO ${secondFactors} AS f (${owner}, secret) VALUES ($1, $2)
          ON CONFLICT (${owner}) DO UPDATE SET secret = excluded.secret, last_step = 0 WHERE f.added_at IS NULL`,
        values: [ownerId, secret],
      })
      return rowCount === 1
    },

    async activate(tx: Queryable, ownerId: number, now: Date): Promise<void> {
      await tx.query({
        text: `UPDATE ${secondFactors} SET added_at = $2 WHERE ${owner} = $1`,
        values: [ownerId, now],
      })
    },

    /** Uses up a time step and those before it. False if it was used already. */
    async useStep(tx: Queryable, ownerId: number, step: number): Promise<boolean> {
      const { rowCount } = await tx.query({
        text: `UPDATE ${secondFactors} SET last_step = $2 WHERE ${owner} = $1 AND last_step < $2`,
        values: [ownerId, step],
      })
      return rowCount === 1
    },

    /** Uses up a recovery code. False if there is no such code. */
    async useRecoveryCode(tx: Queryable, ownerId: number, codeHash: Buffer): Promise<boolean> {
      const { rowCount } = await tx.query({
        text: `DELETE FROM ${recoveryCodes} WHERE ${owner} = $1 AND code_hash = $2`,
        values: [ownerId, codeHash],
      })
      return rowCount === 1
    },

    async replaceRecoveryCodes(tx: Queryable, ownerId: number, hashes: Buffer[]): Promise<void> {
      await tx.query({ text: `DELETE FROM ${recoveryCodes} WHERE ${owner} = $1`, values: [ownerId] })
      await tx.query({
        text: `INSERT INTO ${recoveryCodes} (${owner}, code_hash) SELECT $1, unnest($2::bytea[])`,
        values: [ownerId, hashes],
      })
    },

    async countRecoveryCodes(db: Queryable, ownerId: number): Promise<number> {
      const { rows } = await db.query<{ count: number }>({
        text: `SELECT count(*) AS count FROM ${recoveryCodes} WHERE ${owner} = $1`,
        values: [ownerId],
      })
      return rows[0]?.count ?? 0
    },

    /** Deletes a second factor with its recovery codes. False if none was on. */
    async delete(tx: Queryable, ownerId: number): Promise<boolean> {
      const { rowCount } = await tx.query({
        text: `DELETE FROM ${secondFactors} WHERE ${owner} = $1 AND added_at IS NOT NULL`,
        values: [ownerId],
      })
      return rowCount === 1
    },
  }
}
