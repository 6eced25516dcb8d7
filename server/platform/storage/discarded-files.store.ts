import type { Queryable } from '../db/database.ts'

/** Marks files as discarded from a time on. Call in the transaction that removes the last row that names them. */
export async function discardFiles(tx: Queryable, keys: string[], from: Date): Promise<void> {
  await tx.query({
    text: `INSERT INTO discarded_files (storage_key, discarded_at) SELECT unnest($1::text[]), $2
      ON CONFLICT (storage_key) DO UPDATE SET discarded_at = LEAST(discarded_files.discarded_at, EXCLUDED.discarded_at)`,
    values: [keys, from],
  })
}

/** Lists the next files that are discarded by now, after the given key, in the order of their keys. */
export async function listDiscarded(db: Queryable, now: Date, after: string): Promise<string[]> {
  const { rows } = await db.query<{ storage_key: string }>({
    text: `SELECT storage_key FROM discarded_files WHERE discarded_at <= $1 AND storage_key > $2
      ORDER BY storage_key LIMIT 20`,
    values: [now, after],
  })
  return rows.map(({ storage_key }) => storage_key)
}

/** Removes the marks of files that are deleted, or that a row names now. */
export async function unmarkDiscarded(tx: Queryable, keys: string[]): Promise<void> {
  await tx.query({ text: 'DELETE FROM discarded_files WHERE storage_key = ANY($1)', values: [keys] })
}
