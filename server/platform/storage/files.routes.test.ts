import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { handleErrors } from '../http/error-handler.ts'
import { deriveKey } from '../security/crypto.ts'
import { openDisk } from './disk.ts'
import { filesRoutes, mediaUrl, pictureUrl } from './files.routes.ts'
import { nextExpiry, signPath, verifyPath } from './signed-addresses.ts'

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

test.each([
  [
    'a signed receipt is cached only by its browser',
    pictureUrl(APP_KEY, receipt, now),
    receipt,
    'image/webp',
    'private, max-age=300',
  ],
  ['a public picture is cached for good', mediaUrl(logo), logo, 'image/svg+xml', 'public, max-age=31536000, immutable'],
])('D-44 %s, and a hostile one opened as a page can do nothing; HEAD returns only the headers', async (...given) => {
  const [, url, key, type, cache] = given
  const answer = await app.inject(url)
  expect([answer.statusCode, answer.body]).toEqual([200, `content of ${key}`])
  const expected = {
    'content-type': type,
    'content-length': String(answer.body.length),
    'cache-control': cache,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  }
  expect(answer.headers).toMatchObject(expected)
  const head = await app.inject({ method: 'HEAD', url })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect(head.headers).toMatchObject(expected)
})

test('D-44 a receipt without a valid signature is a 403, whether it exists or not, and so is one after its expiry', async () => {
  const url = pictureUrl(APP_KEY, receipt, now)
  const forbidden = async (refused: string) => {
    const answer = await app.inject(refused)
    expect(answer.statusCode, refused).toBe(403)
    expect(answer.json()).toEqual({ message: 'You are not allowed to do this.', errors: {} })
  }
  for (const refused of [
    `/files/${receipt}`,
    url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    url.replace('one-full', 'two-full'),
    `${url}&expires=9999999999`,
    '/files/receipts/2026/11/absent.webp',
  ])
    await forbidden(refused)
  expect((await app.inject({ method: 'HEAD', url: `/files/${receipt}` })).statusCode).toBe(403)
  clock = new Date(now.getTime() + 600_001)
  await forbidden(url)
  clock = now
})

test.each([
  pictureUrl(APP_KEY, 'receipts/2026/11/absent.webp', now),
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
  const outside = pictureUrl(APP_KEY, '../app-key', now).replace('../', '%2e%2e/')
  expect((await app.inject(outside)).statusCode).toBe(404)
})

async function store(key: string, content: string) {
  const local = join(dataDir, 'local')
  await writeFile(local, content)
  await storage.put(local, key)
}

const path = `/files/${receipt}`
const expiresAt = new Date('2026-11-21T10:10:00Z')
const sign = (grant: { holder?: string } = {}) => signPath(APP_KEY, path, { purpose: 'picture', expiresAt, ...grant })
const queryOf = (signed: string) => Object.fromEntries(new URL(signed, 'http://x').searchParams)
const query = queryOf(sign())
const ofMember = queryOf(sign({ holder: '5' }))

test.each<[string, { appKey?: string; path?: string; purpose?: string; query?: object; now?: Date }, boolean]>([
  ['itself', {}, true],
  ['the moment before its expiry', { now: new Date(expiresAt.getTime() - 1) }, true],
  ['its expiry', { now: expiresAt }, false],
  ['another path', { path: '/files/receipts/2026/11/two-full.webp' }, false],
  ['another purpose', { purpose: 'original' }, false],
  ['a later time', { query: { ...query, expires: String(Number(query.expires) + 1) } }, false],
  ['the time written otherwise', { query: { ...query, expires: `0${query.expires}` } }, false],
  ['another key', { appKey: `${APP_KEY}.` }, false],
  ['its member', { query: { ...ofMember, holder: '5' } }, true],
  ['another member', { query: { ...ofMember, holder: '6' } }, false],
  ['an empty member', { query: { ...ofMember, holder: '' } }, false],
  ['no member', { query: { ...ofMember, holder: undefined } }, false],
  ['an empty query', { query: {} }, false],
  ['no signature', { query: { expires: '9999999999' } }, false],
  ['no time', { query: { signature: 'x' } }, false],
  ['a time in words', { query: { expires: 'soon', signature: 'x' } }, false],
  ['parameters twice', { query: { expires: ['1', '2'], signature: ['x'] } }, false],
])('D-44 a signature is valid for %s: %j %s', (_, given, isValid) => {
  const asked = { purpose: 'picture', query, now, ...given }
  expect(verifyPath(given.appKey ?? APP_KEY, given.path ?? path, asked)).toBe(isValid)
})

test('D-44 a signed URL stays the same for 5 minutes and is valid for 5 to 10; the keys of two purposes are unrelated', () => {
  expect(sign()).toMatch(/^\/files\/receipts\/2026\/11\/one-full\.webp\?expires=\d{10}&signature=[\w-]{43}$/)
  for (let second = 0; second < 900; second += 7) {
    const then = new Date(now.getTime() + second * 1000)
    const life = nextExpiry(then).getTime() - then.getTime()
    expect(life > 300_000 && life <= 600_000).toBe(true)
  }
  expect(nextExpiry(new Date('2026-11-21T10:00:00Z'))).toEqual(nextExpiry(new Date('2026-11-21T10:04:59.999Z')))
  const [one, other] = [deriveKey(APP_KEY, 'one'), deriveKey(APP_KEY, 'other')]
  expect([one.length, one.equals(other), one.equals(deriveKey(APP_KEY, 'one'))]).toEqual([32, false, true])
})
