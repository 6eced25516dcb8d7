import { randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Database } from '../../../server/platform/db/database.ts'
import { openDatabase } from '../../../server/platform/db/open-database.ts'
import { openPooledDatabase } from './engine-pool.ts'
import { createRoles } from './roles.ts'
import { copyOf, type PostgresTemplate } from './template.ts'

/**
 * A new database on the engine of the running project, copied from the template. The caller closes it; open ones are
 * removed at the end of the run.
 */
export async function testDatabase(): Promise<Database> {
  const template = inject('template')
  return template.engine === 'embedded' ? openPooledDatabase(testDataDir) : copyDatabase(template)
}

/** A data folder with a copy of the embedded template, removed at the end of the run. */
export async function testDataDir(): Promise<string> {
  const { folder } = inject('template')
  const dataDir = join(folder, randomUUID())
  await cp(join(folder, 'template', 'db'), join(dataDir, 'db'), { recursive: true })
  return dataDir
}

async function copyDatabase(template: PostgresTemplate): Promise<Database> {
  return openDatabase({ databaseUrl: await copyOf(template), dataDir: template.folder })
}

/** Settings with a new database on the engine of the running project, which a server and a command can share. */
export async function testSettings(): Promise<{ DATA_DIR: string; DATABASE_URL?: string }> {
  const template = inject('template')
  if (template.engine === 'embedded') return { DATA_DIR: await testDataDir() }
  return { DATA_DIR: join(template.folder, randomUUID()), DATABASE_URL: await copyOf(template) }
}

type EmptySettings = { DATA_DIR: string; DATABASE_URL?: string; MIGRATION_DATABASE_URL?: string }

/**
 * Settings with a database without tables, on the engine of the running project. On PostgreSQL it is used by two roles,
 * as in production. `remove` drops it and the roles.
 */
export async function emptySettings(): Promise<{ settings: EmptySettings; remove: () => Promise<void> }> {
  const template = inject('template')
  if (template.engine === 'embedded') return { settings: { DATA_DIR: await emptyDataDir() }, remove: async () => {} }
  const roles = await createRoles(template.server)
  const settings = { DATA_DIR: join(template.folder, randomUUID()), ...(await roles.database()) }
  return { settings, remove: roles.remove }
}

/** Empties a copy of the template, which is faster than making a new database. */
async function emptyDataDir(): Promise<string> {
  const dataDir = await testDataDir()
  const db = await openDatabase({ dataDir })
  await db.pool.query('DROP SCHEMA pgboss, public CASCADE; CREATE SCHEMA public').finally(() => db.close())
  return dataDir
}

/** The URL of the PostgreSQL server of the running project. */
export function postgresServerUrl(): string {
  const template = inject('template')
  if (template.engine === 'embedded') throw new Error('This needs a PostgreSQL server')
  return template.server
}
