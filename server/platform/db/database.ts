import type pg from 'pg'
import { openPostgres, type PostgresLimits } from './connections/postgres.ts'
import { openEmbedded } from './embedded/embedded.ts'

export type Database = {
  engine: 'embedded' | 'postgres'
  pool: pg.Pool
  /** For what every request asks first: a single statement that finds its row by a key and waits for no lock. */
  shared: Queryable
  /** Resolves where the embedded engine has ended without being closed: it serves no more until it is opened anew. */
  died: Promise<Error>
  /** Has this called when another process has changed what everybody is shown; the embedded engine knows no other. */
  onPublicChange(changed: () => void): void
  /** Ends every connection; the embedded engine also checkpoints, stops and frees its folder. */
  close(): Promise<void>
}

/** What a store takes as its first parameter: the pool, or the connection of an open transaction. */
export type Queryable = {
  query<Row extends pg.QueryResultRow>(statement: string | pg.QueryConfig<unknown[]>): Promise<pg.QueryResult<Row>>
}

type Settings = {
  databaseUrl?: string | undefined
  dataDir: string
  limits?: PostgresLimits
  readyMade?: string | undefined
}

const fewAtOnce: PostgresLimits = { poolSize: 10, connectSeconds: 10, statementSeconds: 15 }

/**
 * Opens PostgreSQL at `databaseUrl`, or else the embedded engine in `<dataDir>/db`, which only one process may use.
 * Both speak the same dialect through the same pool. PostgreSQL is first reached by the first query; the embedded
 * engine is running once this resolves, and begins a new folder with what the file `readyMade` holds, if there is one.
 * Throws DataDirInUse when another process uses the folder.
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
  limits = fewAtOnce,
  readyMade,
}: Settings): Promise<Database> {
  return databaseUrl ? openPostgres(databaseUrl, limits) : openEmbedded(dataDir, readyMade)
}

/** Resolves where the database answers. */
export async function ping(db: Queryable): Promise<void> {
  await db.query('SELECT 1')
}
