import { setTimeout as pause } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createSignedInMember } from '../../../../tests/support/api/accounts.ts'
import { findPostgres, type PostgresServer, startPostgres } from '../../../../tests/support/database/postgres-server.ts'
import { administer } from '../../../../tests/support/database/template.ts'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'
import { openLog } from '../../metrics/log.ts'
import type { Queryable } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { prepareSchema } from '../prepare.ts'
import { inTransaction } from '../transaction.ts'
import { startHealthCheck } from './health-check.ts'

const MAX_AGE_SECONDS = 1
const POOL_SIZE = 6
const STRANGER = { authorization: 'Bearer token-that-nobody-has' }

let postgres: PostgresServer
let server: TestApp
let signedIn: Record<string, string>

beforeAll(async () => {
  postgres = await startPostgres(findPostgres() ?? '')
  // The server of tests commits without waiting.
  await administer(postgres.url, 'ALTER DATABASE postgres SET synchronous_commit = on')
  const limits = { poolSize: POOL_SIZE, connectSeconds: 5, statementSeconds: 5, maxAgeSeconds: MAX_AGE_SECONDS }
  const db = await openDatabase({ databaseUrl: postgres.url, dataDir: '', limits })
  await prepareSchema(db.pool, openLog({ LOG_LEVEL: 'error' }))
  server = await testApp({ LOG_LEVEL: 'fatal' }, db)
  signedIn = (await createSignedInMember(server.deps)).headers
})
afterAll(async () => {
  await server?.close()
  await postgres?.stop()
})

async function change(setting: string): Promise<void> {
  await administer(postgres.url, `ALTER SYSTEM ${setting}`)
  await administer(postgres.url, 'SELECT pg_reload_conf()')
}

async function send(request: InjectOptions) {
  const { statusCode, headers } = await server.app.inject(request)
  return [statusCode, headers['retry-after']]
}

const ask = (url: string, headers = signedIn) => send({ url, headers })
const logIn = () =>
  send({ method: 'POST', url: '/api/login', payload: { email: 'nobody@example.com', password: 'A wrong password' } })

const pidOf = async (db: Queryable) => (await db.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid

test('D-62 a write that a standby refused gets a 503 with Retry-After, and its connection is closed', async () => {
  const { pool } = server.deps.db
  const clients = await Promise.all(Array.from({ length: POOL_SIZE }, () => pool.connect()))
  for (const client of clients) await client.query('SET default_transaction_read_only = on')
  for (const client of clients) client.release()
  expect(await logIn()).toEqual([503, '2'])
  await expect.poll(logIn).toEqual([422, undefined])
  const unreported = inTransaction(pool, async (tx) => {
    await tx.query('SET TRANSACTION READ ONLY')
    await tx.query('CREATE TABLE never (id int)').catch(() => {})
  })
  await expect(unreported).rejects.toThrow('Connection terminated')
})

test('a session that a lagging look-up connection does not know is found on the primary, never a 401', async () => {
  const { lookups } = server.deps.db
  const before = await pidOf(lookups)
  await server.sql('CREATE SCHEMA lagging; CREATE TABLE lagging.sessions (LIKE public.sessions)')
  await lookups.query('SET search_path = lagging, public; SET default_transaction_read_only = on')
  expect(await ask('/api/user')).toEqual([200, undefined])
  expect(await pidOf(lookups)).not.toBe(before)
  expect(await ask('/api/user', STRANGER)).toEqual([401, undefined])
})

test(`connections are replaced after ${MAX_AGE_SECONDS} second, and look-ups under way get their results`, async () => {
  const { lookups, pool } = server.deps.db
  const pids = async () => [await pidOf(lookups), await pidOf(pool)]
  const [lookup, pooled] = await pids()
  const slow = lookups.query<{ pid: number }>('SELECT pg_backend_pid() AS pid FROM pg_sleep(1.5)')
  await pause(MAX_AGE_SECONDS * 1000 + 100)
  const [nextLookup, nextPooled] = await pids()
  expect([nextLookup === lookup, nextPooled === pooled]).toEqual([false, false])
  expect((await slow).rows).toEqual([{ pid: lookup }])
})

test('while a server is read-only, requests get 503, and are served again afterwards', async () => {
  const seen: (string | undefined)[] = []
  const onHealth = (lost: Error | undefined) => void seen.push(lost?.message)
  onTestFinished(startHealthCheck(postgres.url, { onHealth, onPublicChange: () => {} }))
  await expect.poll(() => seen.length).toBeGreaterThan(0)
  expect(seen.at(-1)).toBeUndefined()
  await change('SET default_transaction_read_only = on')
  await expect.poll(() => seen.at(-1)).toBe('The database is read-only')
  await expect.poll(() => ask('/api/user')).toEqual([503, '2'])
  expect(await ask('/healthz')).toEqual([200, undefined])
  expect(await ask('/readyz')).toEqual([503, '2'])
  await change('RESET ALL')
  await expect.poll(() => ask('/api/user')).toEqual([200, undefined])
  await expect.poll(() => ask('/readyz')).toEqual([200, undefined])
})

const WAITING = `SELECT count(*) FILTER (WHERE query LIKE '%readiness%') AS ready FROM pg_stat_activity WHERE wait_event = 'SyncRep'`

test('a commit that waits for a standby gets a 503 after 10 s and is found later; /readyz fails after 2 s and writes once', async () => {
  const { pool } = server.deps.db
  await pool.query('CREATE TABLE notes (id int)')
  await change("SET synchronous_standby_names = 'nobody'")
  await expect.poll(() => ask('/readyz'), { timeout: 6000 }).toEqual([503, '2'])
  const begun = performance.now()
  const inserting = inTransaction(pool, (tx) => tx.query('INSERT INTO notes VALUES (1)'))
  const single = pool.query('INSERT INTO notes VALUES (2)')
  const late = Promise.all([
    expect(inserting).rejects.toMatchObject({ code: 'ETIMEDOUT' }),
    expect(single).rejects.toThrow('Query read timeout'),
    expect(logIn()).resolves.toEqual([503, '2']),
    expect(ask('/api/user')).resolves.toEqual([200, undefined]),
  ])
  const flood = await Promise.all(Array.from({ length: 50 }, () => ask('/readyz')))
  expect(new Set(flood.map(String))).toEqual(new Set(['503,2']))
  expect(await administer(postgres.url, WAITING)).toEqual([{ ready: '1' }])
  await late
  expect(performance.now() - begun).toBeLessThan(15_000)
  await change('RESET ALL')
  await expect.poll(() => ask('/readyz'), { timeout: 6000 }).toEqual([200, undefined])
  expect((await server.sql('SELECT id FROM notes ORDER BY id')).rows).toEqual([{ id: 1 }, { id: 2 }])
})
