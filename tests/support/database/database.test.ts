import { expect, test } from 'vitest'
import type { Database } from '../../../server/platform/db/database.ts'
import { testDatabase } from './database.ts'

/** What a test may leave behind, and how the next one would notice. */
const left: Record<string, { by: string; seenBy: string }> = {
  'a row and its number': {
    by: `INSERT INTO categories (name) VALUES ('Left')`,
    seenBy: `SELECT count(*), (SELECT last_value FROM pg_sequences WHERE sequencename = 'categories_id_seq') FROM categories`,
  },
  'what the template holds, gone': {
    by: 'DELETE FROM pgboss.queue',
    seenBy: 'SELECT * FROM pgboss.queue ORDER BY name',
  },
  'what the template holds, changed': {
    by: 'UPDATE pgboss.version SET version = 1, cron_on = now()',
    seenBy: 'SELECT * FROM pgboss.version',
  },
  'a table altered and put back': {
    by: 'ALTER TABLE categories ADD COLUMN more int; ALTER TABLE categories DROP COLUMN more',
    seenBy: `SELECT max(attnum) FROM pg_attribute WHERE attrelid = 'categories'::regclass`,
  },
  'a trigger switched off': {
    by: 'ALTER TABLE ledger_entries DISABLE TRIGGER ALL',
    seenBy: `SELECT tgname, tgenabled FROM pg_trigger WHERE tgrelid = 'ledger_entries'::regclass ORDER BY tgname`,
  },
  'a right': {
    by: 'GRANT SELECT ON users TO PUBLIC',
    seenBy: `SELECT relacl FROM pg_class WHERE oid = 'users'::regclass`,
  },
  statistics: {
    by: 'INSERT INTO categories (name) VALUES (1), (2); ANALYZE categories',
    seenBy: `SELECT count(*) FROM pg_statistic WHERE starelid = 'categories'::regclass`,
  },
  'a setting': { by: `SET search_path = ''; SET statement_timeout = 1000`, seenBy: 'SHOW search_path' },
}

test.each(Object.entries(left))('a database is clean after another test has left %s', async (_, { by, seenBy }) => {
  const seen = (db: Database) => db.pool.query(seenBy).then(({ rows }) => rows)
  const before = await testDatabase()
  const asNew = await seen(before)
  await before.pool.query(by)
  expect(await seen(before)).not.toEqual(asNew)
  await before.close()
  const after = await testDatabase()
  expect(await seen(after)).toEqual(asNew)
  await after.close()
})

test('two databases open at once share no data', async () => {
  const [one, other] = [await testDatabase(), await testDatabase()]
  await one.pool.query(`INSERT INTO categories (name) VALUES ('Mine')`)
  expect((await other.pool.query('SELECT FROM categories')).rowCount).toBe(0)
  await Promise.all([one.close(), other.close()])
})
