import type { Queryable } from '../db/database.ts'

/** Notes files that no row names any more; to be called in the transaction that lets go of them. */
export async function discardFiles(tx: Queryable, keys: string[], now: Date): Promise<void> {
  await tx.query({
    text: `INSERT INTO discarded_files (storage_key, discarded_at) SELECT unnest($1::text[]), $2
      ON CONFLICT (storage_key) DO NOTHING`,
    values: [keys, now],
  })
}

/** The next discarded files after a key, in the order of their keys. */
export async function listDiscarded(db: Queryable, after: string): Promise<string[]> {
  const { rows } = await db.query<{ storage_key: string }>({
    text: 'SELECT storage_key FROM discarded_files WHERE storage_key > $1 ORDER BY storage_key LIMIT 100',
    values: [after],
  })
  return rows.map(({ storage_key }) => storage_key)
}

export async function forgetDiscarded(db: Queryable, key: string): Promise<void> {
  await db.query({ text: 'DELETE FROM discarded_files WHERE storage_key = $1', values: [key] })
}
