import type { Queryable } from '../db/database.ts'
import { run, values } from '../db/query.ts'

/** Call it in the transaction that removes the last row that names the files. */
export const discardFiles = (tx: Queryable, keys: string[], from: Date) =>
  run(tx)`
    INSERT INTO discarded_files (storage_key, discarded_at) SELECT unnest(${keys}::text[]), ${from}
    ON CONFLICT (storage_key) DO UPDATE SET discarded_at = LEAST(discarded_files.discarded_at, EXCLUDED.discarded_at)`

/** Files discarded by now, after the given key, in the order of their keys. */
export const listDiscarded = (db: Queryable, now: Date, after: string) =>
  values<string>(db)`
    SELECT storage_key FROM discarded_files WHERE discarded_at <= ${now} AND storage_key > ${after}
    ORDER BY storage_key LIMIT 20`

/** Call it for files that are deleted, or that a row names now. */
export const unmarkDiscarded = (tx: Queryable, keys: string[]) =>
  run(tx)`DELETE FROM discarded_files WHERE storage_key = ANY(${keys})`
