import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { openDisk } from './disk.ts'

const dataDir = await temporaryFolder()
const storage = openDisk(dataDir)
const key = 'receipts/2026/11/one-full.webp'

test('D-43 D-44 a stored file can be read back by its owner alone, replaced and removed', async () => {
  expect(await storage.openRead(key)).toBeUndefined()
  for (const content of ['first', 'second content']) {
    const local = await localFile(dataDir, content)
    await storage.put(local, key)
    const file = await storage.openRead(key)
    expect(file?.bytes).toBe(content.length)
    expect(file && (await text(file.stream))).toBe(content)
    expect(existsSync(local)).toBe(false)
  }
  expect(await readdir(join(dataDir, 'files/receipts/2026/11'))).toEqual(['one-full.webp'])
  expect((await stat(join(dataDir, 'files'))).mode & 0o077).toBe(0)
  await storage.remove(key)
  await storage.remove(key)
  expect(await storage.openRead(key)).toBeUndefined()
})

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

test('D-43 a missing local file is an error and stores nothing', async () => {
  await expect(storage.put(join(dataDir, 'absent'), 'receipts/absent.webp')).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await storage.openRead('receipts/absent.webp')).toBeUndefined()
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
