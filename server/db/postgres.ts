import type { Database } from './database.ts'
import { ApplicationPool } from './pool.ts'

const second = 1000

/** A pool on a PostgreSQL server. A connection or statement that takes too long fails rather than holding its caller. */
export function openPostgres(databaseUrl: string): Database {
  const pool = new ApplicationPool({
    connectionString: databaseUrl,
    application_name: 'stampus',
    max: 10,
    idleTimeoutMillis: 30 * second,
    connectionTimeoutMillis: 10 * second,
    statement_timeout: 15 * second,
    idle_in_transaction_session_timeout: 30 * second,
    keepAlive: true,
  })
  return { engine: 'postgres', pool, died: new Promise(() => {}), close: once(() => pool.end()) }
}

/** Makes a second call wait for the first instead of repeating it. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work()
    return running
  }
}
