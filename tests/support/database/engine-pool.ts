import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from '../../../server/platform/db/connections/postgres.ts'
import type { Database } from '../../../server/platform/db/database.ts'
import { poolOn } from '../../../server/platform/db/embedded/embedded.ts'
import { type EmbeddedEngine, startEngine } from '../../../server/platform/db/embedded/embedded-engine.ts'
import { inTransaction } from '../../../server/platform/db/transaction.ts'
import { restoreSnapshot, type Snapshot, takeSnapshot } from './snapshot.ts'

type PooledEngine = { engine: EmbeddedEngine; dataDir: string }

/** The engines that nobody has. */
const free: PooledEngine[] = []
/** What every copy of the template looks like. */
let blank: Snapshot | undefined

/**
 * A database on an engine that this process keeps, as new: an engine grows faster with use, and starting one costs more
 * than most tests ask of it. `newDataDir` makes the folder to start one on, where none is free or more than the rows
 * of the one before was touched.
 */
export async function openPooledDatabase(newDataDir: () => Promise<string>): Promise<Database> {
  const kept = await takeFree(newDataDir)
  const { engine } = kept
  const pool = poolOn(engine)
  const close = once(async () => {
    await pool.end()
    free.push(kept)
  })
  return { engine: 'embedded', pool, shared: pool, died: engine.died, onPublicChange: () => {}, close }
}

async function takeFree(newDataDir: () => Promise<string>): Promise<PooledEngine> {
  const before = free.pop()
  if (before && (await isAsNew(before.engine))) return before
  const next = await start(await newDataDir())
  // Only now, so that the next has taken over its machine code.
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
  // As on the PostgreSQL server of tests: nobody pulls a plug. What is about the disk opens an engine of its own.
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
  const pool = poolOn(engine)
  return work(pool).finally(() => pool.end())
}
