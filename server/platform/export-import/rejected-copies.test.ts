import { randomUUID } from 'node:crypto'
import { cp, mkdir, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database/database.ts'
import { fillDatabase } from '../../../tests/support/database/fill-database.ts'
import { type TestApp, testApp } from '../../../tests/support/server/app.ts'
import { editList, editManifest, editTable, listCopiedFiles } from '../../../tests/support/server/copies.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { readConfig } from '../../config.ts'
import { type Deps, openDeps } from '../../deps.ts'
import { exportAll } from './export.ts'
import { listNonEmptyTables, listTables } from './export-import.store.ts'
import { ExportImportError } from './export-import-error.ts'
import { importAll } from './import.ts'

const APP_KEY = 'the-key-of-this-house-0123456789ab'

let folder: string
let source: TestApp
let copy: string
let target: Deps

beforeAll(async () => {
  folder = await temporaryFolder()
  source = await testApp({ APP_KEY })
  await fillDatabase(source)
  copy = join(folder, 'copy')
  await exportAll(source.deps, copy)
  const config = readConfig({ DATA_DIR: join(folder, 'target'), APP_KEY, LOG_LEVEL: 'silent' })
  target = await openDeps(config, await testDatabase())
})
afterAll(async () => {
  await source.close()
  await target.jobs.stop()
  await target.db.close()
})

/** Imports a changed copy, which must be rejected without leaving anything in the database. Returns the message. */
async function importChanged(change: (copy: string) => Promise<unknown>): Promise<string> {
  const changed = join(folder, randomUUID())
  await cp(copy, changed, { recursive: true })
  await change(changed)
  const error = await importAll(target, changed).then(
    () => new Error('The copy was imported'),
    (rejected: unknown) => rejected,
  )
  expect(error).toBeInstanceOf(ExportImportError)
  const { pool } = target.db
  expect(await listNonEmptyTables(pool, await listTables(pool))).toEqual([])
  expect((await pool.query("SELECT FROM pgboss.job WHERE name = 'mail'")).rowCount).toBe(0)
  return (error as Error).message
}

/** Removes the first copied file from the target, so that an import reads it from the copy. Returns its key. */
async function forgetFirstFile(changed: string): Promise<string> {
  const [key = ''] = await listCopiedFiles(changed)
  await target.storage.remove(key)
  return key
}

type Change = (copy: string) => Promise<unknown>

const unreadable: Record<string, { change: Change; message: string | RegExp }> = {
  'a manifest that was cut off': {
    change: (changed) => truncate(join(changed, 'manifest.json'), 100),
    message: /^The manifest in .* is not JSON: /,
  },
  'a table that was cut off': {
    change: (changed) => truncate(join(changed, 'tables', 'users.ndjson'), 100),
    message: /users\.ndjson was cut short/,
  },
  'no file of a table': {
    change: (changed) => rm(join(changed, 'tables', 'users.ndjson')),
    message: /users\.ndjson cannot be read: ENOENT/,
  },
  'a folder in place of a table': {
    change: async (changed) => {
      await rm(join(changed, 'tables', 'users.ndjson'))
      await mkdir(join(changed, 'tables', 'users.ndjson'))
    },
    message: /users\.ndjson cannot be read: EISDIR/,
  },
  'a missing picture': {
    change: async (changed) => rm(join(changed, 'files', await forgetFirstFile(changed))),
    message: /^The file \S+ cannot be imported: ENOENT/,
  },
  'a folder in place of a picture': {
    change: async (changed) => {
      const path = join(changed, 'files', await forgetFirstFile(changed))
      await rm(path)
      await mkdir(path)
    },
    message: /^The file \S+ cannot be imported: EISDIR/,
  },
  'a file key that leaves the folder': {
    change: (changed) =>
      editList(changed, 'files', (text) => text.replace(/"key":"[^"]*"/, '"key":"../../../passwords.txt"')),
    message: /^Line 1 of .*files\.ndjson is of another form .*: key: not the key of a stored file/,
  },
  'a list of files that is not JSON': {
    change: (changed) => editList(changed, 'files', (text) => `key\n${text}`),
    message: /^Line 1 of .*files\.ndjson is not JSON: /,
  },
  'a row that is not JSON': {
    change: (changed) => editTable(changed, 'submissions', (text) => `${text}{oops}\n`),
    message: /^Line 4 of .*submissions\.ndjson is not JSON: /,
  },
  'a row that is no object': {
    change: (changed) => editTable(changed, 'submissions', (text) => `[]\n${text}`),
    message: /^Line 1 of .*submissions\.ndjson is of another form/,
  },
  'a column with another name': {
    change: (changed) =>
      editTable(changed, 'discarded_files', (text) => text.replaceAll('"storage_key"', '"file_key"')),
    message: /^Line 1 of .*discarded_files\.ndjson is of another form .*storage_key: missing.*"file_key"/,
  },
  'a column too many': {
    change: (changed) => editTable(changed, 'users', (text) => text.replaceAll('{"id":', '{"evil":1,"id":')),
    message: /^Line 1 of .*users\.ndjson is of another form .*"evil"/,
  },
  'a value that the table does not accept': {
    change: (changed) => editTable(changed, 'submissions', (text) => text.replace('"approved"', '"lost"')),
    message: /^The rows of the table submissions cannot be inserted: .*(enum|check constraint)/,
  },
  'a row twice': {
    change: (changed) => editTable(changed, 'discarded_files', (text) => text + text),
    message: /^The rows of the table discarded_files cannot be inserted: duplicate key .*receipts\/gone\.webp/,
  },
}

const unfit: Record<string, { change: Change; message: string | RegExp }> = {
  'an unknown table': {
    change: async (changed) => {
      await writeFile(join(changed, 'tables', 'evil.ndjson'), '')
      await editTable(changed, 'evil', () => '')
    },
    message: 'The copy has the table evil, which its release does not know.',
  },
  'a table too few': {
    change: (changed) => editManifest(changed, ({ tables }) => delete tables.leases),
    message: 'The copy lacks the table leases.',
  },
  'no numberings': {
    change: (changed) => editManifest(changed, ({ numberings }) => numberings.splice(0)),
    message: /^The copy lacks the numbering \w+\.id\.$/,
  },
  'a numbering of an unknown table': {
    change: (changed) =>
      editManifest(changed, ({ numberings }) => numberings.push({ table: 'evil', column: 'id', last: 5 })),
    message: 'The copy has the numbering evil.id, which its release does not know.',
  },
  'a numbering twice': {
    change: (changed) =>
      editManifest(changed, ({ numberings }) => numberings.push({ table: 'users', column: 'id', last: 5 })),
    message: 'The copy has the numbering users.id twice.',
  },
  'a numbering without a value for a table with rows': {
    change: (changed) => setNumbering(changed, 'users', null),
    message: 'The copy has rows of the table users, but its numbering has no value.',
  },
  'a negative numbering': {
    change: (changed) => setNumbering(changed, 'users', -5),
    message: /^The manifest in .* is of another form than this release reads: numberings\.\d+\.last: /,
  },
  'a numbering beyond all ids': {
    change: (changed) => setNumbering(changed, 'users', 9_007_199_254_740_991_000),
    message: /^The manifest in .* is of another form than this release reads: numberings\.\d+\.last: /,
  },
  'no migration': {
    change: (changed) => editManifest(changed, (manifest) => Object.assign(manifest, { migration: '' })),
    message: /^The manifest in .* is of another form than this release reads: migration: /,
  },
  'a migration that is no file': {
    change: (changed) => editManifest(changed, (manifest) => Object.assign(manifest, { migration: 'zzz' })),
    message: /^The manifest in .* is of another form than this release reads: migration: /,
  },
  'an empty list of files': {
    change: (changed) => editList(changed, 'files', () => ''),
    message: /^The rows name the file \S+, but the copy does not contain it/,
  },
  'an unknown kind of mail': {
    change: (changed) => editList(changed, 'mails', (text) => text.replace('verification', 'evil')),
    message: /^Line 1 of .*mails\.ndjson is of another form than this release reads: kind: /,
  },
  'a mail at no time': {
    change: (changed) => editList(changed, 'mails', (text) => text.replace(/"at" : "[^"]*"/, '"at":"soon"')),
    message: /^Line 1 of .*mails\.ndjson is of another form than this release reads: at: /,
  },
}

async function setNumbering(changed: string, table: string, last: number | null) {
  await editManifest(changed, ({ numberings }) => {
    for (const numbering of numberings) if (numbering.table === table) numbering.last = last
  })
}

test.each(Object.entries(unreadable))('D-62 an import of a copy with %s names it and is rejected', async (_, it) => {
  expect(await importChanged(it.change)).toMatch(it.message)
})

test.each(Object.entries(unfit))('D-62 an import of a copy with %s is rejected', async (_, it) => {
  expect(await importChanged(it.change)).toMatch(it.message)
})

test('D-62 after all rejected copies the complete one is imported, also with a file that is lost for good', async () => {
  const changed = join(folder, randomUUID())
  await cp(copy, changed, { recursive: true })
  const key = await forgetFirstFile(changed)
  await editList(changed, 'files', (text) => text.slice(text.indexOf('\n') + 1))
  await editManifest(changed, (manifest) => Object.assign(manifest, { lost_files: [key] }))
  await importAll(target, changed)
  const lost = exportAll(target, join(folder, randomUUID()))
  await expect(lost).rejects.toThrow('1 files that rows show were not found')
})
