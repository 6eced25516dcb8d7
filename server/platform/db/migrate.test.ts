import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database/database.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

let db: Database
let folder: string

beforeAll(async () => {
  db = await testDatabase()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stampus-migrations-'))
  await db.pool.query('DROP TABLE IF EXISTS migrations, shelves, books')
  await save('001-shelves.sql', 'CREATE TABLE shelves (id int); INSERT INTO shelves VALUES (1);')
})
afterEach(() => rm(folder, { recursive: true }))
afterAll(() => db?.close())

const save = (name: string, text: string) => writeFile(join(folder, name), text)

const exists = async (table: string) =>
  (await db.pool.query('SELECT FROM pg_tables WHERE tablename = $1', [table])).rowCount === 1

test('each file runs once, and files added later run later', async () => {
  await migrate(db.pool, { folder })
  await save('002-books.sql', 'CREATE TABLE books (id int)')
  await migrate(db.pool, { folder })
  await migrate(db.pool, { folder })
  expect((await db.pool.query('SELECT * FROM shelves')).rows).toEqual([{ id: 1 }])
  expect((await db.pool.query('SELECT name FROM migrations ORDER BY name')).rows).toEqual([
    { name: '001-shelves.sql' },
    { name: '002-books.sql' },
  ])
})

test('D-62 eight replicas that start at once all succeed and run each file once', async () => {
  await save('002-books.sql', 'SELECT pg_sleep(0.1); CREATE TABLE books (id int)')
  const replicas = await Promise.all(Array.from({ length: 8 }, anotherReplica))
  await Promise.all(replicas.map(({ pool }) => migrate(pool, { folder })))
  await Promise.all(replicas.filter((replica) => replica !== db).map((replica) => replica.close()))
  expect((await db.pool.query('SELECT * FROM shelves')).rows).toEqual([{ id: 1 }])
})

/** The embedded engine allows one process only, so there the same process starts repeatedly. */
async function anotherReplica(): Promise<Database> {
  const databaseUrl = db.pool.options.connectionString
  return databaseUrl ? openDatabase({ databaseUrl, dataDir: folder }) : db
}

test('a file edited after it ran is rejected by name, but other line ends are allowed; so is a database of a newer release', async () => {
  await save('001-shelves.sql', 'CREATE TABLE shelves (id int);\nINSERT INTO shelves VALUES (1);')
  await save('002-books.sql', 'CREATE TABLE books (id int)')
  await migrate(db.pool, { folder })
  await save('001-shelves.sql', 'CREATE TABLE shelves (id int);\r\nINSERT INTO shelves VALUES (1);')
  await migrate(db.pool, { folder })
  await rm(join(folder, '002-books.sql'))
  await expect(migrate(db.pool, { folder })).rejects.toThrow('002-books.sql, which this release does not know')
  await save('001-shelves.sql', 'CREATE TABLE shelves (id bigint);')
  await expect(migrate(db.pool, { folder })).rejects.toThrow('001-shelves.sql was edited')
})

test('a failing file is named and rolled back, the files before it stay applied', async () => {
  await save('002-books.sql', 'CREATE TABLE books (id int); INSERT INTO books VALUES (1 / 0);')
  await expect(migrate(db.pool, { folder })).rejects.toThrow('002-books.sql failed: division by zero')
  expect([await exists('shelves'), await exists('books')]).toEqual([true, false])
  await save('002-books.sql', 'CREATE TABLE books (id int)')
  await migrate(db.pool, { folder })
  expect(await exists('books')).toBe(true)
})

test.each(['003-books.sql', '02-books.sql', '002_books.sql'])('a file named %s is rejected', async (name) => {
  await save(name, 'SELECT 1')
  await expect(migrate(db.pool, { folder })).rejects.toThrow('numbers increase by one')
})
