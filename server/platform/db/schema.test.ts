import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database/database.ts'
import { tableTypes } from '../../../tests/support/database/table-types.ts'

test('schema.ts has the tables and columns that the migrations make; npm run docs writes it', async () => {
  const db = await testDatabase()
  onTestFinished(() => db.close())
  expect(await tableTypes(db.pool)).toBe(await readFile(new URL('schema.ts', import.meta.url), 'utf8'))
})
