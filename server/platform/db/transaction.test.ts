import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database/database.ts'
import type { Database, Queryable } from './database.ts'
import { inTransaction } from './transaction.ts'

let db: Database

beforeAll(async () => {
  db = await testDatabase()
  await db.pool.query('CREATE TABLE notes (id int PRIMARY KEY)')
})
beforeEach(async () => {
  await db.pool.query('TRUNCATE notes')
})
afterAll(() => db?.close())

const add = (to: Queryable, id: number) => to.query({ text: 'INSERT INTO notes (id) VALUES ($1)', values: [id] })

async function notes(): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: number }>('SELECT id FROM notes ORDER BY id')
  return rows.map(({ id }) => id)
}

test('a transaction commits all its changes and returns its result', async () => {
  const result = await inTransaction(db.pool, async (tx) => {
    await add(tx, 1)
    await add(tx, 2)
    return 'both'
  })
  expect(result).toBe('both')
  expect(await notes()).toEqual([1, 2])
})

test('an error rolls back all changes and is rethrown unchanged', async () => {
  const rejection = new Error('refused')
  const work = inTransaction(db.pool, async (tx) => {
    await add(tx, 1)
    throw rejection
  })
  await expect(work).rejects.toBe(rejection)
  expect(await notes()).toEqual([])
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

test('twenty parallel transactions increment a counter one by one', async () => {
  await add(db.pool, 0)
  const step = () =>
    inTransaction(db.pool, async (tx) => {
      const { rows } = await tx.query<{ id: number }>('SELECT id FROM notes FOR UPDATE')
      await tx.query('UPDATE notes SET id = $1', [(rows[0]?.id ?? Number.NaN) + 1])
    })
  await Promise.all(Array.from({ length: 20 }, step))
  expect(await notes()).toEqual([20])
})
