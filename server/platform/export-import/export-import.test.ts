import { randomUUID } from 'node:crypto'
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMember } from '../../../tests/support/api/accounts.ts'
import { testDatabase } from '../../../tests/support/database/database.ts'
import { fillDatabase, ODD_NAME } from '../../../tests/support/database/fill-database.ts'
import { type TestApp, testApp } from '../../../tests/support/server/app.ts'
import { createBucket, listKeys, startBucketServer } from '../../../tests/support/server/buckets.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { type Config, readConfig } from '../../config.ts'
import { type Deps, openDeps } from '../../deps.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open-database.ts'
import { prepareSchema } from '../db/prepare.ts'
import { openLog } from '../metrics/log.ts'
import { exportAll } from './export.ts'
import { FILE_COLUMNS, KEY_TABLES } from './export-import.store.ts'
import { importAll } from './import.ts'
import type { Manifest } from './manifest.ts'

const KEY = 'the-key-of-this-house-0123456789ab'

let folder: string
let source: TestApp
let copy: string
let made: Manifest

beforeAll(async () => {
  folder = await temporaryFolder()
  source = await testApp({ APP_KEY: KEY })
  await fillDatabase(source)
  copy = newFolder()
  made = await exportAll(source.deps, copy)
})
afterAll(() => source.close())

const newFolder = () => join(folder, randomUUID())

/** An empty installation: embedded, or on the engine of the running project. */
async function createEmptyTarget(engine: 'embedded' | 'own', settings: Partial<Config> = {}) {
  const dataDir = newFolder()
  const same = engine === 'own' || source.deps.db.engine === engine
  const db = same ? await testDatabase() : await openEmpty(dataDir)
  const config = { ...readConfig({ DATA_DIR: dataDir, APP_KEY: KEY, LOG_LEVEL: 'silent' }), ...settings }
  const deps = await openDeps(config, db)
  const close = async () => {
    await deps.jobs.stop()
    await db.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { deps, close }
}

async function openEmpty(dataDir: string, through?: string): Promise<Database> {
  const db = await openDatabase({ dataDir })
  await prepareSchema(db.pool, openLog({ LOG_LEVEL: 'error' }), through)
  return db
}

const rowsOf = async ({ db }: Deps) => (await db.pool.query('SELECT FROM users')).rowCount
/** The parts of a manifest that must not change. The time of a waiting mail is computed again. */
const comparable = ({ made_at: _, mails, ...rest }: Manifest) => ({ ...rest, mails: mails.rows })

test('D-62 an installation is copied to another engine and back, and to a bucket, with the same rows, files, sums and sequences', async () => {
  expect(made.tables.submissions?.rows).toBe(3)
  expect(made.ledger_stamps).toBe(8)
  expect(made.missing_files).toEqual([])
  expect(await readFile(join(copy, 'mails.ndjson'), 'utf8')).toContain('"id" : 9')
  const there = await createEmptyTarget('embedded')
  await importAll(there.deps, copy)
  const onTheWayBack = newFolder()
  expect(comparable(await exportAll(there.deps, onTheWayBack))).toEqual(comparable(made))
  const buckets = await startBucketServer(await mkdtemp(join(folder, 'buckets-')))
  const bucket = await createBucket(buckets)
  const back = await createEmptyTarget('own', bucket)
  await importAll(back.deps, onTheWayBack)
  expect(comparable(await exportAll(back.deps, newFolder()))).toEqual(comparable(made))
  expect(await listKeys(buckets, bucket.S3_BUCKET)).toEqual(await listStoredFiles(source))
  const names = await back.deps.db.pool.query<{ name: string }>('SELECT name FROM users ORDER BY id')
  expect(names.rows[0]?.name).toBe(ODD_NAME)
  const { id } = await createMember(back.deps)
  expect(id).toBe((await createMember(source.deps)).id)
  await expect(back.deps.db.pool.query('DELETE FROM ledger_entries')).rejects.toThrow('is append-only')
  for (const place of [there, back]) await place.close()
  await buckets.stop()
})

test('D-62 an import with existing rows, another key, another release or an incomplete copy is rejected and writes nothing', async () => {
  await expect(importAll(source.deps, copy)).rejects.toThrow('The database is not empty')
  await expect(exportAll(source.deps, copy)).rejects.toThrow('is not empty. Name a new folder')
  const other = await createEmptyTarget('own', { APP_KEY: 'another-key-0123456789abcdef012345' })
  await expect(importAll(other.deps, copy)).rejects.toThrow('another APP_KEY')
  await expect(importAll(other.deps, newFolder())).rejects.toThrow('holds no manifest.json')
  const older = newFolder()
  await exportAll(source.deps, older)
  const manifest = join(older, 'manifest.json')
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(made.migration, '001-foundation.sql'))
  await expect(importAll(other.deps, older)).rejects.toThrow('whose last migration is 001-foundation.sql')
  expect(await rowsOf(other.deps)).toBe(0)
  await other.close()
})

test('D-62 a copy of an older release is imported with its schema and then upgraded, row by row', async () => {
  const through = '024-failed-fingerprints.sql'
  const open = async () => {
    const dataDir = newFolder()
    const config = readConfig({ DATA_DIR: dataDir, APP_KEY: KEY, LOG_LEVEL: 'silent' })
    return openDeps(config, await openEmpty(dataDir, through))
  }
  const [older, newer] = [await open(), await open()]
  await older.db.pool.query("INSERT INTO categories (name) VALUES ('Food')")
  await older.db.pool.query(`INSERT INTO mail_failures (kind, subject_id, refusal, tries, failed_at)
                             VALUES ('verification', 9, 'no such mailbox', 3, now())`)
  const olderCopy = newFolder()
  expect((await exportAll(older, olderCopy)).migration).toBe(through)
  await importAll(newer, olderCopy)
  expect((await exportAll(newer, newFolder())).migration).toBe(made.migration)
  const { rows } = await newer.db.pool.query('SELECT name FROM categories')
  expect(rows).toEqual([{ name: 'Food' }])
  for (const { jobs, db } of [older, newer]) {
    await jobs.stop()
    await db.close()
  }
})

