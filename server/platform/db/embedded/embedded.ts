import { join } from 'node:path'
import type pg from 'pg'
import { MINUTE_MS } from '../../durations.ts'
import { ApplicationPool } from '../connections/pool.ts'
import { once } from '../connections/postgres.ts'
import type { Database } from '../database.ts'
import { type DataDirLock, lockDataDir } from './data-folder-lock.ts'
import { type EmbeddedEngine, startEngine } from './embedded-engine.ts'

/** PGlite in a worker thread, behind a pool with its single connection. */
export async function openEmbedded(dataDir: string, template?: string): Promise<Database> {
  const lock = lockDataDir(dataDir)
  try {
    return serve(await startEngine({ folder: join(dataDir, 'db'), template }), lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

export const createPool = (engine: EmbeddedEngine): ApplicationPool =>
  new ApplicationPool({
    stream: () => engine.connect(),
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 15_000,
  })

function serve(engine: EmbeddedEngine, lock: DataDirLock): Database {
  const pool = createPool(engine)
  const maintain = createMaintenance(pool)
  // The next query reports a failure; the next round tries again. Never inside a transaction, because it uses the pool.
  const timer = setInterval(() => maintain().catch(() => {}), CHECKPOINT_EVERY_MS).unref()
  const close = once(() => shutDown(pool, timer, engine, lock))
  return { engine: 'embedded', pool, lookups: pool, died: engine.died, onPublicChange: () => {}, close }
}

async function shutDown(pool: ApplicationPool, timer: NodeJS.Timeout, engine: EmbeddedEngine, lock: DataDirLock) {
  clearInterval(timer)
  try {
    if (engine.running) await pool.query('CHECKPOINT')
    await pool.end()
  } finally {
    await engine.stop()
    lock.release()
  }
}

const CHECKPOINT_EVERY_MS = 2 * MINUTE_MS
const CHECKPOINTS_PER_VACUUM = 30

/** What the engine does not do by itself: checkpoints and vacuums, if anything was written since the last round. */
export function createMaintenance(pool: pg.Pool): () => Promise<void> {
  let seen = ''
  let checkpoints = 0
  return async () => {
    if ((await position(pool)) === seen) return
    if (checkpoints % CHECKPOINTS_PER_VACUUM === 0) await pool.query('VACUUM (ANALYZE)')
    await pool.query('CHECKPOINT')
    checkpoints += 1
    seen = await position(pool)
  }
}

async function position(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn')
  return rows[0]?.lsn ?? ''
}
