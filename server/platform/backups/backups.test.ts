import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { postgresServerUrl, testDatabase } from '../../../tests/support/database/database.ts'
import { fillDatabase } from '../../../tests/support/database/fill-database.ts'
import { administer } from '../../../tests/support/database/template.ts'
import { type TestApp, testApp } from '../../../tests/support/server/app.ts'
import { createBucket, listFiles, listKeys, startBucketServer } from '../../../tests/support/server/buckets.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { type Config, readConfig } from '../../config.ts'
import { openDeps } from '../../deps.ts'
import { backUp, rehearse } from '../../rehearsal.ts'
import { exportAll } from '../export-import/export.ts'
import { importFrom } from '../export-import/import.ts'
import type { Manifest } from '../export-import/manifest.ts'
import { discardFiles, listDiscarded } from '../storage/discarded-files.store.ts'
import { discardedCleanUp, removeDiscarded } from '../storage/discarded-files.ts'
import { openCopy, readFileLines } from './backup-copy.ts'
import { withBackupLock } from './backup-lock.store.ts'
import { openBackupStore } from './backup-store.ts'
import { makeBackup } from './make-backup.ts'
import { type BackupRecord, chooseKept, findBackup, lastGoodBackup, listBackups } from './records.ts'

const APP_KEY = 'the-key-of-this-house-0123456789ab'
const BACKUP_KEY = randomBytes(32).toString('base64')
const silent = () => {}

const folder = await temporaryFolder()
let source: TestApp

beforeAll(async () => {
  source = await testApp({ APP_KEY, BACKUP_KEY, BACKUP_DIR: join(folder, 'backups') })
  await fillDatabase(source)
})
afterAll(() => source.close())

const comparable = ({ made_at: _, mails, ...rest }: Manifest) => ({ ...rest, mails: mails.rows })

/** An empty installation beside these backups. */
async function createTarget(settings: Partial<Config> = {}) {
  const config = readConfig({ DATA_DIR: join(folder, randomBytes(8).toString('hex')), APP_KEY, LOG_LEVEL: 'silent' })
  const deps = await openDeps(
    { ...config, BACKUP_DIR: source.deps.config.BACKUP_DIR, BACKUP_KEY, ...settings },
    await testDatabase(),
  )
  onTestFinished(async () => {
    await deps.jobs.stop()
    await deps.db.close()
  })
  return deps
}

const restore = async (deps: Awaited<ReturnType<typeof createTarget>>, name = 'latest') =>
  importFrom(deps, openCopy(await openBackupStore(deps.config), (await findBackup(deps.config, name)).id))

test('D-62 a rehearsed backup is restored with the same rows and files; the next one stores only what is new, and nothing in plain; a lost connection says nothing about it', async () => {
  const leftOver = join(source.deps.config.DATA_DIR, 'rehearsal-killed')
  await mkdir(leftOver)
  const first = await backUp(source.deps, silent)
  expect(existsSync(leftOver)).toBe(false)
  expect(first).toMatchObject({ good: true, problem: null, files: (await listStoredFiles(source)).length })
  const { BACKUP_DIR } = source.deps.config
  const stored = await listFiles(join(BACKUP_DIR, 'files'))
  expect(stored).toHaveLength(first.files)
  const times = () => stored.map((path) => statSync(join(BACKUP_DIR, 'files', path)).mtimeMs)
  const before = times()
  const foreign = ['files/holiday/1.jpg', 'parts/mine.txt'].map((name) => join(BACKUP_DIR, name))
  await mkdir(join(BACKUP_DIR, 'files/holiday'))
  for (const path of foreign) await writeFile(path, '', { mode: 0o600 })
  const record = join(BACKUP_DIR, `records/${first.id}.json`)
  for (const text of [
    '',
    JSON.stringify({ ...first, made_at: 'never' }),
    JSON.stringify({ ...first, id: '../other' }),
  ]) {
    await writeFile(record, text)
    expect(await listBackups(source.deps.config)).toMatchObject([{ id: first.id }])
  }
  source.travel(1000)
  const second = await backUp(source.deps, silent)
  expect(times()).toEqual(before)
  // Throws if one is gone.
  for (const path of foreign) await rm(path)
  expect(await listBackups(source.deps.config)).toMatchObject([{ id: second.id }, { id: first.id }])
  expect(await lastGoodBackup(source.deps.config)).toEqual(second)

  if (source.deps.db.engine === 'postgres') {
    const DATABASE_URL = postgresServerUrl()
    await administer(DATABASE_URL, 'CREATE DATABASE stampus_rehearsal_killed')
    const lines: string[] = []
    const config = { ...source.deps.config, DATABASE_URL }
    expect(await rehearse(config, second.id, (line) => lines.push(line))).toMatchObject({ good: true })
    expect(lines).toContain('In a temporary database on the same server')
    const { rows } = await source.sql("SELECT FROM pg_database WHERE starts_with(datname, 'stampus_rehearsal')")
    expect(rows).toEqual([])
    const disturbed = Promise.allSettled([rehearse(config, second.id, silent)])
    let isOver = false
    void disturbed.then(() => {
      isOver = true
    })
    while (!isOver)
      await administer(
        DATABASE_URL,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE starts_with(datname, 'stampus_rehearsal')",
      )
    expect(await disturbed).toMatchObject([{ status: 'rejected' }])
    expect((await findBackup(config, second.id)).good).toBe(true)
  }
  const target = await createTarget()
  await restore(target)
  const plain = join(folder, 'plain')
  const made = await exportAll(source.deps, plain)
  expect(comparable(await exportAll(target, join(folder, 'restored')))).toEqual(comparable(made))
  expect(await listFiles(join(target.config.DATA_DIR, 'files'))).toEqual(await listFiles(join(plain, 'files')))
  for (const path of await listFiles(BACKUP_DIR)) {
    expect(statSync(join(BACKUP_DIR, path)).mode & 0o077, path).toBe(0)
    if (!path.startsWith('records')) expect((await readFile(join(BACKUP_DIR, path))).includes('<svg/>')).toBe(false)
  }
})

