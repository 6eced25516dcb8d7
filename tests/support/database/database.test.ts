import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../server/platform/db/database.ts'
import { inTransaction } from '../../../server/platform/db/transaction.ts'
import { testDatabase } from './database.ts'
import { restoreSnapshot, type Snapshot, takeSnapshot } from './engine-pool.ts'

let db: Database
let snapshot: Snapshot
beforeAll(async () => {
  db = await testDatabase()
  snapshot = await takeSnapshot(db.pool)
})
afterAll(() => db?.close())

test('a database is clean after another test has left rows and settings, and two open at once share no data', async () => {
  const queries = [
    `SELECT count(*), (SELECT last_value FROM pg_sequences WHERE sequencename = 'categories_id_seq') FROM categories`,
    'SELECT * FROM pgboss.queue ORDER BY name',
    'SELECT * FROM pgboss.version',
    'SHOW search_path',
  ]
  const seen = ({ pool }: Database) => Promise.all(queries.map(async (text) => (await pool.query(text)).rows))
  const asNew = await seen(db)
  const before = await testDatabase()
  await before.pool.query(`
    INSERT INTO categories (name) VALUES ('Left'); DELETE FROM pgboss.queue;
    UPDATE pgboss.version SET version = 1, cron_on = now(); SET search_path = public, pg_temp; SET statement_timeout = 1000`)
  for (const [at, rows] of (await seen(before)).entries()) expect(rows).not.toEqual(asNew[at])
  expect(await seen(db)).toEqual(asNew)
  await before.close()
  const after = await testDatabase()
  expect(await seen(after)).toEqual(asNew)
  await after.close()
})

test.each([
  [
    'a table was altered and put back',
    'ALTER TABLE categories ADD COLUMN more int; ALTER TABLE categories DROP COLUMN more',
  ],
  ['a trigger was switched off', 'ALTER TABLE ledger_entries DISABLE TRIGGER ALL'],
  ['a right was given', 'GRANT SELECT ON users TO PUBLIC'],
  ['statistics were made', 'INSERT INTO categories (name) VALUES (1), (2); ANALYZE categories'],
])('a database is not used again in which %s', async (_, change) => {
  const undone = new Error('undone')
  const used = inTransaction(db.pool, async (tx) => {
    await tx.query(change)
    expect(await restoreSnapshot(tx, snapshot)).toBe(false)
    throw undone
  })
  await expect(used).rejects.toBe(undone)
})
