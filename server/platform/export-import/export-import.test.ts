import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createMember } from '../../../tests/support/api/accounts.ts'
import { emptySettings, testDatabase } from '../../../tests/support/database/database.ts'
import { fillDatabase, ODD_NAME } from '../../../tests/support/database/fill-database.ts'
import { type TestApp, testApp } from '../../../tests/support/server/app.ts'
import { createBucket, listKeys, startBucketServer } from '../../../tests/support/server/buckets.ts'
import { compileCache } from '../../../tests/support/server/process.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { type Config, readConfig } from '../../config.ts'
import { type Deps, openDeps } from '../../deps.ts'
import { openDatabase } from '../db/open-database.ts'
import { openPreparedDatabase, type Preparation } from '../db/prepare.ts'
import { exportAll } from './export.ts'
import { FILE_COLUMNS, KEY_TABLES, lastMigration } from './export-import.store.ts'
import { importAll } from './import.ts'
import type { Manifest } from './manifest.ts'

const APP_KEY = 'the-key-of-this-house-0123456789ab'

const folder = await temporaryFolder()
let source: TestApp
let copy: string
let made: Manifest

beforeAll(async () => {
  source = await testApp({ APP_KEY })
  await fillDatabase(source)
  copy = newFolder()
  made = await exportAll(source.deps, copy)
})
afterAll(() => source.close())

const newFolder = () => join(folder, randomUUID())

async function closeAll(...targets: Deps[]) {
  for (const { jobs, db, config } of targets) {
    await jobs.stop()
    await db.close()
    await rm(config.DATA_DIR, { recursive: true, force: true })
  }
}

/** An empty installation on the engine of the running project. */
async function createTarget(settings: Partial<Config> = {}): Promise<Deps> {
  const config = { ...readConfig({ DATA_DIR: newFolder(), APP_KEY, LOG_LEVEL: 'silent' }), ...settings }
  return openDeps(config, await testDatabase())
}

/** An empty installation on this database, or on the embedded one, as its first start makes it, or an older release. */
async function startEmpty(databaseUrl?: string, preparation?: Preparation): Promise<Deps> {
  const database = databaseUrl ? { DATABASE_URL: databaseUrl } : {}
  const config = readConfig({ DATA_DIR: newFolder(), APP_KEY, LOG_LEVEL: 'silent', ...database })
  return openDeps(config, await openPreparedDatabase(config, preparation))
}

const usersIn = async ({ db }: Deps) => (await db.pool.query('SELECT FROM users')).rowCount
/** The parts of a manifest that must not change. The time of a waiting mail is computed again. */
const comparable = ({ made_at: _, mails, ...rest }: Manifest) => ({ ...rest, mails: mails.rows })

test('D-62 an installation is copied to another engine and back, and to a bucket, with the same rows, files, sums and sequences', async () => {
  expect(made.tables.submissions?.rows).toBe(3)
  expect(made.ledger_stamps).toBe(8)
  expect(made.missing_files).toEqual([])
  expect(await readFile(join(copy, 'mails.ndjson'), 'utf8')).toContain('"id" : 9')
  const there = await startEmpty()
  await importAll(there, copy)
  const onTheWayBack = newFolder()
  expect(comparable(await exportAll(there, onTheWayBack))).toEqual(comparable(made))
  const buckets = await startBucketServer(await mkdtemp(join(folder, 'buckets-')))
  const bucket = await createBucket(buckets)
  const back = await createTarget(bucket)
  await importAll(back, onTheWayBack)
  expect(comparable(await exportAll(back, newFolder()))).toEqual(comparable(made))
  expect(await listKeys(buckets, bucket.S3_BUCKET)).toEqual(await listStoredFiles(source))
  const names = await back.db.pool.query<{ name: string }>('SELECT name FROM users ORDER BY id')
  expect(names.rows[0]?.name).toBe(ODD_NAME)
  expect((await createMember(back)).id).toBe((await createMember(source.deps)).id)
  await expect(back.db.pool.query('DELETE FROM ledger_entries')).rejects.toThrow('is append-only')
  await closeAll(there, back)
  await buckets.stop()
})

test('D-62 an import with existing rows, another key or no copy is rejected and writes nothing', async () => {
  await expect(importAll(source.deps, copy)).rejects.toThrow('The database is not empty')
  await expect(exportAll(source.deps, copy)).rejects.toThrow('is not empty. Name a new folder')
  const other = await createTarget({ APP_KEY: 'another-key-0123456789abcdef012345' })
  await expect(importAll(other, copy)).rejects.toThrow('another APP_KEY')
  await expect(importAll(other, newFolder())).rejects.toThrow('holds no manifest.json')
  expect(await usersIn(other)).toBe(0)
  await closeAll(other)
})

