import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import type { Database } from './database.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

test('x', async () => {
  expect((await db.pool.query('select 1 as a')).rows).toEqual([{ a: 1 }])
  console.log(db.engine)
})
