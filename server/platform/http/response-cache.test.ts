import { beforeAll, expect, test, vi } from 'vitest'
import { createSignedInMember } from '../../../tests/support/api/accounts.ts'
import { createContentManager, merchantForm } from '../../../tests/support/api/content.ts'
import { createCategory, createMerchant } from '../../../tests/support/api/merchants.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { serverLostError } from '../db/connections/pool.ts'
import { ResponseCache } from './response-cache.ts'

const LIFE_MS = 5000
const TIMEOUT_MS = 60_000
const MB = 1024 * 1024

const server = serverForTests()
beforeAll(async () => {
  // Where another process may change what everybody is shown, all is dropped once when that begins to be heard of.
  await vi.waitUntil(() => server.deps.db.engine === 'embedded' || server.deps.responseCache.generation > 0, TIMEOUT_MS)
})

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ method, url, headers })

test('D-34 a client that has the current public list gets a 304, others get the list', async () => {
  await createMerchant(server.deps)
  const missed = await ask('/api/merchants')
  const kept = await ask('/api/merchants')
  const etag = String(missed.headers.etag)
  expect([missed.statusCode, missed.headers['cache-control'], kept.headers.etag]).toEqual([200, 'no-cache', etag])
  expect([kept.json(), kept.headers['content-type']]).toEqual([missed.json(), missed.headers['content-type']])
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    for (const method of ['GET', 'HEAD'] as const) {
      const same = await ask('/api/merchants', { 'if-none-match': known }, method)
      expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag])
    }
  expect((await ask('/api/merchants', { 'if-none-match': '"other"' })).statusCode).toBe(200)
})

test('D-34 a public list is cached for five seconds if no change is announced', async () => {
  const { id, slug } = await createMerchant(server.deps)
  const contact = async () => (await ask(`/api/merchants/slug/${slug}`)).json().data.contact_number
  const before = await contact()
  await server.deps.db.pool.query(`UPDATE merchants SET contact_number = 'moved' WHERE id = ${id}`)
  expect(await contact()).toBe(before)
  server.travel(LIFE_MS)
  expect(await contact()).toBe('moved')
})

test('D-34 a change of a merchant or category by a manager is public at once', async () => {
  const keeper = await createContentManager(server)
  const category = await createCategory(server.deps)
  const shown = async () => {
    const { statusCode, body } = await ask('/api/merchants')
    expect(statusCode).toBe(200)
    return body
  }
  const changes = async (method: 'POST' | 'PUT', path: string, payload: object) => {
    const before = await shown()
    const { status, data } = await keeper.call<{ id: number }>(method, path, payload)
    expect([path, status]).toEqual([path, method === 'POST' ? 201 : 200])
    expect(await shown(), path).not.toBe(before)
    return data?.id
  }
  const facts = merchantForm(category.id, { name: 'AAAA' })
  const merchant_id = await changes('POST', '/merchants', facts)
  await changes('PUT', `/merchants/${merchant_id}`, { ...facts, address: '2, Jalan Baru', version: 1 })
  await changes('PUT', `/categories/${category.id}`, { name: 'Kopi baru', version: 1 })
})

test('D-67 the cache never stores a personal response or an error', async () => {
  const { headers } = await createSignedInMember(server.deps)
  for (const url of ['/api/submissions', '/api/user'])
    expect((await ask(url, headers)).headers).toMatchObject({ 'cache-control': 'no-store' })
  const missing = await ask('/api/merchants/999999')
  expect([missing.statusCode, missing.headers['cache-control'], missing.headers.etag]).toEqual([
    404,
    'no-store',
    undefined,
  ])
})

test('D-34 a response that was being made while the cache was cleared is not stored', () => {
  const answers = new ResponseCache(() => new Date())
  const begun = answers.generation
  answers.clear()
  answers.store('/late', '{}', begun)
  answers.store('/new', '{}', answers.generation)
  expect([answers.find('/late'), answers.find('/new')?.body.toString()]).toEqual([undefined, '{}'])
})

test('D-34 the cache has a size limit and removes the oldest entries first', () => {
  const answers = new ResponseCache(() => new Date())
  for (let at = 0; at < 20; at += 1) answers.store(`/${at}`, 'x'.repeat(MB), 0)
  const kept = Array.from({ length: 20 }, (_, at) => answers.find(`/${at}`) !== undefined)
  expect(kept).toEqual(Array.from({ length: 20 }, (_, at) => at >= 5))
  // An entry takes memory beside its body: an address with a made-up query costs a caller nothing.
  for (let at = 0; at < 40_000; at += 1) answers.store(`/?${at}`, '{}', 0)
  expect([answers.find('/?0'), answers.find('/?39999')?.body.toString()]).toEqual([undefined, '{}'])
})

test('D-62 while the database is away, guests and members get the last public answers for ten minutes', async () => {
  const { slug, id } = await createMerchant(server.deps)
  const url = `/api/merchants/slug/${slug}`
  const before = await ask(url)
  await server.deps.db.pool.query(`UPDATE merchants SET contact_number = 'moved' WHERE id = ${id}`)
  server.deps.responseCache.clear()
  server.travel(60_000)
  const away = vi.spyOn(server.deps.db.pool, 'query').mockRejectedValue(serverLostError())
  const last = await ask(url, { authorization: `Bearer ${'x'.repeat(32)}` })
  expect([last.statusCode, last.body, last.headers.etag]).toEqual([200, before.body, before.headers.etag])
  expect(last.headers).toMatchObject({ 'x-answer-age': '60', 'cache-control': 'no-cache' })
  expect(last.headers['retry-after']).toBeUndefined()
  expect((await ask(url, { 'if-none-match': String(before.headers.etag) })).statusCode).toBe(304)
  const unknown = await ask('/api/merchants?search=never')
  expect([unknown.statusCode, unknown.headers['retry-after']]).toEqual([503, '2'])
  server.travel(9 * 60_000)
  expect((await ask(url)).statusCode).toBe(503)
  away.mockRestore()
  const back = await ask(url)
  expect([back.json().data.contact_number, back.headers['x-answer-age']]).toEqual(['moved', undefined])
})
