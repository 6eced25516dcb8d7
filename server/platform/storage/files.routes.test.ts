import { readdir, readlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { handleErrors } from '../http/error-handler.ts'
import { openDisk } from './disk.ts'
import { filesRoutes, mediaUrl, pictureUrl } from './files.routes.ts'

const dataDir = await temporaryFolder()
const storage = openDisk(dataDir)
const APP_KEY = 'a key for tests that is long enough'
const now = new Date('2026-11-21T10:02:00Z')
const receipt = 'receipts/2026/11/one-full.webp'
const logo = 'public/merchants/one.svg'
const app = Fastify()
let clock = now

beforeAll(async () => {
  handleErrors(app)
  filesRoutes(app, { storage, config: { APP_KEY }, now: () => clock, maySee: async () => true })
  for (const key of [receipt, logo]) await store(key, `content of ${key}`)
})
afterAll(() => app.close())

test('D-44 a signed receipt is cached only by its browser, and a hostile picture opened as a page can do nothing', async () => {
  const answer = await app.inject(pictureUrl(APP_KEY, receipt, now))
  expect([answer.statusCode, answer.body]).toEqual([200, `content of ${receipt}`])
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(answer.body.length),
    'cache-control': 'private, max-age=300',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
})

test('D-44 a receipt without a signature, with a wrong one or after its expiry is a 403', async () => {
  const url = pictureUrl(APP_KEY, receipt, now)
  const unsigned = `/files/${receipt}`
  const flipped = url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  const other = url.replace('one-full', 'two-full')
  for (const refused of [unsigned, flipped, other, `${url}&expires=9999999999`]) await expectForbidden(refused)
  clock = new Date(now.getTime() + 600_001)
  await expectForbidden(url)
  clock = now
})

test('D-44 without a valid signature nobody learns whether a receipt exists', async () => {
  await expectForbidden('/files/receipts/2026/11/absent.webp')
  const answer = await app.inject(pictureUrl(APP_KEY, 'receipts/2026/11/absent.webp', now))
  expect([answer.statusCode, answer.json()]).toEqual([404, { message: 'Not found.', errors: {} }])
})

test('D-44 public pictures are cached for good, and an SVG cannot run scripts', async () => {
  const answer = await app.inject(mediaUrl(logo))
  expect([answer.statusCode, answer.body]).toEqual([200, `content of ${logo}`])
  expect(answer.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
})

test.each([
  `/media/${receipt}`,
  '/media/public/merchants/absent.webp',
  `/media/public/../${receipt}`,
  `/media/public/%2e%2e/${receipt}`,
  `/media/public%2f..%2f${receipt}`,
  '/media/public/merchants',
  '/media/',
])('D-44 %s is not found', async (url) => {
  const answer = await app.inject(url)
  expect([answer.statusCode, answer.json()]).toEqual([404, { message: 'Not found.', errors: {} }])
})

test('D-44 a signed path outside the store is not found', async () => {
  const answer = await app.inject(pictureUrl(APP_KEY, '../app-key', now).replace('../', '%2e%2e/'))
  expect(answer.statusCode).toBe(404)
})

test('D-44 HEAD returns only the headers', async () => {
  for (const url of [pictureUrl(APP_KEY, receipt, now), mediaUrl(logo)]) {
    const [get, head] = [await app.inject(url), await app.inject({ method: 'HEAD', url })]
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  }
  expect((await app.inject({ method: 'HEAD', url: `/files/${receipt}` })).statusCode).toBe(403)
})

test('D-44 aborted downloads do not disturb the server', async () => {
  const large = 'public/large.webp'
  await store(large, 'x'.repeat(20_000_000))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  await Promise.all(Array.from({ length: 20 }, () => breakOff(port, mediaUrl(large))))
  await expect.poll(() => openFilesNamed('large.webp')).toBe(0)
  expect((await app.inject(mediaUrl(large))).body.length).toBe(20_000_000)
})

function breakOff(port: number, path: string) {
  return new Promise<void>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path }, (answer) => {
      answer.once('data', () => answer.destroy())
      answer.once('close', resolve)
      answer.on('error', () => {})
    })
    sent.on('error', reject).end()
  })
}

async function openFilesNamed(name: string) {
  if (process.platform !== 'linux') return 0
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return links.filter((link) => link.endsWith(name)).length
}

async function expectForbidden(url: string) {
  const answer = await app.inject(url)
  expect([answer.statusCode, answer.json()]).toEqual([403, { message: 'You are not allowed to do this.', errors: {} }])
}

async function store(key: string, content: string) {
  const local = join(dataDir, 'local')
  await writeFile(local, content)
  await storage.put(local, key)
}
