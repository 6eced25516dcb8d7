import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from '../../../server/platform/db/connections/postgres.ts'
import type { Database } from '../../../server/platform/db/database.ts'
import { createPool } from '../../../server/platform/db/embedded/embedded.ts'
import { type EmbeddedEngine, startEngine } from '../../../server/platform/db/embedded/embedded-engine.ts'
import { inTransaction } from '../../../server/platform/db/transaction.ts'
import { restoreSnapshot, type Snapshot, takeSnapshot } from './snapshot.ts'

type PooledEngine = { engine: EmbeddedEngine; dataDir: string }

/** The engines that are not in use. */
const free: PooledEngine[] = []
/** The snapshot of the template. */
let blank: Snapshot | undefined

/**
 * A clean database on an engine that this process reuses: an engine gets faster with use, and starting one takes longer
 * than most tests. `newDataDir` makes the folder for a new engine, where none is free or the last test changed more
 * than rows.
 */
export async function openPooledDatabase(newDataDir: () => Promise<string>): Promise<Database> {
  const pooled = await takeFree(newDataDir)
  const { engine } = pooled
  const pool = createPool(engine)
  const close = once(async () => {
    await pool.end()
    free.push(pooled)
  })
  return { engine: 'embedded', pool, shared: pool, died: engine.died, onPublicChange: () => {}, close }
}

async function takeFree(newDataDir: () => Promise<string>): Promise<PooledEngine> {
  const before = free.pop()
  if (before && (await isAsNew(before.engine))) return before
  const next = await start(await newDataDir())
  // Stopped only now, so that the next engine has taken over its machine code.
  if (before) await stop(before)
  return next
}

async function isAsNew(engine: EmbeddedEngine): Promise<boolean> {
  const looks = blank
  if (!looks || !engine.running) return false
  return onPool(engine, (pool) => inTransaction(pool, (tx) => restoreSnapshot(tx, looks)))
}

async function start(dataDir: string): Promise<PooledEngine> {
  const folder = join(dataDir, 'db')
  // Without fsync, like the PostgreSQL server of tests. Tests of the disk start an engine of their own.
  await appendFile(join(folder, 'postgresql.auto.conf'), 'fsync = off\n')
  const engine = await startEngine({ folder })
  blank ??= await onPool(engine, takeSnapshot)
  return { engine, dataDir }
}

async function stop({ engine, dataDir }: PooledEngine): Promise<void> {
  await engine.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function onPool<Result>(engine: EmbeddedEngine, work: (pool: Database['pool']) => Promise<Result>) {
  const pool = createPool(engine)
  return work(pool).finally(() => pool.end())
}