/** What a rehearsal reads, without its database. */
async function readAll(config: Config, id: string) {
  const copy = openCopy(await openBackupStore(config), id)
  for await (const _ of copy.read('tables/users.ndjson'));
  for await (const { key } of readFileLines(copy)) for await (const _ of copy.readFile(key));
}

const partOf = ({ id }: BackupRecord, name: string) => `parts/${id}-${name}-00001.part`

test('D-62 a rehearsal notices a changed, cut, missing or swapped part or file and another key; the next backup is whole again', async () => {
  source.travel(2000)
  const older = await makeBackup(source.deps, silent)
  source.travel(2000)
  const newer = await makeBackup(source.deps, silent)
  const place = source.deps.config.BACKUP_DIR
  const file = `files/${newer.id.slice(-8)}/${(await listFiles(join(place, 'files', newer.id.slice(-8))))[0]}`
  const other = `files/${newer.id.slice(-8)}/${(await listFiles(join(place, 'files', newer.id.slice(-8)))).at(-1)}`
  const users = partOf(newer, 'tables-users')
  const flip = async (path: string) => {
    const bytes = await readFile(path)
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 9) ^ 1, bytes.length - 9)
    await writeFile(path, bytes)
  }
  const changed = /is damaged: (parts|files)\/.* was changed, cut short, swapped/
  const damages: [string, (path: string, copy: string) => Promise<unknown>, RegExp, string][] = [
    ['bit flip in rows', flip, changed, users],
    ['rows cut short', (path) => truncate(path, 40), changed, users],
    ['rows of another backup', (path, copy) => cp(join(copy, partOf(older, 'tables-users')), path), changed, users],
    ['rows of another table', (path, copy) => cp(join(copy, partOf(newer, 'tables-staff')), path), changed, users],
    ['missing rows', (path) => rm(path), /not complete: parts\/.*users-00001\.part is missing/, users],
    ['missing manifest', (path) => flip(path), changed, partOf(newer, 'manifest')],
    ['bit flip in a file', flip, changed, file],
    ['another file', (path, copy) => cp(join(copy, other), path), changed, file],
    ['missing file', (path) => rename(path, `${path}.gone`), /not complete: files\/.* is missing/, file],
  ]
  for (const [what, damage, sentence, path] of damages) {
    const copy = join(folder, what.replaceAll(' ', '-'))
    await cp(place, copy, { recursive: true })
    await damage(join(copy, path), copy)
    const config = { ...source.deps.config, BACKUP_DIR: copy }
    if (!/^(missing|bit flip in a file)/.test(what)) {
      await expect(readAll(config, newer.id), what).rejects.toThrow(sentence)
      continue
    }
    await expect(rehearse(config, newer.id, silent), what).rejects.toThrow(sentence)
    const found = (await listBackups(config)).find(({ id }) => id === newer.id)
    expect(found, what).toMatchObject({ good: false, problem: expect.stringMatching(sentence) })
  }
  const config = { ...source.deps.config, BACKUP_KEY: randomBytes(32).toString('base64') }
  await expect(rehearse(config, newer.id, silent)).rejects.toThrow('was made with another BACKUP_KEY')
  expect((await findBackup(config, newer.id)).good).toBeNull()
  const none = { ...config, BACKUP_DIR: join(folder, 'none') }
  await expect(findBackup(none, 'latest')).rejects.toThrow('There is no good backup here.')

  source.travel(2000)
  const damaged = { ...source.deps, config: { ...source.deps.config, BACKUP_DIR: join(folder, 'bit-flip-in-a-file') } }
  expect(await backUp(damaged, silent)).toMatchObject({ good: true })
})

