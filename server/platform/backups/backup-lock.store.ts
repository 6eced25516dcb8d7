import type { Database, Queryable } from '../db/database.ts'
import { run, value } from '../db/query.ts'
import { raw, sql } from '../db/sql.ts'
import { ExportImportError } from '../export-import/export-import-error.ts'

const LOCK_KEY = raw('7266839')

const isLocked = sql`EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = ${LOCK_KEY}
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`

/** Files that are discarded meanwhile must stay: the rows of the backup still name them. */
export const isBackupRunning = (db: Queryable) => value<boolean>(db)`SELECT ${isLocked}`

/** Throws if another backup of this database is being made, by any replica or command. */
export async function withBackupLock<T>({ engine, pool }: Database, work: () => Promise<T>): Promise<T> {
  // The embedded engine has a single session, which the work needs too.
  const client = engine === 'embedded' ? undefined : await pool.connect()
  const session = client ?? pool
  try {
    const locked = await value<boolean>(session)`
      SELECT CASE WHEN ${isLocked} THEN false ELSE pg_try_advisory_lock(${LOCK_KEY}) END`
    if (!locked) throw new ExportImportError('Another backup is being made. Wait until it has ended.')
    return await work().finally(() => run(session)`SELECT pg_advisory_unlock(${LOCK_KEY})`.catch(() => {}))
  } finally {
    // Closing the connection ends the lock in any case.
    client?.release(true)
  }
}