test('D-62 an import of a modified copy is rejected and leaves the database empty', async () => {
  const place = await createEmptyTarget('own')
  const changed = newFolder()
  await exportAll(source.deps, changed)
  const ledger = join(changed, 'tables', 'ledger_entries.ndjson')
  const entries = await readFile(ledger, 'utf8')
  await writeFile(ledger, entries.replace('"stamps":2', '"stamps":3'))
  await expect(importAll(place.deps, changed)).rejects.toThrow('The table ledger_entries is not what was exported')
  expect(await rowsOf(place.deps)).toBe(0)
  await writeFile(ledger, entries)
  const [line = ''] = (await readFile(join(changed, 'files.ndjson'), 'utf8')).split('\n')
  const { key } = JSON.parse(line) as { key: string }
  await place.deps.storage.remove(key)
  await appendFile(join(changed, 'files', key), 'x')
  await expect(importAll(place.deps, changed)).rejects.toThrow(`The file ${key} is not what was exported`)
  expect(await rowsOf(place.deps)).toBe(0)
  await place.close()
})

test.each(['files', 'mails'])('D-62 a copy whose list of %s lost a line is rejected', async (list) => {
  const place = await createEmptyTarget('own')
  const shortened = newFolder()
  await exportAll(source.deps, shortened)
  const path = join(shortened, `${list}.ndjson`)
  const lines = (await readFile(path, 'utf8')).split('\n')
  await writeFile(path, lines.slice(1).join('\n'))
  await expect(importAll(place.deps, shortened)).rejects.toThrow(`The list of ${list} is not what was exported`)
  expect(await rowsOf(place.deps)).toBe(0)
  await place.close()
})

test('D-62 an export without a file that a row names fails, and the copy cannot be imported', async () => {
  const place = await createEmptyTarget('own')
  const { storage } = place.deps
  const without = newFolder()
  await expect(exportAll({ ...source.deps, storage }, without)).rejects.toThrow('files that rows show were not found')
  await expect(importAll(place.deps, without)).rejects.toThrow('no import takes the copy')
  await place.close()
})

test('D-62 the export includes every column that names a stored file', async () => {
  const { rows } = await source.deps.db.pool.query<{ place: string }>(`
    SELECT table_name || '.' || column_name AS place FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name LIKE '%\\_key' AND data_type = 'text'
      AND column_name NOT IN ('email_key', 'name_key', 'invoice_key', 'idempotency_key') ORDER BY 1`)
  expect(rows.map(({ place }) => place)).toEqual(FILE_COLUMNS)
})

const keysIn = async ({ db }: Deps, table: string) => {
  const { rows } = await db.pool.query<{ key: string }>(`SELECT encode(key, 'hex') AS key FROM ${table} ORDER BY 1`)
  return rows.map(({ key }) => key)
}

test('D-68 the keys of phones and vouchers are encrypted in a copy; an earlier copy with plain keys is imported too', async () => {
  const [place, other] = [await createEmptyTarget('own'), await createEmptyTarget('own')]
  const changed = newFolder()
  await exportAll(source.deps, changed)
  await importAll(place.deps, changed)
  for (const table of KEY_TABLES) {
    const keys = await keysIn(source.deps, table)
    expect(keys.length, table).toBeGreaterThan(0)
    expect(await keysIn(place.deps, table)).toEqual(keys)
    const path = join(changed, 'tables', `${table}.ndjson`)
    const text = await readFile(path, 'utf8')
    for (const key of keys) expect(text).not.toContain(key)
    const { rows } = await source.deps.db.pool.query<{ line: string }>(
      `SELECT row_to_json(r)::text AS line FROM ${table} r ORDER BY 1`,
    )
    await writeFile(path, rows.map(({ line }) => `${line}\n`).join(''))
  }
  await importAll(other.deps, changed)
  for (const table of KEY_TABLES) expect(await keysIn(other.deps, table)).toEqual(await keysIn(source.deps, table))
  for (const { close } of [place, other]) await close()
})

test('D-68 a copy whose encrypted keys were changed is rejected', async () => {
  const place = await createEmptyTarget('own')
  const changed = newFolder()
  await exportAll(source.deps, changed)
  const path = join(changed, 'tables', 'phones.ndjson')
  await writeFile(path, (await readFile(path, 'utf8')).replace('"encrypted:', '"encrypted:AAAA'))
  await expect(importAll(place.deps, changed)).rejects.toThrow('The rows of the table phones cannot be inserted')
  await place.close()
})

test('D-68 the export knows every column with a key in plain: the others are hashes, encrypted or landmarks', async () => {
  const { rows } = await source.deps.db.pool.query<{ place: string }>(`
    SELECT table_name || '.' || column_name AS place FROM information_schema.columns
    WHERE table_schema = 'public' AND udt_name IN ('bytea', '_bytea') AND column_name !~ '_(hash|hashes|sha256)$' ORDER BY 1`)
  const known = ['owner_second_factors.secret', 'picture_landmarks.landmarks', 'second_factors.secret']
  expect(rows.map(({ place }) => place)).toEqual([...KEY_TABLES.map((table) => `${table}.key`), ...known].sort())
})
