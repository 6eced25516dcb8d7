import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createSignedInMember } from '../../../tests/support/api/accounts.ts'
import { deleteOwnAccount } from '../../../tests/support/api/delete-account.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { postgresServerUrl } from '../../../tests/support/database/database.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../../../tests/support/database/postgres-server.ts'
import { createRoles, type Roles } from '../../../tests/support/database/roles.ts'
import { administer, urlOf } from '../../../tests/support/database/template.ts'
import { type TestApp, testApp } from '../../../tests/support/server/app.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { readConfig } from '../../config.ts'
import { registerJobs } from '../../register-jobs.ts'
import { openJobs } from '../jobs/jobs.ts'
import { openLog } from '../metrics/log.ts'
import { openPreparedDatabase } from './prepare.ts'

const OWNERS = "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname IN ('public', 'pgboss')"

const dataDir = await temporaryFolder()
let roles: Roles
let server: TestApp

beforeAll(async () => {
  roles = await createRoles(postgresServerUrl())
  const config = readConfig({ DATA_DIR: dataDir, ...(await roles.database()) })
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => openPreparedDatabase(config)))
  await Promise.all(others.map((replica) => replica.close()))
  server = await testApp({}, first)
})
afterAll(async () => {
  await server.close()
  await roles.remove()
})

test('D-62 replicas that start at once on an empty database prepare it once, as its owner', async () => {
  const { pool } = server.deps.db
  expect((await pool.query(OWNERS)).rows).toEqual([{ tableowner: roles.owner }])
  await expect(pool.query('CREATE TABLE mine (id int)')).rejects.toThrow('permission denied')
  await expect(pool.query('SELECT FROM migrations')).rejects.toThrow('permission denied')
})

test("D-62 the application's role cannot change append-only tables and can do everything else, each part of the clean-up too", async () => {
  const { deps } = server
  const desk = await createDesk(server)
  const member = await createSignedInMember(deps)
  const { id } = await createSubmission(deps, { userId: member.id })
  expect((await desk.approve(id)).status).toBe(201)
  expect((await deleteOwnAccount(server, member)).status).toBe(200)
  const written: string[] = []
  const log = openLog(
    { LOG_LEVEL: 'info' },
    new PassThrough().on('data', (line: Buffer) => written.push(`${line}`)),
  )
  const jobs = await openJobs(deps.db, log)
  await deps.db.pool.query("INSERT INTO pgboss.job (name, policy) VALUES ('clean-up', 'short')")
  await registerJobs({ ...deps, log, jobs })
  const undone = "SELECT FROM pgboss.job WHERE name = 'clean-up' AND state <> 'completed'"
  await expect.poll(async () => (await deps.db.pool.query(undone)).rowCount).toBe(0)
  await jobs.stop()
  expect(written.filter((line) => line.includes('"level":"error"'))).toEqual([])
  const lines = written.map((line) => JSON.parse(line) as { msg?: string; part?: string })
  const parts = lines.flatMap(({ msg, part }) => (msg === 'cleaned up' && part ? [part] : []))
  expect(parts).toEqual([
    'unverified accounts',
    'voided passwords',
    'email changes',
    'sessions',
    'marks of deleted accounts',
    'trusted devices',
    'password resets',
    'browser unlocks',
    'address changes',
    'operator sessions',
    'unlocks of operators',
    'trusted devices of operators',
    'owner sessions',
    'unlocks of owners',
    'trusted devices of owners',
    'unfinished sign-ins of staff',
    'links of staff',
    'questions to a second manager',
    'notes about new owners',
    'phone enrolments',
    'unused phones',
    'wrong PINs',
    'rate limits',
    'idempotency keys',
    'results for repeats',
    'undelivered mails',
    'mail files',
    'unused uploads',
    'receipt pictures',
    'receipts without an OCR job',
    'numbers of old receipts',
    'hashes of receipts of deleted accounts',
    'OCR previews',
    'offered facts',
    'voucher reminders',
    'vouchers',
    'former keys of vouchers',
    'list of erasures',
    'discarded files',
    'uploads broken off',
  ])
})

test.each([
  'ledger_entries',
  'decisions',
  'decision_undos',
  'audit_entries',
  'audit_entries_first',
  'audit_entries_2031',
  'audit_entries_later',
  'reversals',
  'stamp_adjustments',
  'operator_grants',
])('D-62 %s knows no change and no deletion', async (table) => {
  const { pool } = server.deps.db
  for (const change of [`UPDATE ${table} SET created_at = now()`, `DELETE FROM ${table}`, `TRUNCATE ${table}`])
    await expect(pool.query(change), change).rejects.toThrow('permission denied for table')
})

const programs = findPostgres() ?? ''
const script = join(import.meta.dirname, '../../../deploy/database-roles.sh')

let deployed: PostgresServer
/** Runs the script as the database container does: once, as superuser, in the new database. */
beforeAll(async () => {
  deployed = await startPostgres(programs)
  await administer(deployed.url, 'CREATE DATABASE stampus')
  const given = { POSTGRES_USER: 'postgres', POSTGRES_DB: 'stampus', OWNER_PASSWORD: "it's", APP_PASSWORD: 'app' }
  const socket = new URL(deployed.url).searchParams.get('host') ?? ''
  const env = { PATH: `${programs}:/usr/bin:/bin`, PGHOST: socket, ...given }
  await promisify(execFile)('sh', [script], { env })
})
afterAll(() => deployed.stop())

const as = (role: string) => urlOf(deployed.url, 'stampus', role)

test('D-62 with the roles of the compose file, the tables belong to an owner that is not a superuser', async () => {
  const places = { DATABASE_URL: as('stampus_app'), MIGRATION_DATABASE_URL: as('stampus_owner') }
  const db = await openPreparedDatabase(readConfig({ DATA_DIR: dataDir, ...places }))
  onTestFinished(() => db.close())
  expect((await db.pool.query(OWNERS)).rows).toEqual([{ tableowner: 'stampus_owner' }])
  const { rows: roles } = await db.pool.query(
    "SELECT rolname, rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname LIKE 'stampus%' ORDER BY rolname",
  )
  const plain = { rolsuper: false, rolcreaterole: false, rolcreatedb: false }
  expect(roles).toEqual(['stampus_app', 'stampus_owner'].map((rolname) => ({ rolname, ...plain })))
  await expect(db.pool.query('CREATE TABLE mine (id int)')).rejects.toThrow('permission denied')
})
