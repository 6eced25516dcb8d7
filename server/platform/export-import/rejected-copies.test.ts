import { randomUUID } from 'node:crypto'
import { appendFile, cp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database/database.ts'
import { fillDatabase } from '../../../tests/support/database/fill-database.ts'
import { testApp } from '../../../tests/support/server/app.ts'
import { editList, editManifest, editTable, listCopiedFiles } from '../../../tests/support/server/copies.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { readConfig } from '../../config.ts'
import { type Deps, openDeps } from '../../deps.ts'
import { exportAll } from './export.ts'
import { listNonEmptyTables, listTables } from './export-import.store.ts'
import { ExportImportError } from './export-import-error.ts'
import { importAll } from './import.ts'
import type { Manifest } from './manifest.ts'

const APP_KEY = 'the-key-of-this-house-0123456789ab'

const folder = await temporaryFolder()
let copy: string
let target: Deps

beforeAll(async () => {
  const source = await testApp({ APP_KEY })
  await fillDatabase(source)
  copy = join(folder, 'copy')
  await exportAll(source.deps, copy)
  await source.close()
  const config = readConfig({ DATA_DIR: join(folder, 'target'), APP_KEY, LOG_LEVEL: 'silent' })
  target = await openDeps(config, await testDatabase())
})
afterAll(async () => {
  await target.jobs.stop()
  await target.db.close()
})

/** Removes the first copied file from the target, so that an import reads it from the copy. Returns its key. */
async function forgetFirstFile(changed: string): Promise<string> {
  const [key = ''] = await listCopiedFiles(changed)
  await target.storage.remove(key)
  return key
}

type Change = (copy: string) => Promise<unknown>
type Text = (text: string) => string

/** Changes of a table or list and of its checksum, of the manifest, or of a file that no checksum follows. */
const table =
  (name: string, edit: Text): Change =>
  (changed) =>
    editTable(changed, name, edit)
const list =
  (name: 'files' | 'mails', edit: Text): Change =>
  (changed) =>
    editList(changed, name, edit)
const manifest =
  (edit: (manifest: Manifest) => unknown): Change =>
  (changed) =>
    editManifest(changed, (found) => void edit(found))
const rewrite =
  (path: string, edit: Text): Change =>
  async (changed) =>
    writeFile(join(changed, path), edit(await readFile(join(changed, path), 'utf8')))
const numbering = (last: number | null) =>
  manifest(({ numberings }) => {
    for (const each of numberings) if (each.table === 'users') each.last = last
  })
const withoutFirstLine: Text = (text) => text.slice(text.indexOf('\n') + 1)
const users = join('tables', 'users.ndjson')
const firstFile = async (changed: string) => join('files', await forgetFirstFile(changed))

test.each<[string, Change, string | RegExp]>([
  [
    'a manifest that was cut off',
    (changed) => truncate(join(changed, 'manifest.json'), 100),
    /^The manifest in .* is not JSON: /,
  ],
  ['a table that was cut off', (changed) => truncate(join(changed, users), 100), /users\.ndjson was cut short/],
  ['no file of a table', (changed) => rm(join(changed, users)), /users\.ndjson cannot be read: ENOENT/],
  [
    'a missing picture',
    async (changed) => rm(join(changed, await firstFile(changed))),
    /^The file \S+ cannot be imported: ENOENT/,
  ],
  [
    'a picture that was changed',
    async (changed) => appendFile(join(changed, await firstFile(changed)), 'x'),
    /^The file \S+ is not what was exported/,
  ],
  [
    'a file key that leaves the folder',
    list('files', (text) => text.replace(/"key":"[^"]*"/, '"key":"../../../passwords.txt"')),
    /^Line 1 of .*files\.ndjson is of another form .*: key: not the key of a stored file/,
  ],
  ['a file less in the list', rewrite('files.ndjson', withoutFirstLine), /^The list of files is not what was exported/],
  ['a mail less in the list', rewrite('mails.ndjson', withoutFirstLine), /^The list of mails is not what was exported/],
  [
    'other stamps in the ledger',
    rewrite(join('tables', 'ledger_entries.ndjson'), (text) => text.replace('"stamps":2', '"stamps":3')),
    /^The table ledger_entries is not what was exported/,
  ],
  [
    'encrypted keys that were changed',
    rewrite(join('tables', 'phones.ndjson'), (text) => text.replace('"encrypted:', '"encrypted:AAAA')),
    /^The rows of the table phones cannot be inserted/,
  ],
  [
    'a row that is not JSON',
    table('submissions', (text) => `${text}{oops}\n`),
    /^Line 4 of .*submissions\.ndjson is not JSON: /,
  ],
  [
    'a column with another name',
    table('discarded_files', (text) => text.replaceAll('"storage_key"', '"file_key"')),
    /^Line 1 of .*discarded_files\.ndjson is of another form .*storage_key: missing.*"file_key"/,
  ],
  ['a table too few', manifest(({ tables }) => delete tables.leases), 'The copy lacks the table leases.'],
  [
    'a numbering of an unknown table',
    manifest(({ numberings }) => numberings.push({ table: 'evil', column: 'id', last: 5 })),
    'The copy has the numbering evil.id, which its release does not know.',
  ],
  [
    'a numbering twice',
    manifest(({ numberings }) => numberings.push({ table: 'users', column: 'id', last: 5 })),
    'The copy has the numbering users.id twice.',
  ],
  [
    'a numbering without a value for a table with rows',
    numbering(null),
    'The copy has rows of the table users, but its numbering has no value.',
  ],
  ['a negative numbering', numbering(-5), /is of another form than this release reads: numberings\.\d+\.last: /],
  [
    'the migration of another release',
    manifest((found) => Object.assign(found, { migration: '001-foundation.sql' })),
    /whose last migration is 001-foundation\.sql/,
  ],
  ['an empty list of files', list('files', () => ''), /^The rows name the file \S+, but the copy does not contain it/],
  [
    'an unknown kind of mail',
    list('mails', (text) => text.replace('verification', 'evil')),
    /^Line 1 of .*mails\.ndjson is of another form than this release reads: kind: /,
  ],
  [
    'a mail at no time',
    list('mails', (text) => text.replace(/"at" : "[^"]*"/, '"at":"soon"')),
    /^Line 1 of .*mails\.ndjson is of another form than this release reads: at: /,
  ],
])('D-62 D-68 an import of a copy with %s says so, is rejected and leaves nothing', async (_, change, message) => {
  const changed = join(folder, randomUUID())
  await cp(copy, changed, { recursive: true })
  await change(changed)
  const error = await importAll(target, changed).catch((rejected: unknown) => rejected)
  expect(error).toBeInstanceOf(ExportImportError)
  expect((error as Error).message).toMatch(message)
  const { pool } = target.db
  expect(await listNonEmptyTables(pool, await listTables(pool))).toEqual([])
  expect((await pool.query("SELECT FROM pgboss.job WHERE name = 'mail'")).rowCount).toBe(0)
})

test('D-62 after all rejected copies the complete one is imported, also with a file that is lost for good', async () => {
  const changed = join(folder, randomUUID())
  await cp(copy, changed, { recursive: true })
  const key = await forgetFirstFile(changed)
  await editList(changed, 'files', withoutFirstLine)
  await editManifest(changed, (found) => Object.assign(found, { lost_files: [key] }))
  await importAll(target, changed)
  const lost = exportAll(target, join(folder, randomUUID()))
  await expect(lost).rejects.toThrow('1 files that rows show were not found')
})
