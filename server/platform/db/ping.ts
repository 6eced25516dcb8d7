import type { Queryable } from './database.ts'

/** Resolves where the database answers. */
export async function ping(db: Queryable): Promise<void> {
  await db.query('SELECT 1')
}
