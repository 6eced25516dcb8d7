import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { prepareJobs } from '../jobs/boss.ts'
import { type Log, openLog } from '../metrics/log.ts'
import { requireSessions } from './connections/require-sessions.ts'
import type { Database, Queryable } from './database.ts'
import { packTemplate, templateFile } from './embedded/template-database.ts'
import { migrate, newestMigration } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { grantRights, roleOf } from './rights.ts'

type Settings = Pick<
  Config,
  | 'DATABASE_URL'
  | 'MIGRATION_DATABASE_URL'
  | 'DATABASE_POOL_SIZE'
  | 'DATABASE_CONNECT_SECONDS'
  | 'DATABASE_STATEMENT_SECONDS'
  | 'DATA_DIR'
  | 'LOG_LEVEL'
>

/** `through`: the last migration to run. `checkFirst` may reject the database unchanged. */
export type Preparation = { through?: string; checkFirst?: (db: Queryable) => Promise<void> }

export async function openPreparedDatabase(config: Settings, { through, checkFirst }: Preparation = {}) {
  const limits = {
    poolSize: config.DATABASE_POOL_SIZE,
    connectSeconds: config.DATABASE_CONNECT_SECONDS,
    statementSeconds: config.DATABASE_STATEMENT_SECONDS,
  }
  const isComplete = through === undefined || through === (await newestMigration())
  const template = isComplete ? await templateFor(config) : undefined
  const db = await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR, limits, template })
  try {
    if (db.engine === 'postgres') await requireSessions(db.pool)
    await checkFirst?.(db.pool)
    await (config.MIGRATION_DATABASE_URL
      ? prepareAsOwner(config, db, through)
      : prepareSchema(db.pool, openLog(config), through))
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Only the first start of an embedded database uses the template of the build. */
const templateFor = async ({ DATABASE_URL, DATA_DIR }: Settings): Promise<string | undefined> =>
  DATABASE_URL || existsSync(join(DATA_DIR, 'db')) ? undefined : templateFile()

/** Migrates and prepares the queues. Safe to repeat, and from several processes at once. */
export async function prepareSchema(pool: pg.Pool, log: Log, through?: string): Promise<void> {
  await migrate(pool, { through })
  await prepareJobs(pool, log)
}

/** Migrates as the owner of the tables, and grants the application's role its rights, if it is another one. */
async function prepareAsOwner(config: Settings, db: Database, through?: string): Promise<void> {
  const { MIGRATION_DATABASE_URL, DATA_DIR, LOG_LEVEL } = config
  const owner = await openDatabase({ databaseUrl: MIGRATION_DATABASE_URL, dataDir: DATA_DIR })
  try {
    await requireSessions(owner.pool)
    await prepareSchema(owner.pool, openLog({ LOG_LEVEL }), through)
    const role = await roleOf(db.pool)
    if (role !== (await roleOf(owner.pool))) await grantRights(owner.pool, role)
  } finally {
    await owner.close()
  }
}

export async function buildTemplateDatabase(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stampus-build-'))
  try {
    const db = await openDatabase({ dataDir })
    await prepareSchema(db.pool, openLog({ LOG_LEVEL: 'error' })).finally(() => db.close())
    await packTemplate(join(dataDir, 'db'), await templateFile())
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
