import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { PAGE_SIZE } from '@stampus/contract/limits'
import { dayIn } from '@stampus/contract/values/days'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createMerchant } from '../../../../tests/support/api/merchants.ts'
import { type TestApp, testApp } from '../../../../tests/support/server/app.ts'
import { temporaryFolder } from '../../../../tests/support/server/temporary-folder.ts'
import { insertDeals } from '../../../domains/deals/deals.store.ts'
import { serverLostError } from '../../db/connections/pool.ts'
import { findPageLanguage } from './page-language.ts'
import { createPathMatcher } from './page-paths.ts'
import { allowApi, apiOriginOf, cacheControlOf } from './pages.ts'
import { RenderedPages } from './rendered-pages.ts'

const LIFE_MS = 5000
const plain = `<head><title>Stampus</title>
<script type="module" crossorigin src="/assets/index.js"></script>
<link rel="modulepreload" crossorigin href="/assets/runtime.js">
<link rel="modulepreload" crossorigin href="/assets/react.js">
<link rel="stylesheet" crossorigin href="/assets/index.css"></head><div id="root"></div>`
const settings = JSON.stringify({ product_name: 'Kad & Setem' })
/** A small stand-in for the renderer that the web app's build makes. */
const script = `var count = 0
var calls = 0
var renderer = {
  prepare: async () => undefined,
  findFirstCall: (path) => (calls += 1, path.startsWith('/merchants/') ? '/api/merchants/slug/' + path.slice(11) : path === '/none' ? undefined : ''),
  findSubject: (path) => path.startsWith('/merchants/') ? '/api/merchants/slug/' + path.slice(11) : path.startsWith('/deals/') ? '/api/advertisements?page=1\\n' + path.slice(7) : '',
  scriptsOf: () => '/assets/part.js',
  render: (path, answer) => {
    if (path === '/broken') throw new Error('broken')
    while (path === '/endless') count += 0
    count += 1
    return '<h1>' + (answer ? JSON.parse(answer).data.contact_number : 'Home') + '</h1>' + count + typeof require + typeof process + typeof fetch + ' calls ' + calls
  },
}`

const folder = await temporaryFolder()
let server: TestApp
let pages: RenderedPages
const error = vi.fn()

beforeAll(async () => {
  server = await testApp()
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, '.renderer.js'), script)
  await writeFile(join(folder, 'assets/index.css'), 'h1 { color: red }')
})
afterAll(() => server.close())
beforeEach(() => {
  error.mockClear()
  const log = Object.assign(Object.create(server.deps.log), { error })
  pages = new RenderedPages(server.app, { ...server.deps, log }, { plain, settings, folder })
})

const textOf = async (path: string) => (await pages.find(path))?.bodies.identity.toString()
const addressOf = async (given: { contact_number?: string } = {}) =>
  `/merchants/${(await createMerchant(server.deps, given)).slug}`

