import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../server/platform/db/database.ts'
import { openDatabase } from '../server/platform/db/open-database.ts'
import { prepareSchema } from '../server/platform/db/prepare.ts'
import { openLog } from '../server/platform/metrics/log.ts'
import { findPostgres, startPostgres } from '../tests/support/database/postgres-server.ts'
import { administer, urlOf } from '../tests/support/database/template.ts'
import { parentOf } from './process-stats.ts'
import { type Filling, seedDatabase } from './seed-database.ts'

/** A database with data: the settings for the server, and its URL and process if it is a separate one. */
export type SeededDatabase = {
  engine: Database['engine']
  settings: Record<string, string>
  apart: { url: string; pid: number } | undefined
  remove(): Promise<void>
}
export type BenchPostgres = { filled(name: string, filling: Filling): Promise<SeededDatabase>; stop(): Promise<void> }

/** Starts PostgreSQL in a new folder, with more settings; undefined if it is not installed. */
export async function openBenchPostgres(more?: string): Promise<BenchPostgres | undefined> {
  const programs = findPostgres()
  if (!programs) return undefined
  const server = await startPostgres(programs, more)
  const filled = async (name: string, filling: Filling): Promise<SeededDatabase> => {
    await administer(server.url, `CREATE DATABASE "${name}"`)
    const dataDir = await newFolder()
    const url = urlOf(server.url, name)
    const settings = { DATABASE_URL: url, DATA_DIR: dataDir }
    const pid = await prepare(settings, filling)
    const remove = async () => {
      await administer(server.url, `DROP DATABASE "${name}" WITH (FORCE)`)
      await rm(dataDir, { recursive: true, force: true })
    }
    return { engine: 'postgres', settings, apart: { url, pid }, remove }
  }
  return { filled, stop: server.stop }
}

export async function seedEmbedded(filling: Filling): Promise<SeededDatabase> {
  const settings = { DATA_DIR: await newFolder() }
  await prepare(settings, filling)
  const remove = () => rm(settings.DATA_DIR, { recursive: true, force: true })
  return { engine: 'embedded', settings, apart: undefined, remove }
}

/** Returns the pid of the database, which is this process if it is embedded. */
async function prepare(settings: Record<string, string>, filling: Filling): Promise<number> {
  const db = await open(settings)
  try {
    await prepareSchema(db.pool, openLog({ LOG_LEVEL: 'error' }))
    const connection = await db.pool.connect()
    await seedDatabase(connection, filling).finally(() => connection.release())
    if (db.engine === 'embedded') return process.pid
    await db.pool.query('CHECKPOINT')
    const { rows } = await db.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    return parentOf(rows[0]?.pid ?? 0)
  } finally {
    await db.close()
  }
}

/** Opens the database with enough time to fill it, and for statements that a server would give up. */
export function open({ DATABASE_URL, DATA_DIR }: Record<string, string>): Promise<Database> {
  const limits = { poolSize: 10, connectSeconds: 10, statementSeconds: 3600 }
  return openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR ?? '', limits })
}

export const newFolder = () => mkdtemp(join(tmpdir(), 'stampus-bench-'))
