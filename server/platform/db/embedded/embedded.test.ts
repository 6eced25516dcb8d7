import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { testDatabase, testDataDir } from '../../../../tests/support/database/database.ts'
import { openDatabase } from '../open-database.ts'
import { createMaintenance } from './embedded.ts'
import { startEngine } from './embedded-engine.ts'

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

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('a committed transaction survives SIGKILL right after', async () => {
  const dataDir = await testDataDir()
  let acknowledged = 0
  for (let round = 0; round < 3; round += 1) {
    const child = startWriter(dataDir)
    child.on('message', (id) => {
      acknowledged = Number(id)
    })
    await once(child, 'message')
    await pause(Math.random() * 60)
    await kill(child)
  }
  const db = await openDatabase({ dataDir })
  const { rows } = await db.pool.query('SELECT count(*) AS rows, max(id) AS last FROM written')
  await db.close()
  expect(rows[0]?.last).toBeGreaterThanOrEqual(acknowledged)
  expect(rows[0]?.rows).toBe(rows[0]?.last)
})

test('an interrupted first start is repeated', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stampus-first-start-'))
  const child = startWriter(dataDir, [`--import=data:text/javascript,${encodeURIComponent(cutShort)}`])
  expect((await once(child, 'exit')).at(-1)).toBe('SIGKILL')
  expect(existsSync(join(dataDir, 'db.new', 'base'))).toBe(true)
  const db = await openDatabase({ dataDir })
  expect((await db.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await db.close()
  expect(await readdir(dataDir)).toEqual(['db', 'lock'])
  await rm(dataDir, { recursive: true })
})

test('D-60 a second process cannot use the data folder until the first has ended', async () => {
  const dataDir = await testDataDir()
  const child = startWriter(dataDir)
  await once(child, 'message')
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    `The data folder ${dataDir} is in use by another Stampus process. Stop that one, or set DATA_DIR to another folder.`,
  )
  await kill(child)
  const db = await openDatabase({ dataDir })
  await expect(openDatabase({ dataDir })).rejects.toThrow('in use by another Stampus process')
  await db.close()
  await (await openDatabase({ dataDir })).close()
})

test('every write is synced: fsync is on and the log is synced to disk', async () => {
  const db = await openDatabase({ dataDir: await testDataDir() })
  const { rows } = await db.pool.query("SELECT current_setting('fsync'), current_setting('wal_sync_method') AS method")
  await db.close()
  expect(rows).toEqual([{ current_setting: 'on', method: 'fsync' }])
})

test('an engine that dies fails running, waiting and later queries, and unlocks its folder', async () => {
  const dataDir = await testDataDir()
  const db = await openDatabase({ dataDir })
  await db.pool.query('CREATE TABLE gone (id int)')
  const events: string[] = []
  const running = ['COPY gone FROM STDIN', 'SELECT 1', 'SELECT 2'].map((text) => db.pool.query(text))
  const failed = await Promise.allSettled(running)
  expect(failed.slice(1).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(db.pool.query('SELECT 3')).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect((await db.died).message).toBe('The embedded database has stopped')
  await db.close()
  const again = await openDatabase({ dataDir })
  again.died.then(() => events.push('died'))
  expect((await again.pool.query('SELECT * FROM gone')).rows).toEqual([])
  await again.close()
  expect(events).toEqual([])
})

test('encryption is declined and a cancel request closes its connection; neither disturbs the engine', async () => {
  const engine = await startEngine({ folder: join(await testDataDir(), 'db') })
  const client = engine.connect()
  client.write(Buffer.from('0000000804d2162f', 'hex'))
  expect(String(await once(client, 'data'))).toBe('N')
  client.destroy()
  const cancelling = engine.connect()
  cancelling.end(Buffer.from('0000001004d2162e0000000100000002', 'hex'))
  cancelling.resume()
  await once(cancelling, 'end')
  const starting = engine.connect()
  starting.write(Buffer.from('0000000800030000', 'hex'))
  const [welcome] = await once(starting, 'data')
  expect(welcome.subarray(-6).toString('latin1')).toBe('Z\0\0\0\x05I')
  starting.destroy()
  await engine.stop()
})

test('maintenance checkpoints only after a write and waits for an open transaction', async () => {
  const db = await testDatabase()
  const maintain = createMaintenance(db.pool)
  const checkpoint = async () => (await db.pool.query('SELECT redo_lsn::text FROM pg_control_checkpoint()')).rows[0]
  await db.pool.query('CREATE TABLE kept (id int)')
  const before = await checkpoint()
  const client = await db.pool.connect()
  await client.query('BEGIN; INSERT INTO kept VALUES (2)')
  const waiting = maintain()
  await pause(100)
  await client.query('COMMIT')
  client.release()
  await waiting
  const after = await checkpoint()
  expect(after).not.toEqual(before)
  await maintain()
  expect(await checkpoint()).toEqual(after)
  await db.close()
})
