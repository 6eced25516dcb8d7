import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPostgres, type PostgresServer, startPostgres } from '../../../tests/support/database/postgres-server.ts'
import { administer, urlOf } from '../../../tests/support/database/template.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { readConfig } from '../../config.ts'
import { openPreparedDatabase } from './prepare.ts'

const programs = findPostgres() ?? ''
const script = join(import.meta.dirname, '../../../deploy/database-roles.sh')
const dataDir = await temporaryFolder()
let server: PostgresServer

/** Runs the script as the database container does: once, as superuser, in the new database. */
beforeAll(async () => {
  server = await startPostgres(programs)
  await administer(server.url, 'CREATE DATABASE stampus')
  const given = { POSTGRES_USER: 'postgres', POSTGRES_DB: 'stampus', OWNER_PASSWORD: "it's", APP_PASSWORD: 'app' }
  const socket = new URL(server.url).searchParams.get('host') ?? ''
  const env = { PATH: `${programs}:/usr/bin:/bin`, PGHOST: socket, ...given }
  await promisify(execFile)('sh', [script], { env })
})
afterAll(() => server.stop())

const as = (role: string) => urlOf(server.url, 'stampus', role)

test('D-62 with the roles of the compose file, the tables belong to an owner that is not a superuser', async () => {
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: as('stampus_app'),
    MIGRATION_DATABASE_URL: as('stampus_owner'),
  })
  const db = await openPreparedDatabase(config)
  try {
    const { rows: owners } = await db.pool.query(
      "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname IN ('public', 'pgboss')",
    )
    expect(owners).toEqual([{ tableowner: 'stampus_owner' }])
    const { rows: roles } = await db.pool.query(
      "SELECT rolname, rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname LIKE 'stampus%' ORDER BY rolname",
    )
    const plain = { rolsuper: false, rolcreaterole: false, rolcreatedb: false }
    expect(roles).toEqual([
      { rolname: 'stampus_app', ...plain },
      { rolname: 'stampus_owner', ...plain },
    ])
    await expect(db.pool.query('CREATE TABLE mine (id int)')).rejects.toThrow('permission denied')
  } finally {
    await db.close()
  }
})
