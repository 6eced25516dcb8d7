import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createMember, createMemberSession } from '../../../tests/support/api/accounts.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createRandomPhoto, receiptFields, sendReceipt } from '../../../tests/support/api/submissions.ts'
import { type TestApp, testApp } from '../../../tests/support/server/app.ts'
import { createBucket, listKeys, startBucketServer } from '../../../tests/support/server/buckets.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { buildApp } from '../../app.ts'
import { Unavailable } from '../errors.ts'
import { openLog } from '../metrics/log.ts'
import { discardFiles } from './discarded-files.store.ts'
import { discardedCleanUp } from './discarded-files.ts'
import { openDisk } from './disk.ts'
import { openStorage } from './open-storage.ts'

const folder = await temporaryFolder()
const key = 'receipts/2026/11/one-full.webp'
let server: Awaited<ReturnType<typeof startBucketServer>>
let bucket: Awaited<ReturnType<typeof createBucket>>
let app: TestApp

beforeAll(async () => {
  server = await startBucketServer(await mkdtemp(join(folder, 'buckets-')))
  bucket = await createBucket(server)
  app = await testApp({ ...bucket, LOG_LEVEL: 'silent' })
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

const open = (given: Partial<typeof bucket> = {}) => openStorage({ DATA_DIR: folder, ...bucket, ...given })

async function localFile(content: string | Buffer): Promise<string> {
  const path = join(await mkdtemp(join(folder, 'local-')), 'file')
  await writeFile(path, content)
  return path
}

/** Starts a stand-in for an S3 server and returns its URL. */
async function inItsPlace(answer: RequestListener): Promise<string> {
  const other = createServer(answer).listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => {
    other.closeAllConnections()
    other.close()
  })
  return `http://127.0.0.1:${(other.address() as AddressInfo).port}`
}

test.each([
  ['on the disk', () => openDisk(folder)],
  ['in a bucket', () => open()],
])('D-43 D-44 a file %s can be read back, replaced and removed', async (_where, opening) => {
  const storage = await opening()
  expect(await storage.openRead(key)).toBeUndefined()
  for (const content of ['first', 'second content', 'x'.repeat(6_000_000)]) {
    const local = await localFile(content)
    await storage.put(local, key)
    const file = await storage.openRead(key)
    expect(file?.bytes).toBe(content.length)
    expect(file && (await text(file.stream)) === content).toBe(true)
    expect(existsSync(local)).toBe(false)
  }
  for (const _ of ['once', 'again']) await storage.remove(key)
  expect(await storage.openRead(key)).toBeUndefined()
  for (const use of [storage.openRead, storage.remove])
    await expect(use('../secret.webp')).rejects.toThrow(/Invalid file key/)
})

test('D-43 D-62 a bucket that stores too little, rejects us, is missing or unreachable causes a 503 and keeps the local file', async () => {
  const forgetful = await inItsPlace((request, response) => {
    request
      .on('end', () =>
        response.writeHead(200, { 'content-length': 3 }).end(request.method === 'PUT' ? 'ok.' : undefined),
      )
      .resume()
  })
  const addresses = {
    forgetful: { S3_ENDPOINT: forgetful },
    strict: { S3_SECRET_ACCESS_KEY: 'another' },
    away: { S3_ENDPOINT: 'http://127.0.0.1:1' },
  }
  for (const [who, given] of Object.entries(addresses)) {
    const [storage, local] = [await open(given), await localFile('picture')]
    await expect(storage.put(local, key), who).rejects.toMatchObject({ retryAfterSeconds: 2 })
    expect(existsSync(local)).toBe(true)
  }
  // A missing bucket is not a missing file.
  await expect((await open({ S3_BUCKET: 'recepits' })).openRead(key)).rejects.toThrow(Unavailable)
})

test('D-43 uploads, and reads and removals with all their retries, time out after 20 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let advance = () => {}
  const mute = await inItsPlace((request) => {
    request.resume()
    advance()
  })
  const storage = await open({ S3_ENDPOINT: mute })
  for (const use of [storage.openRead, storage.remove]) {
    advance = () => {
      advance = () => {}
      vi.advanceTimersByTime(20_000)
    }
    const away = { retryAfterSeconds: 2, cause: expect.any(Error) }
    await expect(use(key)).rejects.toMatchObject(away)
  }
  advance = () => vi.advanceTimersByTime(20_000)
  await expect(storage.put(await localFile('picture'), key)).rejects.toThrow(Unavailable)
})

test('D-67 an error of the bucket is logged with the request id and without our key', async () => {
  const storage = await open({ S3_SECRET_ACCESS_KEY: 'another' })
  let written = ''
  const to = new PassThrough().on('data', (line) => {
    written += line
  })
  const strict = await buildApp({ ...app.deps, storage, log: openLog({ LOG_LEVEL: 'error' }, to) })
  onTestFinished(() => strict.close())
  const answer = await strict.inject('/media/public/content/one.webp')
  expect(answer.statusCode).toBe(503)
  await expect.poll(() => written).toContain(answer.headers['x-request-id'])
  expect(JSON.parse(written)).toMatchObject({ level: 'error', err: { cause: expect.anything() } })
  expect(written).not.toContain('another')
})

const cleanUp = async () => {
  const removed = await Promise.all(Object.values(discardedCleanUp(app.deps)).map((part) => part()))
  const { rowCount } = await app.sql('SELECT FROM discarded_files')
  return { removed, left: rowCount }
}

test('D-44 the clean-up counts removed files and continues in the next hour after five minutes', async () => {
  const { deps, travel } = app
  const keys = Array.from({ length: 50 }, (_, file) => `receipts/2026/11/${file}-full.webp`)
  await discardFiles(deps.db.pool, keys, deps.now())
  const remove = vi.spyOn(deps.storage, 'remove')
  remove.mockRejectedValue(new Error('disk away'))
  expect(await cleanUp()).toEqual({ removed: [0], left: 50 })
  expect(remove).toHaveBeenCalledTimes(50)
  remove.mockImplementation(async () => travel(20_000))
  expect(await cleanUp()).toEqual({ removed: [20], left: 30 })
  remove.mockResolvedValue()
  expect(await cleanUp()).toEqual({ removed: [30], left: 0 })
  remove.mockRestore()
})

test('D-44 D-43 receipts in a bucket are served by our own origin; while it is unreachable they are a 503 and discarded files wait', async () => {
  const { deps } = app
  const headers = await createMemberSession(deps, await createMember(deps))
  const { id: merchantId } = await createMerchant(deps)
  const send = async () =>
    sendReceipt(app, headers, receiptFields(deps, merchantId), { bytes: await createRandomPhoto() })
  const { data } = (await send()).json()
  expect(data.receipt_image_url).toMatch(/^\/files\/receipts\//)
  const picture = await app.app.inject(data.receipt_image_url)
  const length = String(picture.rawPayload.length)
  expect(picture.headers).toMatchObject({ 'content-type': 'image/webp', 'content-length': length })
  expect((await app.app.inject(data.receipt_image_url.replace(/signature=.*/, ''))).statusCode).toBe(403)
  expect(existsSync(join(deps.config.DATA_DIR, 'files'))).toBe(false)

  const stored = await listKeys(server, bucket.S3_BUCKET)
  await discardFiles(deps.db.pool, stored, deps.now())
  await server.stop()
  const refused = await send()
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2'])
  expect([stored.length, (await cleanUp()).left]).toEqual([3, 6])
  server = await startBucketServer(server.directory, server.port)
  expect([(await cleanUp()).left, await listKeys(server, bucket.S3_BUCKET)]).toEqual([0, []])
})
