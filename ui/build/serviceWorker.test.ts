import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Handler = (event: object) => void
type Fetched = (given: Request | string) => Promise<Response>

const SCRIPT = '/assets/index-1.js'
const never = () => new Promise<never>(() => undefined)
const script = () => new Response('run()', { headers: { 'Content-Type': 'text/javascript' } })
const shell = () => new Response(`<html lang="en">${SCRIPT}`, { headers: { 'Content-Type': 'text/html' } })
const portal = () => new Response('Campus Wi-Fi', { headers: { 'Content-Type': 'text/html; charset=utf-8' } })

let handlers: Record<string, Handler>
let stored: Map<string, Response>

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  handlers = {}
  stored = new Map()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pathOf = (given: Request | string) => (typeof given === 'string' ? given : new URL(given.url).pathname)

/** Starts the worker in a browser whose network answers with `fetched`. Without `hasCache` the cache never answers. */
async function startWorker(fetched: Fetched, { hasCache = true } = {}) {
  const cache = { put: async (given: Request | string, answer: Response) => void stored.set(pathOf(given), answer) }
  const match = async (given: Request | string) => stored.get(pathOf(given))?.clone()
  const caches = { open: async () => cache, match, keys: async () => [], delete: async () => true }
  const dead = { open: never, match: never, keys: never, delete: never }
  const scope = {
    addEventListener: (name: string, handler: Handler) => {
      handlers[name] = handler
    },
    fetch: fetched,
    location: new URL('http://app.test/'),
    clients: { claim: async () => undefined },
  }
  const app = { name: 'app', base: '/', shell: '/offline', languageParameter: 'lang' }
  const given = { APP: app, OTHERS: undefined, BUILD: { name: '1', files: [SCRIPT], entry: SCRIPT } }
  for (const [name, value] of Object.entries({ ...given, self: scope, caches: hasCache ? caches : dead }))
    vi.stubGlobal(name, value)
  await import('./serviceWorker.ts')
}

/** The answer of the worker to a request of a page, and what it does beside. */
async function answerTo(path: string, mode: RequestMode | 'navigate' = 'cors') {
  const request = { method: 'GET', url: `http://app.test${path}`, mode }
  const beside: Promise<unknown>[] = []
  let answer: Promise<Response> | undefined
  const waitUntil = (work: Promise<unknown>) => void beside.push(work.catch(() => undefined))
  handlers.fetch?.({
    request,
    waitUntil,
    respondWith: (given: Promise<Response>) => {
      answer = given
    },
  })
  return { answer, beside }
}

/** Whether the worker finishes an event. */
async function finishes(name: 'install' | 'activate'): Promise<boolean> {
  let work: Promise<unknown> = Promise.resolve()
  handlers[name]?.({
    waitUntil: (given: Promise<unknown>) => {
      work = given
    },
  })
  const done = work.then(
    () => true,
    () => false,
  )
  await vi.advanceTimersByTimeAsync(5000)
  return Promise.race([done, Promise.resolve(false)])
}

test('D-94 the page of a captive portal is never kept in place of a script', async () => {
  let fetched = portal
  await startWorker(async (given) => (pathOf(given) === '/offline' ? shell() : fetched()))
  expect(await finishes('install')).toBe(false)
  const during = await answerTo(SCRIPT)
  await during.answer
  await Promise.all(during.beside)
  expect(stored.has(SCRIPT)).toBe(false)
  fetched = script
  expect(await finishes('install')).toBe(true)
  expect(await stored.get(SCRIPT)?.text()).toBe('run()')
})

test('R-4 D-94 a worker deletes the caches of former builds of its app, and leaves those and the pages of the other app alone', async () => {
  await startWorker(async () => shell())
  const deleted: string[] = []
  vi.stubGlobal('OTHERS', /^\/counter\b/)
  vi.stubGlobal('caches', {
    keys: async () => ['app-0', 'app-1', 'app-shell', 'counter-0', 'counter-shell'],
    delete: async (name: string) => deleted.push(name),
  })
  expect(await finishes('activate')).toBe(true)
  expect(deleted).toEqual(['app-0'])
  expect((await answerTo('/counter/', 'navigate')).answer).toBeUndefined()
})

test('D-94 pages and scripts come from the network where the browser’s cache never answers', async () => {
  await startWorker(async (given) => (pathOf(given) === SCRIPT ? script() : shell()), { hasCache: false })
  expect(await finishes('activate')).toBe(true)
  const [asset, page] = [await answerTo(SCRIPT), await answerTo('/app/deals', 'navigate')]
  await vi.advanceTimersByTimeAsync(1000)
  expect(await (await asset.answer)?.text()).toBe('run()')
  expect(await (await page.answer)?.text()).toContain(SCRIPT)
})

test('D-94 without a network a slow cache is waited for', async () => {
  await startWorker(async () => Promise.reject(new TypeError('no network')))
  vi.stubGlobal('caches', {
    match: () => new Promise((resolve) => setTimeout(resolve, 3000, script())),
  })
  const [asset, page] = [await answerTo(SCRIPT), await answerTo('/app/deals', 'navigate')]
  await vi.advanceTimersByTimeAsync(3000)
  expect(await (await asset.answer)?.text()).toBe('run()')
  expect(await (await page.answer)?.text()).toBe('run()')
})

test('D-94 pages and scripts fail in the end where neither the network nor the cache answers', async () => {
  await startWorker(async () => Promise.reject(new TypeError('no network')), { hasCache: false })
  const given = [await answerTo(SCRIPT), await answerTo('/app/deals', 'navigate')]
  const ended = Promise.allSettled(given.map(({ answer }) => answer))
  await vi.advanceTimersByTimeAsync(20_000)
  const results = await Promise.race([ended, undefined])
  expect(results?.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('D-94 D-100 the kept page opens when the server is late for four seconds, but not in another language, and when it is down', async () => {
  const answers: Array<(answer: Response) => void> = []
  await startWorker(() => new Promise((resolve) => answers.push(resolve)))
  stored.set('/', shell())
  const [late, malay] = [await answerTo('/app/deals', 'navigate'), await answerTo('/app/deals?lang=ms', 'navigate')]
  const isAnswered = (answer: Promise<Response> | undefined) => Promise.race([answer?.then(() => true), false])
  await vi.advanceTimersByTimeAsync(3900)
  expect(await isAnswered(late.answer)).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(await (await late.answer)?.text()).toContain(SCRIPT)
  expect(await isAnswered(malay.answer)).toBe(false)
  answers[1]?.(new Response('<html lang="ms">'))
  expect(await (await malay.answer)?.text()).toBe('<html lang="ms">')
  const down = await answerTo('/app/deals', 'navigate')
  await vi.advanceTimersByTimeAsync(0)
  answers[2]?.(new Response('Bad gateway', { status: 502 }))
  expect(await (await down.answer)?.text()).toContain(SCRIPT)
})

test('D-94 the kept page follows the settings of the served one, and none that was rendered for one address is kept', async () => {
  let page = `<html lang="en">${SCRIPT} new settings`
  await startWorker(async (given) => (pathOf(given) === '/offline' ? shell() : new Response(page)))
  stored.set('/', shell())
  const open = async () => {
    const { answer, beside } = await answerTo('/app/deals', 'navigate')
    await vi.advanceTimersByTimeAsync(0)
    await answer
    await Promise.all(beside)
    return stored.get('/')?.clone().text()
  }
  expect(await open()).toContain('new settings')
  page = `<html lang="en" data-rendered="/app/deals">${SCRIPT} one merchant`
  expect(await open()).toBe(await shell().text())
})
