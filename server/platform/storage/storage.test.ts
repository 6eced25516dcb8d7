import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { openDisk } from './disk.ts'
import { openIncoming } from './incoming-files.ts'

const dataDir = await temporaryFolder()
const storage = openDisk(dataDir)
const key = 'receipts/2026/11/one-full.webp'

test.skipIf(!existsSync('/dev/shm'))(
  'D-43 a file from another file system is stored too, with nothing left behind',
  async () => {
    const elsewhere = await mkdtemp('/dev/shm/stampus-files-')
    try {
      await storage.put(await localFile(elsewhere, 'from elsewhere'), 'receipts/2026/12/two.webp')
      expect((await storage.openRead('receipts/2026/12/two.webp'))?.bytes).toBe('from elsewhere'.length)
      expect([await readdir(elsewhere), await readdir(join(dataDir, 'files/receipts/2026/12'))]).toEqual([
        [],
        ['two.webp'],
      ])
    } finally {
      await rm(elsewhere, { recursive: true })
    }
  },
)

test('D-43 D-44 a stored file can be read by its owner alone; a missing local file is an error and stores nothing', async () => {
  await storage.put(await localFile(dataDir, 'content'), key)
  expect((await stat(join(dataDir, 'files'))).mode & 0o077).toBe(0)
  await expect(storage.put(join(dataDir, 'absent'), 'receipts/absent.webp')).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await storage.openRead('receipts/absent.webp')).toBeUndefined()
  expect(await readdir(join(dataDir, 'files/receipts'), { recursive: true })).toContain('2026/11/one-full.webp')
})

test.each([
  '../secret.webp',
  'receipts/../../app-key.txt',
  'receipts/..webp',
  '/etc/passwd.txt',
  'receipts//one.webp',
  'receipts/one',
  'one.webp',
  'receipts\\one.webp',
  'receipts/one.webp\0',
  'receipts/One.webp',
  'receipts/one.webp/',
  `r/${'x'.repeat(200)}.webp`,
  '',
])('D-44 %j is not a valid key', async (given) => {
  for (const use of [storage.openRead, storage.remove]) {
    await expect(use(given)).rejects.toThrow(/Invalid file key/)
  }
  await expect(storage.put(join(dataDir, 'any'), given)).rejects.toThrow(/Invalid file key/)
})

async function localFile(folder: string, content: string) {
  const path = join(folder, 'local')
  await writeFile(path, content)
  return path
}

const folder = join(dataDir, 'incoming')
const now = new Date()
const incoming = await openIncoming(dataDir, { alone: true })

afterEach(() => {
  vi.useRealTimers()
})

test('D-43 an upload is stored unchanged, counted and hashed', async () => {
  const content = Buffer.from('receipt '.repeat(50_000))
  const upload = await incoming.receive(inPieces(content), { maxBytes: content.length })
  expect(upload).toMatchObject({ bytes: content.length, sha256: sha256(content) })
  expect((await readFile(upload.path)).equals(content)).toBe(true)
  await writeFile(`${upload.path}.full.webp`, 'made beside it')
  await upload.discard()
  await upload.discard()
  expect(await readdir(folder)).toEqual([])
})

test('S-9.05 one byte above the limit is too large, and no more than the limit is written; an empty upload has 0 bytes', async () => {
  const source = inPieces(Buffer.alloc(1_000_001))
  const upload = await incoming.receive(source, { maxBytes: 1_000_000 })
  expect(upload).toMatchObject({ bytes: 1_000_001 })
  expect((await readFile(upload.path)).length).toBeLessThanOrEqual(1_000_000)
  expect(source.readableEnded).toBe(true)
  await upload.discard()
  const empty = await incoming.receive(inPieces(Buffer.alloc(0)), { maxBytes: 10 })
  expect(empty).toMatchObject({ bytes: 0, sha256: sha256(Buffer.alloc(0)) })
  await empty.discard()
})

test('D-43 an aborted upload leaves no file', async () => {
  const destroyed = inPieces(Buffer.alloc(5_000_000))
  const receiving = incoming.receive(destroyed, { maxBytes: 10_000_000 })
  destroyed.destroy()
  await expect(receiving).rejects.toMatchObject({ code: 'ERR_STREAM_PREMATURE_CLOSE' })
  expect(await readdir(folder)).toEqual([])
})

test('S-5.08 uploads under way share a budget', async () => {
  const files = await openIncoming(await temporaryFolder(), { alone: true, maxBytes: 100 })
  const free = files.reserve(60)
  expect(files.reserve(60)).toBeUndefined()
  free?.()
  expect(files.reserve(100)).toBeDefined()
})

test('S-5.08 leftovers of an earlier run count against the budget for the 10 minutes that an upload may take', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  await leave('young', 9 * 60)
  const restarted = await openIncoming(dataDir, { alone: false, maxBytes: 100 })
  expect(restarted.reserve(95)).toBeUndefined()
  vi.setSystemTime(now.getTime() + 2 * 60_000)
  expect(restarted.reserve(95)).toBeDefined()
  expect(await readdir(folder)).toEqual(['young'])
})

test('D-60 the start with a shared folder and the hourly clean-up remove leftovers older than an hour, and tolerate uploads that end meanwhile; one with its own folder removes all', async () => {
  await openIncoming(dataDir, { alone: true })
  expect(await readdir(folder)).toEqual([])
  for (const clean of [() => openIncoming(dataDir, { alone: false }), () => incoming.removeLeftovers(now)]) {
    await leave('killed', 60 * 60 + 60)
    await leave('another', 60 * 60 - 60)
    await clean()
    expect(await readdir(folder)).toEqual(['another'])
    await rm(join(folder, 'another'), { recursive: true })
  }
  // It is listed, and gone when it is looked at.
  await symlink('absent', join(folder, 'ending'))
  expect(await incoming.removeLeftovers(now)).toBe(0)
  await rm(join(folder, 'ending'))
})

async function leave(name: string, secondsAgo: number) {
  const home = join(folder, name)
  await mkdir(home)
  await writeFile(join(home, 'original'), 'left over')
  const then = now.getTime() / 1000 - secondsAgo
  await utimes(join(home, 'original'), then, then)
  await utimes(home, then, then)
}

function inPieces(content: Buffer) {
  const pieces = Array.from({ length: Math.ceil(content.length / 65_536) }, (_, i) =>
    content.subarray(i * 65_536, (i + 1) * 65_536),
  )
  return Readable.from(pieces)
}

function sha256(content: Buffer) {
  return createHash('sha256').update(content).digest('hex')
}
