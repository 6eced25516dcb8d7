import type pg from 'pg'
import { openPostgres, type PostgresLimits } from './connections/postgres.ts'
import { openEmbedded } from './embedded/embedded.ts'

export type Database = {
  engine: 'embedded' | 'postgres'
  pool: pg.Pool
  /** For the first statement of every request: a look-up by key that takes no lock. */
  shared: Queryable
  /** Resolves if the embedded engine stops without having been closed. It must be opened again. */
  died: Promise<Error>
  /** Calls `changed` when another process has changed public content. */
  onPublicChange(changed: () => void): void
  /** Closes all connections; the embedded engine also checkpoints, stops and unlocks its folder. */
  close(): Promise<void>
}

/** The first parameter of a store function: the pool or the connection of an open transaction. */
export type Queryable = {
  query<Row extends pg.QueryResultRow>(statement: string | pg.QueryConfig<unknown[]>): Promise<pg.QueryResult<Row>>
}

type Settings = {
  databaseUrl?: string | undefined
  dataDir: string
  limits?: PostgresLimits
  template?: string | undefined
}

const defaultLimits: PostgresLimits = { poolSize: 10, connectSeconds: 10, statementSeconds: 15 }

/**
 * Opens PostgreSQL at `databaseUrl`, else the embedded engine in `<dataDir>/db`, which only one process may use. PostgreSQL
 * is connected by the first query; the embedded engine runs once this resolves, and starts a new folder from the file
 * `template` if it exists. Throws DataDirInUse if another process uses the folder.
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
  limits = defaultLimits,
  template,
}: Settings): Promise<Database> {
  return databaseUrl ? openPostgres(databaseUrl, limits) : openEmbedded(dataDir, template)
}

/** Resolves if the database answers. */
export async function ping(db: Queryable): Promise<void> {
  await db.query('SELECT 1')
}
