import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDataDir } from '../../../../tests/support/database/database.ts'
import { temporaryFolder } from '../../../../tests/support/server/temporary-folder.ts'
import { openDatabase } from '../open-database.ts'
import { packTemplate, templateFile } from './template-database.ts'

test('D-60 only a first start uses the template database of the build, also after one that was interrupted while unpacking', async () => {
  const home = await temporaryFolder()
  const template = join(home, 'packed')
  await packTemplate(join(await testDataDir(), 'db'), template)
  const dataDir = join(home, 'first')
  await mkdir(join(dataDir, 'db.new', 'base'), { recursive: true })
  await writeFile(join(dataDir, 'db.new', 'PG_VERSION'), '1')
  const db = await openDatabase({ dataDir, template })
  await db.pool.query("INSERT INTO categories (name) VALUES ('Kept')")
  await db.close()
  expect(await readdir(dataDir)).toEqual(['db', 'lock'])
  const again = await openDatabase({ dataDir, template })
  expect((await again.pool.query('SELECT name FROM categories')).rows).toEqual([{ name: 'Kept' }])
  await again.close()
  const folder = join(dataDir, 'db')
  const modes = await Promise.all([folder, join(folder, 'PG_VERSION')].map(async (path) => (await stat(path)).mode))
  expect(modes.map((mode) => mode & 0o077)).toEqual([0, 0])
})

test('D-60 each release has its own template file name', async () => {
  expect(await templateFile()).toMatch(/database-[0-9a-f]{16}$/)
  expect(await templateFile()).toBe(await templateFile())
})