test.each([
  ['an older release', '008-platform.sql', '008-platform.sql'],
  ['release 0.9.0', '050-staff.sql', '009-contact.sql'],
])('D-62 a copy of %s is imported with its schema and then upgraded, row by row', async (_, migration, through) => {
  const places = [await emptySettings(), await emptySettings()]
  const [older, newer] = await Promise.all(
    places.map(({ settings }) => startEmpty(settings.MIGRATION_DATABASE_URL, { through })),
  )
  if (!older || !newer) throw new Error('Two installations are needed')
  await older.db.pool.query("INSERT INTO categories (name) VALUES ('Food')")
  await older.db.pool.query(`INSERT INTO failed_mails (kind, subject_id, reason, tries, failed_at)
                             VALUES ('verification', 9, 'no such mailbox', 3, now())`)
  const olderCopy = newFolder()
  const manifest = await exportAll(older, olderCopy)
  expect(manifest.migration).toBe(through)
  await writeFile(join(olderCopy, 'manifest.json'), JSON.stringify({ ...manifest, migration }))
  await importAll(newer, olderCopy)
  expect((await exportAll(newer, newFolder())).migration).toBe(made.migration)
  const { rows } = await newer.db.pool.query('SELECT name FROM categories')
  expect(rows).toEqual([{ name: 'Food' }])
  await closeAll(older, newer)
  for (const { remove } of places) await remove()
})

test('D-62 an export without a file that a row names fails, and the copy cannot be imported', async () => {
  const place = await createTarget()
  const without = newFolder()
  const exporting = exportAll({ ...source.deps, storage: place.storage }, without)
  await expect(exporting).rejects.toThrow('files that rows show were not found')
  await expect(importAll(place, without)).rejects.toThrow('no import takes the copy')
  await closeAll(place)
})

const keysIn = async ({ db }: Deps, table: string) => {
  const { rows } = await db.pool.query<{ key: string }>(`SELECT encode(key, 'hex') AS key FROM ${table} ORDER BY 1`)
  return rows.map(({ key }) => key)
}

test('D-68 the keys of phones and vouchers are encrypted in a copy; an earlier copy with plain keys is imported too', async () => {
  const [place, other] = [await createTarget(), await createTarget()]
  const plain = newFolder()
  await cp(copy, plain, { recursive: true })
  await importAll(place, copy)
  for (const table of KEY_TABLES) {
    const keys = await keysIn(source.deps, table)
    expect(keys.length, table).toBeGreaterThan(0)
    expect(await keysIn(place, table)).toEqual(keys)
    const path = join(plain, 'tables', `${table}.ndjson`)
    const copied = await readFile(path, 'utf8')
    for (const key of keys) expect(copied).not.toContain(key)
    const { rows } = await source.sql(`SELECT row_to_json(r)::text AS line FROM ${table} r ORDER BY 1`)
    await writeFile(path, rows.map(({ line }) => `${line}\n`).join(''))
  }
  await importAll(other, plain)
  for (const table of KEY_TABLES) expect(await keysIn(other, table)).toEqual(await keysIn(source.deps, table))
  await closeAll(place, other)
})

test('D-62 D-68 the export knows every column with a stored file, or with a key in plain: the others are hashes, encrypted or keypoints', async () => {
  const placesOf = async (columns: string) => {
    const { rows } = await source.sql(`
      SELECT table_name || '.' || column_name AS place FROM information_schema.columns
      WHERE table_schema = 'public' AND ${columns} ORDER BY 1`)
    return rows.map(({ place }) => place)
  }
  const files = await placesOf(`column_name LIKE '%\\_key' AND data_type = 'text'
    AND column_name NOT IN ('email_key', 'name_key', 'invoice_key', 'idempotency_key')`)
  expect(files).toEqual(FILE_COLUMNS)
  const keys = await placesOf("udt_name IN ('bytea', '_bytea') AND column_name !~ '_(hash|hashes|sha256)$'")
  const known = ['picture_fingerprints.keypoints', 'request_results.result', 'staff_second_factors.secret']
  expect(keys).toEqual([...KEY_TABLES.map((table) => `${table}.key`), ...known].sort())
})

test('D-62 the import command rejects an older database with rows before it is upgraded, in one sentence', async () => {
  const through = '008-platform.sql'
  const { settings, remove } = await emptySettings()
  onTestFinished(remove)
  const older = await openPreparedDatabase(readConfig(settings), { through })
  await older.pool.query("INSERT INTO categories (name) VALUES ('Food')").finally(() => older.close())

  const env = { ...compileCache, LOG_LEVEL: 'error', APP_KEY, ...settings }
  const cwd = join(import.meta.dirname, '../../..')
  const child = spawn(process.execPath, ['scripts/stampus.ts', 'import', copy], { cwd, env })
  const ended = once(child, 'close')
  const output = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  expect([child.exitCode, ...output]).toEqual([1, '', 'The database is not empty: there are rows in categories.\n'])
  const db = await openDatabase({ databaseUrl: settings.MIGRATION_DATABASE_URL, dataDir: settings.DATA_DIR })
  expect(await lastMigration(db.pool).finally(() => db.close())).toBe(through)
})
