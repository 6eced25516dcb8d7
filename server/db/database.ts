import type pg from 'pg'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'

export type Database = {
  engine: 'embedded' | 'postgres'
  pool: pg.Pool
  /** Resolves where the embedded engine has ended without being closed: it serves no more until it is opened anew. */
  died: Promise<Error>
  /** Ends every connection; the embedded engine also checkpoints, stops and frees its folder. */
  close(): Promise<void>
}

/** What a store takes as its first parameter: the pool, or the connection of an open transaction. */
export type Queryable = {
  query<Row extends pg.QueryResultRow>(statement: string | pg.QueryConfig<unknown[]>): Promise<pg.QueryResult<Row>>
}

type Settings = { databaseUrl?: string | undefined; dataDir: string }

/**
 * Opens PostgreSQL at `databaseUrl`, or else the embedded engine in `<dataDir>/db`, which only one process may use.
 * Both speak the same dialect through the same pool. PostgreSQL is first reached by the first query; the embedded
 * engine is running once this resolves. Throws DataDirInUse when another process uses the folder.
 */
export async function openDatabase({ databaseUrl, dataDir }: Settings): Promise<Database> {
  return databaseUrl ? openPostgres(databaseUrl) : openEmbedded(dataDir)
}