test('S-1.02 S-3.04 a rendered page contains public content, its styles and one script loader', async () => {
  const page = await textOf(await addressOf({ contact_number: '<1>' }))
  // The renderer has no access to files, processes or the network.
  expect(await textOf('/')).toMatch(
    /<title>Home · Kad &amp; Setem<\/title>[\s\S]*<h1>Home<\/h1>\d+undefinedundefinedundefined/,
  )
  expect(page).toContain('<style>h1 { color: red }</style>')
  expect(page).toContain('data-scripts="/assets/runtime.js /assets/react.js /assets/index.js /assets/part.js"')
  expect(page).toMatch(/<script type="application\/json" id="answer">\{"data":\{.*\\u003c1>/)
  expect(page).not.toMatch(/<script [^>]*src=|<link rel="(stylesheet|modulepreload)"/)
  expect(page).toContain('<link disabled rel="stylesheet" crossorigin href="/assets/index.css">')
})

test('D-34 a page is rendered and compressed once, and again when its content has changed', async () => {
  const { id, slug } = await createMerchant(server.deps)
  const first = await pages.find(`/merchants/${slug}`)
  server.travel(LIFE_MS)
  expect(await pages.find(`/merchants/${slug}`)).toBe(first)
  expect(brotliDecompressSync(first?.bodies.br ?? '')).toEqual(first?.bodies.identity)
  expect(gunzipSync(first?.bodies.gzip ?? '')).toEqual(first?.bodies.identity)
  await server.deps.db.pool.query(`UPDATE merchants SET contact_number = 'moved' WHERE id = ${id}`)
  server.deps.responseCache.clear()
  const next = await pages.find(`/merchants/${slug}`)
  expect(next?.etag).not.toBe(first?.etag)
  expect(next?.bodies.identity.toString()).toContain('<h1>moved</h1>')
})

test('D-33 S-1.02 a page is rendered again on the next day, because it may count days; its API call is computed once', async () => {
  const first = await pages.find('/')
  expect(await pages.find('/')).toBe(first)
  server.travel(24 * 60 * 60 * 1000)
  expect(await textOf('/')).toMatch(/<h1>Home<\/h1>2\w+ calls 1</)
})

test('S-2.16 a missing record, an unrendered path and another spelling get the plain page', async () => {
  for (const path of ['/merchants/nowhere', '/none', '/?a', '/merchants/a%20b', '/"><script>'])
    expect(await pages.find(path), path).toBeUndefined()
  expect(error).not.toHaveBeenCalled()
})

test('S-2.16 S-2.37 looking up a record makes the calls of its page, which then find the responses cached', async () => {
  const { responseCache, config, now } = server.deps
  responseCache.clear()
  const path = await addressOf()
  expect([await pages.isRecordMissing(path), responseCache.find(`/api${path.replace('s/', 's/slug/')}`)]).toEqual([
    false,
    expect.anything(),
  ])
  const { id } = await createMerchant(server.deps)
  const today = dayIn(config.TIME_ZONE, now())
  const deal = { merchant_id: id, description: '', image_key: null, image_placeholder: null, start_date: today }
  const all = Array.from({ length: PAGE_SIZE + 1 }, () => ({ ...deal, title: 'Kopi', end_date: today }))
  const ids = await insertDeals(server.deps.db.pool, [
    ...all,
    { ...deal, title: 'Over', start_date: '2020-01-01', end_date: '2020-01-02' },
  ])
  responseCache.clear()
  const [oldest, newest, over] = [ids[0], ids.at(-2), ids.at(-1)]
  expect(await pages.isRecordMissing(`/deals/${newest}`)).toBe(false)
  expect(responseCache.find('/api/advertisements?page=2')).toBeUndefined()
  expect(await pages.isRecordMissing(`/deals/${oldest}`)).toBe(false)
  expect(responseCache.find('/api/advertisements?page=2')).toBeDefined()
  for (const gone of ['/merchants/nowhere', `/deals/${over}`, '/deals/x'])
    expect(await pages.isRecordMissing(gone), gone).toBe(true)
  expect(await pages.isRecordMissing('/none')).toBe(false)
})

test.each([
  ['fails', async () => ({ statusCode: 503, body: '{}', headers: {} })],
  ['does not arrive', () => new Promise(() => {})],
])('S-2.16 a page is not a 404 while the lookup of its record %s', async (_how, inject) => {
  const away = new RenderedPages(Object.assign(Object.create(server.app), { inject }), server.deps, {
    plain,
    settings,
    folder,
  })
  for (const path of ['/merchants/nowhere', '/deals/1']) expect(await away.isRecordMissing(path), path).toBe(false)
})

test('D-62 a page with the last known content says how old that is', async () => {
  const path = await addressOf({ contact_number: 'before' })
  await pages.find(path)
  server.travel(60_000)
  const away = vi.spyOn(server.deps.db.pool, 'query').mockRejectedValue(serverLostError())
  const page = await pages.find(path)
  away.mockRestore()
  expect([page?.age, page?.bodies.identity.toString()]).toEqual(['60', expect.stringContaining('<h1>before</h1>')])
  expect((await pages.find(path))?.age).toBeUndefined()
})

test('S-1.02 a page that cannot be rendered in time is sent plain, and one error is logged', async () => {
  for (const path of ['/broken', '/endless', '/broken']) expect(await pages.find(path), path).toBeUndefined()
  expect(error).toHaveBeenCalledTimes(1)
  expect(error.mock.calls[0]?.[0].reason).toContain('broken')
  expect(await textOf('/')).toContain('<h1>Home</h1>')
})

test('S-1.02 without a built renderer, pages are sent plain', async () => {
  const none = new RenderedPages(server.app, server.deps, { plain, settings, folder: join(folder, 'none') })
  expect(await none.find('/')).toBeUndefined()
})

const [address, visit, chosen] = ['/app/deals?lang=ms', { stampus_visit_language: 'ms' }, { stampus_language: 'ms' }]

test.each<[string, { url?: string; cookies?: Record<string, string>; browser?: string }, string]>([
  ['nothing', {}, 'en'],
  ['the browser', { browser: 'ms-MY,en;q=0.8' }, 'ms'],
  ['the link of this visit, not the browser', { cookies: visit, browser: 'en' }, 'ms'],
  ['the choice, not the link of this visit', { cookies: { ...chosen, stampus_visit_language: 'en' } }, 'ms'],
  ['the choice, not the browser', { cookies: chosen, browser: 'en' }, 'ms'],
  ['the address, not the choice', { url: address, cookies: { stampus_language: 'en' }, browser: 'en' }, 'ms'],
  ['the choice if the address names no language', { url: '/app/deals?lang=fr', cookies: chosen }, 'ms'],
])('D-100 what decides on the language of a page: %s', (_what, { url = '/', cookies = {}, browser }, language) => {
  const request = { url, cookies, headers: { 'accept-language': browser } } as unknown as FastifyRequest
  expect(findPageLanguage(request)).toBe(language)
})

test('S-2.37 every spelling of a page’s path matches, and no other path', () => {
  const hasPage = createPathMatcher(['/', '/app/merchants', '/app/merchants/:id', '/merchants/:slug'])
  for (const path of ['/', '//', '/app/merchants', '/APP//Merchants/', '/%61pp/merchants', '/app/merchants/7'])
    expect(hasPage(path), path).toBe(true)
  for (const path of ['/nowhere', '/app', '/app/merchants/7/8', '/merchants', '/%0d%0ax', '/%E0%A4%A', '/:slug'])
    expect(hasPage(path), path).toBe(false)
})

test('D-60 browsers cache only files named by their content for good, and revalidate the service worker each time', () => {
  expect(cacheControlOf('assets/frame-3f2a.js')).toContain('immutable')
  for (const path of ['icon.svg', 'srv/assets/icon.svg', 'assets'])
    expect(cacheControlOf(path)).toBe('public, max-age=3600')
  for (const path of ['sw.js', 'sw.js.br', 'sw.js.gz']) expect(cacheControlOf(path)).toBe('no-cache')
})

test('D-66 the pages of an app that was built for another server may call its API and show its pictures, and nothing else', async () => {
  const built = await mkdtemp(join(folder, 'built-'))
  const found = [apiOriginOf(built)]
  for (const base of ['/api', 'https://api.campus.test/api']) {
    await writeFile(join(built, '.api-base'), base)
    found.push(apiOriginOf(built))
  }
  expect(found).toEqual([undefined, undefined, 'https://api.campus.test'])

  const headers = new Map([['content-security-policy', "img-src 'self' data:;connect-src 'self';font-src 'self'"]])
  const reply = { getHeader: headers.get.bind(headers), header: headers.set.bind(headers) } as unknown as FastifyReply
  allowApi(reply, 'https://api.campus.test')
  expect(headers.get('content-security-policy')).toBe(
    "img-src https://api.campus.test 'self' data:;connect-src https://api.campus.test 'self';font-src 'self'",
  )
})
