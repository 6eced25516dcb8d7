import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from '../../../server/platform/db/connections/postgres.ts'
import type { Database, Queryable } from '../../../server/platform/db/database.ts'
import { createPool } from '../../../server/platform/db/embedded/embedded.ts'
import { type EmbeddedEngine, startEngine } from '../../../server/platform/db/embedded/embedded-engine.ts'
import { inTransaction } from '../../../server/platform/db/transaction.ts'

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
  return { engine: 'embedded', pool, lookups: pool, died: engine.died, onPublicChange: () => {}, close }
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

/** A snapshot of a database: the state of every catalog, and the script that restores the rows of its tables. */
export type Snapshot = { catalogs: string; script: string }

type Line = { line: string }

/** Takes a snapshot of a database. */
export async function takeSnapshot(db: Queryable): Promise<Snapshot> {
  const tables = (await db.query<Line>(ownTables)).rows.map(({ line }) => line)
  const filled = await Promise.all(tables.map((table) => filling(db, table)))
  const sequences = (await db.query<Line>(ownSequences)).rows.map(({ line }) => line)
  const emptied = tables.map((table) => `DELETE FROM ${table}`)
  return { catalogs: await catalogsOf(db), script: [...emptied, ...filled.flat(), ...sequences].join(';\n') }
}

/** Restores the rows of a snapshot. Returns false and changes nothing where more than rows has changed. */
export async function restoreSnapshot(tx: Queryable, { catalogs, script }: Snapshot): Promise<boolean> {
  if ((await catalogsOf(tx)) !== catalogs) return false
  // Turns off triggers and foreign keys.
  await tx.query('SET LOCAL session_replication_role = replica')
  await tx.query(script)
  return true
}

const own = `relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`
const ownTables = `SELECT oid::regclass::text AS line FROM pg_class WHERE relkind = 'r' AND ${own}`
const ownSequences = `
  SELECT format('SELECT setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
                coalesce(last_value, start_value), last_value IS NOT NULL) AS line
  FROM pg_sequences`

async function filling(db: Queryable, table: string): Promise<string[]> {
  const { rows } = await db.query<Line>(`
    SELECT format('INSERT INTO ${table} OVERRIDING SYSTEM VALUE
                   SELECT * FROM json_populate_recordset(NULL::${table}, %L)', json_agg(each)) AS line
    FROM ${table} AS each HAVING count(*) > 0`)
  return rows.map(({ line }) => line)
}

/**
 * The number of rows of each catalog and the last transaction that wrote one. Any change of a table, a right, a trigger
 * or a statistic changes one of them.
 */
async function catalogsOf(db: Queryable): Promise<string> {
  const { rows } = await db.query<Line>(`
    SELECT string_agg(format('SELECT %L, count(*), max(xmin::text::bigint) FROM %s', oid::regclass, oid::regclass),
                      ' UNION ALL ' ORDER BY oid) AS line
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'pg_catalog'::regnamespace`)
  return JSON.stringify((await db.query(rows[0]?.line ?? '')).rows)
}
