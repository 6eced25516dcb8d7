import type pg from 'pg'

export type Database = {
  engine: 'embedded' | 'postgres'
  pool: pg.Pool
  /** For the first statement of every request: a look-up by key that takes no lock. */
  lookups: Queryable
  /** Resolves if the embedded engine stops without having been closed. */
  died: Promise<Error>
  onPublicChange(changed: () => void): void
  /** The embedded engine also checkpoints, stops and unlocks its folder. */
  close(): Promise<void>
}

/** The pool, or the connection of an open transaction. */
export type Queryable = {
  query<Row extends pg.QueryResultRow>(statement: string | pg.QueryConfig<unknown[]>): Promise<pg.QueryResult<Row>>
}

export const ping = (db: Queryable) => db.query('SELECT 1')
