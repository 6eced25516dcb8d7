import { join } from 'node:path'
import { ApplicationPool } from '../connections/pool.ts'
import { once } from '../connections/postgres.ts'
import type { Database } from '../database.ts'
import { type DataDirLock, lockDataDir } from './data-folder-lock.ts'
import { type EmbeddedEngine, startEngine } from './embedded-engine.ts'
import { keepMaintained } from './maintenance.ts'

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
  const stopMaintenance = keepMaintained(pool)
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
