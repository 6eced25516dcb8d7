import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { testDataDir } from '../../../tests/support/database/database.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { backUpRunning } from '../../backup-process.ts'
import { readConfig } from '../../config.ts'
import { openDeps } from '../../deps.ts'
import { copyDatabaseFolder } from '../db/embedded/copy-folder.ts'
import { openDatabase } from '../db/open-database.ts'
import { openPreparedDatabase } from '../db/prepare.ts'
import { importFrom, requireEmptyDatabase } from '../export-import/import.ts'
import { readManifest } from '../export-import/manifest.ts'
import { askServer, serveCommands } from '../lifecycle/command-socket.ts'
import { openCopy } from './backup-copy.ts'
import { openBackupStore } from './backup-store.ts'
import { describeBackup, listBackups } from './records.ts'

test('D-62 a running server with the embedded database is asked over its socket, backs up what was answered, and serves meanwhile', async () => {
  const config = readConfig({ DATA_DIR: await testDataDir(), LOG_LEVEL: 'silent', NODE_ENV: 'test' })
  const db = await openPreparedDatabase(config)
  const close = await serveCommands(config.DATA_DIR, {
    backup: async (report) => describeBackup(await backUpRunning({ config, db }, report)),
  })
  onTestFinished(() => db.close())
  onTestFinished(close)
  expect((await stat(join(config.DATA_DIR, 'commands'))).mode & 0o777).toBe(0o600)
  const add = (name: string) => db.pool.query({ text: 'INSERT INTO categories (name) VALUES ($1)', values: [name] })
  await add('before')
  const lines: string[] = []
  let ended = false
  const answer = askServer(config.DATA_DIR, 'backup', (line) => lines.push(line)).finally(() => {
    ended = true
  })
  await expect.poll(() => lines.length).toBeGreaterThan(0)
  await expect(askServer(config.DATA_DIR, 'backup', () => {})).rejects.toThrow('Another backup is being made')
  let added = 0
  for (; !ended; added += 1) {
    await add(`during ${added}`)
    await pause(20)
  }
  expect(await answer).toContain(', good')
  expect(added).toBeGreaterThan(10)
  expect(await readdir(config.DATA_DIR)).not.toContain('backup-copy')
  for (const name of ['doctor', 'constructor', '__proto__'])
    await expect(askServer(config.DATA_DIR, name, () => {})).rejects.toThrow(`does not know the command ${name}`)
  const unused = await temporaryFolder()
  // A path of more than 107 bytes is none for a socket.
  for (const folder of [unused, join(unused, 'x'.repeat(120))])
    expect(await askServer(folder, 'backup', () => {})).toBeUndefined()

  const [made] = await listBackups(config)
  const copy = openCopy(await openBackupStore(config), made?.id ?? '')
  const target = { ...config, DATA_DIR: await temporaryFolder() }
  const empty = await openPreparedDatabase(target, {
    through: (await readManifest(copy)).migration,
    checkFirst: requireEmptyDatabase,
  })
  const deps = await openDeps(target, empty)
  await importFrom(deps, copy)
  const { rows } = await empty.pool.query("SELECT name FROM categories WHERE name ~ 'before|during' ORDER BY id")
  await deps.jobs.stop()
  await empty.close()
  expect(rows[0]).toEqual({ name: 'before' })
  expect(rows.slice(1).map(({ name }) => name)).toEqual(rows.slice(1).map((_, at) => `during ${at}`))
})

test('D-62 a terminal that is closed meanwhile ends neither the server nor the command', async () => {
  const folder = await temporaryFolder()
  let done = 0
  const close = await serveCommands(folder, {
    count: async (report) => {
      for (let line = 0; line < 20; line += 1) {
        report(`line ${line}`)
        await pause(2)
      }
      done += 1
      return `${done} done`
    },
  })
  onTestFinished(close)
  for (const command of ['', 'unknown\n', 'count\n']) {
    const terminal = createConnection(join(folder, 'commands'))
    terminal.once('connect', () => {
      terminal.write(command)
      terminal.destroy()
    })
    await once(terminal, 'close')
  }
  await expect.poll(() => done).toBe(1)
  expect(await askServer(folder, 'count', () => {})).toBe('2 done')
})

test('D-62 a copy of the embedded database in use has what was committed when queries began to wait', async () => {
  const dataDir = await testDataDir()
  const [db, folder] = [await openDatabase({ dataDir }), await temporaryFolder()]
  let [added, atPause, ended] = [0, 0, false]
  const adding = (async () => {
    for (; !ended; added += 1) await db.pool.query('INSERT INTO categories (name) SELECT md5(random()::text)')
  })()
  const connect = async () => {
    const client = await db.pool.connect()
    atPause = added
    return client
  }
  await expect.poll(() => added).toBeGreaterThan(10)
  await copyDatabaseFolder({ connect }, join(dataDir, 'db'), join(folder, 'db'))
  ended = true
  await adding
  await db.close()
  const copy = await openDatabase({ dataDir: folder })
  const { rows } = await copy.pool.query('SELECT count(*)::int AS rows, max(id) - min(id) + 1 AS ids FROM categories')
  await copy.close()
  expect(rows[0].rows).toBe(rows[0].ids)
  expect(rows[0].rows).toBeGreaterThanOrEqual(atPause)
  expect(rows[0].rows).toBeLessThanOrEqual(atPause + 1)
})
