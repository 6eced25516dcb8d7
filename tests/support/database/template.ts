import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../../../server/platform/db/open-database.ts'
import { prepareSchema } from '../../../server/platform/db/prepare.ts'
import { grantRights } from '../../../server/platform/db/rights.ts'
import { openLog } from '../../../server/platform/metrics/log.ts'

/** `folder` contains the template's data folder, `template`, and the copies. */
export type EmbeddedTemplate = { engine: 'embedded'; folder: string }
/** `server` is the URL for creating databases. Only names that begin with the template's `name` are changed. */
export type PostgresTemplate = { engine: 'postgres'; server: string; name: string; folder: string; role?: string }

export async function prepareFolder(folder: string): Promise<EmbeddedTemplate> {
  await prepare({ dataDir: join(folder, 'template') })
  return { engine: 'embedded', folder }
}

export async function prepareDatabase(server: string, folder: string): Promise<PostgresTemplate> {
  const name = `stampus_test_${randomUUID().slice(0, 8)}`
  await administer(server, `CREATE DATABASE "${name}"`)
  await prepare({ databaseUrl: urlOf(server, name), dataDir: folder })
  return { engine: 'postgres', server, name, folder }
}

/** Creates a role with the application's rights on the template and its copies. */
export async function withApplicationRole(template: PostgresTemplate): Promise<PostgresTemplate> {
  const role = roleIn(template.name)
  await administer(template.server, `CREATE ROLE "${role}" LOGIN PASSWORD '${role}'`)
  const database = await openDatabase({ databaseUrl: urlOf(template.server, template.name), dataDir: template.folder })
  await grantRights(database.pool, role).finally(() => database.close())
  return { ...template, role }
}

/** Makes a copy of the template and returns its address. */
export async function copyOf({ server, name, role }: PostgresTemplate): Promise<string> {
  const copy = `${name}_${randomUUID()}`
  await administer(server, `CREATE DATABASE "${copy}" TEMPLATE "${name}"`)
  return urlOf(server, copy, role)
}

/** Drops the template and every copy of it, also those in use. */
export async function dropDatabases({ server, name }: PostgresTemplate): Promise<void> {
  const found = await administer(server, `SELECT datname FROM pg_database WHERE starts_with(datname, '${name}')`)
  for (const { datname } of found) await administer(server, `DROP DATABASE "${datname}" WITH (FORCE)`)
  await administer(server, `DROP ROLE IF EXISTS "${roleIn(name)}"`)
}

/** Runs one statement on a new connection. */
export async function administer(server: string, statement: string): Promise<{ datname: string }[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect().catch((cause) => {
    const { host } = new URL(server)
    throw new Error(`The tests cannot connect to PostgreSQL at ${host}: ${cause.message}`, { cause })
  })
  try {
    return (await client.query<{ datname: string }>(statement)).rows
  } finally {
    await client.end()
  }
}

const roleIn = (name: string) => `${name}_app`

/** The URL of another database on the same server, for another role where one is given; its password is its name. */
export function urlOf(server: string, database: string, role?: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  if (role) Object.assign(url, { username: role, password: role })
  return url.href
}

async function prepare(settings: Parameters<typeof openDatabase>[0]): Promise<void> {
  const database = await openDatabase(settings)
  try {
    await prepareSchema(database.pool, openLog({ LOG_LEVEL: 'error' }))
  } finally {
    await database.close()
  }
}