test('D-62 a backup that fails leaves earlier ones and nothing of itself; two at once are refused, and files stay while one is made', async () => {
  source.travel(2000)
  const { deps } = source
  const before = await listBackups(deps.config)
  const full = {
    ...deps,
    storage: { ...deps.storage, openRead: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) },
  }
  await rm(join(deps.config.BACKUP_DIR, 'files'), { recursive: true })
  await expect(makeBackup(full, silent)).rejects.toThrow('earlier ones are untouched. The disk for backups is full')
  if (deps.db.engine === 'postgres') {
    const openRead = async () => {
      await source.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`)
      return undefined
    }
    const lost = { ...deps, storage: { ...deps.storage, openRead } }
    await expect(makeBackup(lost, silent)).rejects.toThrow('earlier ones are untouched. ')
  }
  expect(await listBackups(deps.config)).toEqual(before)
  const parts = readdirSync(join(deps.config.BACKUP_DIR, 'parts'))
  expect(parts.filter((name) => !before.some(({ id }) => name.startsWith(id)))).toEqual([])

  await discardFiles(deps.db.pool, ['receipts/late.webp'], deps.now())
  const withoutKey = { ...deps.config, production: true, BACKUP_KEY: undefined }
  await expect(makeBackup({ ...deps, config: withoutKey }, silent)).rejects.toThrow('BACKUP_KEY is not set')
  await withBackupLock(deps.db, async () => {
    await expect(makeBackup(deps, silent)).rejects.toThrow('Another backup is being made')
    expect(await removeDiscarded(deps, ['receipts/late.webp'])).toBe(0)
  })
  for (const clean of Object.values(discardedCleanUp(deps))) await clean()
  expect(await listDiscarded(deps.db.pool, deps.now(), '')).toEqual([])
})

test('D-62 backups of 14 days and the first good one of each of six months stay, in a bucket too, and files that none names go', async () => {
  const of = (day: string, good: boolean | null = true) =>
    ({ id: day, made_at: `${day}T18:30:00Z`, good }) as BackupRecord
  const days = ['2026-12-01', '2026-11-18', '2026-11-10', '2026-11-02', '2026-06-30', '2026-06-02', '2026-05-31'].map(
    (day) => of(day),
  )
  const kept = chooseKept([of('2026-12-01', null), ...days, of('2026-05-01')], new Date('2026-12-01T19:00:00Z'))
  expect(kept.map(({ id }) => id)).toEqual(['2026-12-01', '2026-12-01', '2026-11-18', '2026-11-02', '2026-06-02'])
  const old = [of('2020-03-01', null), of('2020-02-01'), of('2020-01-01')]
  expect(chooseKept(old, new Date('2026-12-01T19:00:00Z'))).toEqual(old.slice(0, 2))

  const buckets = await startBucketServer(await mkdtemp(join(folder, 'buckets-')))
  onTestFinished(() => buckets.stop())
  const bucket = await createBucket(buckets)
  const prefixed = Object.fromEntries(Object.entries(bucket).map(([name, given]) => [`BACKUP_${name}`, given]))
  const deps = { ...source.deps, config: { ...source.deps.config, ...prefixed } }
  const made = await backUp(deps, silent)
  const keys = async () => (await listKeys(buckets, bucket.S3_BUCKET)).filter((key) => key.startsWith('files/'))
  expect(await keys()).toHaveLength(made.files)
  await source.sql('UPDATE merchants SET logo_key = (SELECT min(logo_key) FROM merchants)')
  source.travel(200 * 86_400_000)
  const next = await backUp(deps, silent)
  expect(await keys()).toHaveLength(made.files)
  source.travel(200 * 86_400_000)
  const last = await backUp(deps, silent)
  expect(next.files).toBeLessThan(made.files)
  expect(await listBackups(deps.config)).toEqual([last, next])
  expect(await keys()).toHaveLength(last.files)
  const target = await createTarget(prefixed)
  await restore(target)
  expect((await target.db.pool.query('SELECT FROM users')).rowCount).toBe(
    (await source.sql('SELECT FROM users')).rowCount,
  )
})
