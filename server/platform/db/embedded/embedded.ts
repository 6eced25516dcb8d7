import { join } from 'node:path'
import type pg from 'pg'
import { ApplicationPool } from '../connections/pool.ts'
import { once } from '../connections/postgres.ts'
import type { Database } from '../database.ts'
import { type DataDirLock, lockDataDir } from './data-folder-lock.ts'
import { type EmbeddedEngine, startEngine } from './embedded-engine.ts'

/** PostgreSQL inside this program: PGlite in a worker thread, behind a pool of its one connection. */
export async function openEmbedded(dataDir: string, readyMade?: string): Promise<Database> {
  const lock = lockDataDir(dataDir)
  try {
    return serve(await startEngine({ folder: join(dataDir, 'db'), readyMade }), lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

/** A pool of the one connection that an engine knows. */
export function poolOn(engine: EmbeddedEngine): ApplicationPool {
  return new ApplicationPool({
    stream: () => engine.connect(),
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 15_000,
  })
}

function serve(engine: EmbeddedEngine, lock: DataDirLock): Database {
  const pool = poolOn(engine)
  const stopMaintenance = startMaintenance(pool)
  const close = once(() => shutDown(pool, stopMaintenance, engine, lock))
  return { engine: 'embedded', pool, shared: pool, died: engine.died, onPublicChange: () => {}, close }
}

async function shutDown(pool: ApplicationPool, stopMaintenance: () => void, engine: EmbeddedEngine, lock: DataDirLock) {
  stopMaintenance()
  try {
    if (engine.running) await pool.query('CHECKPOINT')
    await pool.end()
  } finally {
    await engine.stop()
    lock.release()
  }
}

const minute = 60_000
const checkpointEvery = 2 * minute
const checkpointsPerVacuum = 30

/**
 * Does for the embedded engine what it never does by itself: checkpoints, so that its log stays small, and vacuums,
 * each only when something has been written. Waits its turn in the pool, so never inside a transaction.
 * Answers how to stop.
 */
export function startMaintenance(pool: pg.Pool): () => void {
  const maintain = maintenance(pool)
  // A failure shows itself to whoever queries next; the next round tries again.
  const timer = setInterval(() => maintain().catch(() => {}), checkpointEvery)
  timer.unref()
  return () => clearInterval(timer)
}

/** One round: nothing since the last one, nothing to do. */
export function maintenance(pool: pg.Pool): () => Promise<void> {
  let seen = ''
  let checkpoints = 0
  return async () => {
    if ((await position(pool)) === seen) return
    if (checkpoints % checkpointsPerVacuum === 0) await pool.query('VACUUM (ANALYZE)')
    await pool.query('CHECKPOINT')
    checkpoints += 1
    seen = await position(pool)
  }
}

async function position(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn')
  return rows[0]?.lsn ?? ''
}
