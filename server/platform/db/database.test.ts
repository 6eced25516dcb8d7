import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database/database.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import type { Database, Queryable } from './database.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { inTransaction } from './transaction.ts'

const home = await temporaryFolder()
let db: Database
let folder: string

beforeAll(async () => {
  db = await testDatabase()
  await db.pool.query('CREATE TABLE notes (id int PRIMARY KEY)')
})
beforeEach(async () => {
  await db.pool.query('TRUNCATE notes; DROP TABLE IF EXISTS migrations, shelves, books')
  folder = await mkdtemp(join(home, 'migrations-'))
  await save('001-shelves.sql', 'CREATE TABLE shelves (id int); INSERT INTO shelves VALUES (1);')
})
afterAll(() => db?.close())

async function ask(expression: string, ...values: unknown[]): Promise<unknown> {
  const { rows } = await db.pool.query({ text: `SELECT ${expression} AS value`, values })
  return rows[0]?.value
}

test('columns are parsed to safe integers, dates to text, timestamps to Date', async () => {
  expect(await ask('count(*)')).toBe(1)
  expect(await ask('ARRAY[1, NULL, 9007199254740991]::int8[]')).toEqual([1, null, 9007199254740991])
  expect(await ask('$1::date', '2026-02-28')).toBe('2026-02-28')
  expect(await ask('$1::timestamptz', '2026-02-28T23:30:00Z')).toEqual(new Date('2026-02-28T23:30:00Z'))
  await expect(ask('9007199254740992::int8')).rejects.toThrow('not a safe integer')
})

test('large and binary values are written and read unchanged', async () => {
  const bytes = Buffer.alloc(3_000_000, 'stampus\0\xff', 'latin1')
  expect(bytes.equals((await ask('$1::bytea', bytes)) as Buffer)).toBe(true)
  const { rows } = await db.pool.query("SELECT g, repeat('x', 1000) AS line FROM generate_series(1, 3000) AS g")
  expect(rows).toHaveLength(3000)
  expect(rows.at(-1)).toEqual({ g: 3000, line: 'x'.repeat(1000) })
})

const failing: Record<string, pg.QueryConfig> = {
  'in the simple protocol': { text: 'SELEC' },
  'when parsed': { text: 'SELEC $1', values: [1] },
  'when bound': { name: 'test.bound', text: 'SELECT $1::int', values: ['one'] },
  'when run': { name: 'test.run', text: 'SELECT 1 / $1::int', values: [0] },
  'after some rows': { text: 'SELECT 1 / (500 - g) FROM generate_series($1::int, 1000) AS g', values: [1] },
  'between others': { text: 'SELECT 1; SELECT 1 / 0; SELECT 2' },
  'by its depth': { text: 'SELECT $1::jsonb', values: ['['.repeat(200_000) + ']'.repeat(200_000)] },
}

test.each(Object.entries(failing))('a statement failing %s leaves its connection usable', async (_, statement) => {
  const client = await db.pool.connect()
  onTestFinished(() => client.release())
  for (let round = 0; round < 2; round += 1) {
    await expect(client.query(statement)).rejects.toMatchObject({ code: expect.any(String) })
    const { rows } = await client.query({ name: 'test.after', text: 'SELECT $1::int AS n', values: [round] })
    expect(rows).toEqual([{ n: round }])
  }
})

test('several statements run in one call, and releasing a connection in a transaction rolls back its changes and settings', async () => {
  await db.pool.query('CREATE TABLE given_up (id int); INSERT INTO given_up VALUES (2)')
  const client = await db.pool.connect()
  await client.query("SET application_name = 'given up'")
  await client.query('BEGIN; INSERT INTO given_up VALUES (1)')
  client.release(true)
  expect(await ask('(SELECT sum(id) FROM given_up)')).toBe(2)
  expect(await ask("current_setting('application_name')")).not.toBe('given up')
})

const add = (to: Queryable, id: number) => to.query({ text: 'INSERT INTO notes (id) VALUES ($1)', values: [id] })

async function notes(): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: number }>('SELECT id FROM notes ORDER BY id')
  return rows.map(({ id }) => id)
}

test('a transaction commits all its changes and returns its result; an error rolls them back and is rethrown unchanged', async () => {
  const both = async (tx: Queryable) => {
    await add(tx, 1)
    await add(tx, 2)
    return 'both'
  }
  const rejection = new Error('refused')
  const failing = inTransaction(db.pool, (tx) => both(tx).then(() => Promise.reject(rejection)))
  await expect(failing).rejects.toBe(rejection)
  expect(await notes()).toEqual([])
  expect(await inTransaction(db.pool, both)).toBe('both')
  expect(await notes()).toEqual([1, 2])
})

test('a transaction that swallowed the error of a statement fails to commit', async () => {
  const work = inTransaction(db.pool, async (tx) => {
    await add(tx, 1)
    await add(tx, 1).catch(() => {})
  })
  await expect(work).rejects.toThrow('rolled back')
  expect(await notes()).toEqual([])
})

test('the pool throws inside a transaction and works again after it', async () => {
  const within = (work: () => Promise<unknown>) => inTransaction(db.pool, work)
  await expect(within(() => db.pool.query('SELECT 1'))).rejects.toThrow('A transaction is open')
  await expect(within(() => inTransaction(db.pool, () => notes()))).rejects.toThrow('A transaction is open')
  let later: Promise<number[]> | undefined
  await within(async () => {
    later = new Promise((resolve) => setTimeout(() => resolve(notes()), 50))
  })
  expect(await later).toEqual([])
})

test('twenty parallel transactions increment a counter one by one, and parallel queries each get their own result', async () => {
  await add(db.pool, 0)
  const step = (at: number) =>
    inTransaction(db.pool, async (tx) => {
      const { rows } = await tx.query<{ id: number }>('SELECT id FROM notes FOR UPDATE')
      await tx.query('UPDATE notes SET id = $1', [(rows[0]?.id ?? Number.NaN) + 1])
      return at
    })
  const steps = Array.from({ length: 20 }, (_, at) => at)
  expect(await Promise.all([...steps.map(step), ...steps.map((at) => ask('$1::int', at))])).toEqual([
    ...steps,
    ...steps,
  ])
  expect(await notes()).toEqual([20])
})

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

test('D-62 a database of a release before 0.9.0 is rejected in one sentence, unchanged', async () => {
  await migrate(db.pool, { folder })
  await db.pool.query("UPDATE migrations SET name = '001-foundation.sql'")
  await expect(migrate(db.pool, { folder })).rejects.toThrow(
    'This database was made by a release before 0.9.0 (its last migration is 001-foundation.sql). Start release 0.9.0 on it once, then this one.',
  )
  expect((await db.pool.query('SELECT name FROM migrations')).rows).toEqual([{ name: '001-foundation.sql' }])
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

test('close waits for running queries, may be repeated, and rejects later queries', async () => {
  const running = db.pool.query("SELECT pg_sleep(0.2), 'done' AS state")
  await pause(50)
  await Promise.all([db.close(), db.close()])
  expect((await running).rows).toMatchObject([{ state: 'done' }])
  await expect(db.pool.query('SELECT 1')).rejects.toThrow()
})
