import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../server/platform/db/database.ts'
import { prepareSchema } from '../server/platform/db/prepare.ts'
import { openLog } from '../server/platform/metrics/log.ts'
import { findPostgres, startPostgres } from '../tests/support/database/postgres-server.ts'
import { administer, urlOf } from '../tests/support/database/template.ts'
import { type Filling, fill } from './filling.ts'
import { parentOf } from './processor.ts'

/** A filled database: how the server is told of it, and its address and process where it has a process of its own. */
export type Filled = {
  engine: Database['engine']
  settings: Record<string, string>
  apart: { url: string; pid: number } | undefined
  remove(): Promise<void>
}
/** A PostgreSQL of the bench's own. */
export type PostgresHouse = { filled(name: string, filling: Filling): Promise<Filled>; stop(): Promise<void> }

/** Starts PostgreSQL in a new folder, or answers undefined where the machine has none. */
export async function openPostgresHouse(): Promise<PostgresHouse | undefined> {
  const programs = findPostgres()
  if (!programs) return undefined
  const server = await startPostgres(programs)
  const filled = async (name: string, filling: Filling): Promise<Filled> => {
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

/** The embedded database in a new data folder. */
export async function filledFolder(filling: Filling): Promise<Filled> {
  const settings = { DATA_DIR: await newFolder() }
  await prepare(settings, filling)
  return {
    engine: 'embedded',
    settings,
    apart: undefined,
    remove: () => rm(settings.DATA_DIR, { recursive: true, force: true }),
  }
}

/** Answers the process of the database, this one where it is embedded. */
async function prepare(settings: Record<string, string>, filling: Filling): Promise<number> {
  const db = await open(settings)
  try {
    await prepareSchema(db.pool, openLog({ LOG_LEVEL: 'error' }))
    const connection = await db.pool.connect()
    await fill(connection, filling).finally(() => connection.release())
    if (db.engine === 'embedded') return process.pid
    await db.pool.query('CHECKPOINT')
    const { rows } = await db.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    return parentOf(rows[0]?.pid ?? 0)
  } finally {
    await db.close()
  }
}

/** Opens what a server would be told of, with time enough to fill it. */
export function open({ DATABASE_URL, DATA_DIR }: Record<string, string>): Promise<Database> {
  const limits = { poolSize: 2, connectSeconds: 10, statementSeconds: 600 }
  return openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR ?? '', limits })
}

export const newFolder = () => mkdtemp(join(tmpdir(), 'stampus-bench-'))
