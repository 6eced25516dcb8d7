import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testDataDir } from '../../../../tests/support/database/database.ts'
import { temporaryFolder } from '../../../../tests/support/server/temporary-folder.ts'
import { openDatabase } from '../open-database.ts'
import { createMaintenance } from './embedded.ts'
import { packTemplate, templateFile } from './template-database.ts'
import { MessageBatches, query, sync } from './wire.ts'

const writer = fileURLToPath(new URL('../../../../tests/support/server/writer.ts', import.meta.url))

function startWriter(dataDir: string, execArgv: string[] = []): ChildProcess {
  return fork(writer, [dataDir], { execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
}

/** Preloaded into a process that then dies while it writes a new database. */
const cutShort = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { mkdirSync } = fs
  fs.mkdirSync = (path, ...given) => {
    const made = mkdirSync(path, ...given)
    if (String(path).endsWith('base')) process.kill(process.pid, 'SIGKILL')
    return made
  }
  syncBuiltinESMExports()`

test('D-60 an interrupted first start is repeated, and without a template it creates its database itself', async () => {
  const dataDir = await temporaryFolder()
  const child = startWriter(dataDir, [`--import=data:text/javascript,${encodeURIComponent(cutShort)}`])
  expect((await once(child, 'exit')).at(-1)).toBe('SIGKILL')
  expect(existsSync(join(dataDir, 'db.new', 'base'))).toBe(true)
  const db = await openDatabase({ dataDir, template: join(dataDir, 'missing') })
  expect((await db.pool.query("SELECT to_regclass('categories') AS found")).rows).toEqual([{ found: null }])
  await db.close()
  expect(await readdir(dataDir)).toEqual(['db', 'lock'])
})

test('D-60 only one process uses the data folder, each write is synced, and what was committed survives SIGKILL and the death of the engine', async () => {
  const dataDir = await testDataDir()
  const child = startWriter(dataDir)
  let acknowledged = 0
  child.on('message', (id) => {
    acknowledged = Number(id)
  })
  await once(child, 'message')
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    `The data folder ${dataDir} is in use by another Stampus process. Stop that one, or set DATA_DIR to another folder.`,
  )
  child.kill('SIGKILL')
  await once(child, 'exit')

  const db = await openDatabase({ dataDir })
  await expect(openDatabase({ dataDir })).rejects.toThrow('in use by another Stampus process')
  const written = (await db.pool.query('SELECT count(*) AS rows, max(id) AS last FROM written')).rows[0]
  expect(written?.last).toBeGreaterThanOrEqual(acknowledged)
  expect(written?.rows).toBe(written?.last)
  const synced = "SELECT current_setting('fsync') AS fsync, current_setting('wal_sync_method') AS method"
  expect((await db.pool.query(synced)).rows).toEqual([{ fsync: 'on', method: 'fsync' }])
  // The engine dies of a COPY, and with it what runs, what waits and what comes later.
  const running = ['COPY written FROM STDIN', 'SELECT 1', 'SELECT 2'].map((text) => db.pool.query(text))
  const failed = await Promise.allSettled(running)
  expect(failed.slice(1).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(db.pool.query('SELECT 3')).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect((await db.died).message).toBe('The embedded database has stopped')
  await db.close()

  const again = await openDatabase({ dataDir })
  let hasDied = false
  again.died.then(() => {
    hasDied = true
  })
  expect((await again.pool.query('SELECT count(*) AS rows FROM written')).rows).toEqual([{ rows: written?.rows }])
  // Maintenance checkpoints only after a write, and waits for an open transaction.
  const maintain = createMaintenance(again.pool)
  const checkpoint = async () => (await again.pool.query('SELECT redo_lsn::text FROM pg_control_checkpoint()')).rows[0]
  const before = await checkpoint()
  const client = await again.pool.connect()
  await client.query('BEGIN; INSERT INTO written VALUES (0)')
  const waiting = maintain()
  await pause(100)
  await client.query('COMMIT')
  client.release()
  await waiting
  const after = await checkpoint()
  expect(after).not.toEqual(before)
  await maintain()
  expect(await checkpoint()).toEqual(after)
  await again.close()
  expect(hasDied).toBe(false)
})

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
  expect(await templateFile()).toMatch(/database-[0-9a-f]{16}$/)
  const modes = await Promise.all([folder, join(folder, 'PG_VERSION')].map(async (path) => (await stat(path)).mode))
  expect(modes.map((mode) => mode & 0o077)).toEqual([0, 0])
})

const flush = Buffer.from('4800000004', 'hex')
const parse = Buffer.from('500000000b00616263000000', 'hex')

test('messages are batched up to each Query, Sync and Flush, however the bytes arrive, and name their length in bytes', () => {
  expect(query('é').toString('hex')).toBe('5100000007c3a900')
  const all = Buffer.concat([parse, parse, sync, query('SELECT 1'), parse, flush, parse])
  const whole = new MessageBatches().take(all)
  expect(whole).toEqual([Buffer.concat([parse, parse, sync]), query('SELECT 1'), Buffer.concat([parse, flush])])
  const batches = new MessageBatches()
  const byByte = [...all].flatMap((byte) => batches.take(Buffer.of(byte)))
  expect(byByte).toEqual(whole)
})
