import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database/database.ts'
import { testApp } from '../../../../tests/support/server/app.ts'
import { withCacheInvalidation } from '../../http/response-cache.ts'
import type { Database } from '../database.ts'
import { openDatabase } from '../open-database.ts'
import { startHealthCheck } from './health-check.ts'

const LISTENERS = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'stampus pulse' AND query LIKE 'SHOW transaction%'`

test('D-62 a server that rejects our connection counts as healthy', async () => {
  const { pool, close } = await testDatabase()
  const missing = new URL(pool.options.connectionString ?? '')
  missing.pathname = '/not-there'
  const results: boolean[] = []
  const stop = startHealthCheck(missing.href, {
    onHealth: (lost) => results.push(lost === undefined),
    onPublicChange: () => {},
  })
  await expect.poll(() => results).not.toEqual([])
  await stop()
  await close()
  expect(results).not.toContain(false)
})

test('no connection compiles its statements, which takes seconds in large tables', async () => {
  const { pool, close } = await testDatabase()
  const found = await Promise.all([1, 2].map(() => pool.query("SELECT setting FROM pg_settings WHERE name = 'jit'")))
  await close()
  expect(found.map(({ rows }) => rows)).toEqual([[{ setting: 'off' }], [{ setting: 'off' }]])
})

test('D-62 a change of public content clears the cache of the other replicas', async () => {
  const { pool, close } = await testDatabase()
  const databaseUrl = pool.options.connectionString
  const listeners = async () => (await pool.query(LISTENERS)).rows.length
  // Wait until each server listens: connecting clears its cache once.
  const open = async (count: number) => {
    const db = await openDatabase({ databaseUrl, dataDir: '' })
    await expect.poll(listeners).toBe(count)
    return testApp({}, db)
  }
  const [one, other] = [await open(2), await open(3)]
  await expect.poll(() => other.deps.responseCache.generation).toBe(1)
  await withCacheInvalidation(one.deps, async () => {})
  expect(one.deps.responseCache.generation).toBeGreaterThan(0)
  await expect.poll(() => other.deps.responseCache.generation).toBe(2)
  await Promise.all([one.close(), other.close()])
  await close()
})

let db: Database

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db?.close())

const divide = (by: number) =>
  db.lookups.query<{ n: number }>({ name: 'test.divide', text: 'SELECT 60 / $1::int AS n', values: [by] })
const servedBy = async () => (await db.lookups.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid

test('parallel statements each get their own result, even if one fails or has another name', async () => {
  const other = db.lookups.query({ name: 'test.word', text: 'SELECT $1::text AS word', values: ['yes'] })
  const answers = await Promise.allSettled([1, 2, 0, 3, 0, 4].map(divide))
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.rows : answer.reason.code))).toEqual([
    [{ n: 60 }],
    [{ n: 30 }],
    '22012',
    [{ n: 20 }],
    '22012',
    [{ n: 15 }],
  ])
  expect((await other).rows).toEqual([{ word: 'yes' }])
})

test('all statements share one connection, and a new one after it was lost', async () => {
  const pids = await Promise.all([servedBy(), servedBy(), servedBy()])
  expect(new Set(pids).size).toBe(1)
  await db.pool.query({ text: 'SELECT pg_terminate_backend($1)', values: [pids[0]] })
  await expect.poll(() => servedBy().catch(() => pids[0])).not.toBe(pids[0])
  expect((await divide(5)).rows).toEqual([{ n: 12 }])
})

test('two statements with the same name are rejected', async () => {
  await divide(1)
  const others = { name: 'test.divide', text: 'SELECT $1::int AS n', values: [1] }
  await expect(db.lookups.query(others)).rejects.toThrow('Prepared statements must be unique')
})

test('a value that cannot be parsed fails only its own statement', async () => {
  const big = { name: 'test.big', text: 'SELECT $1::int8 AS n', values: ['9007199254740993'] }
  const [error, fine] = await Promise.allSettled([db.lookups.query(big), divide(6)])
  expect(error).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('safe integer') } })
  expect(fine).toMatchObject({ value: { rows: [{ n: 10 }], rowCount: 1, command: 'SELECT' } })
})
