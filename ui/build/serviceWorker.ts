/// <reference lib="webworker" />

import { inTime } from '../browser/inTime.ts'
import { PAGE_TIMEOUT_MS } from '../browser/pageServed.ts'
import type { Build, WorkerApp } from './serviceWorkerPlugin.ts'

declare const APP: WorkerApp
declare const OTHERS: RegExp | undefined
declare const BUILD: Build
declare const self: ServiceWorkerGlobalScope

const CACHE_PREFIX = `${APP.name}-`
const CACHE_NAME = CACHE_PREFIX + BUILD.name
/** Has the page that starts the app offline, in the language of the last worker, because each one replaces it. */
const SHELL_CACHE = `${CACHE_PREFIX}shell`
/** What a proxy answers while the server is down. */
const UNAVAILABLE = [502, 503, 504]
/** After this time without an answer of the cache, which some browsers never give, the network is asked. */
const CACHE_TIMEOUT_MS = 1000
/** After this time, a page or file fails that neither the network nor the cache gives. */
const LAST_TIMEOUT_MS = 15_000

// A new version waits until the last page of the former one is closed, so that no page loses its code. The worker of
// another language, which is another build, waits too: a page opened while one worker replaces another may never load.
self.addEventListener('install', (event) => event.waitUntil(cacheBuild()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { method, url, mode } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin || !isOwnPath(pathname)) return
  if (mode === 'navigate') event.respondWith(page(event))
  else if (pathname.startsWith(`${APP.base}assets/`)) event.respondWith(asset(event))
})

async function cacheBuild(): Promise<void> {
  const shell = await self.fetch(APP.shell, { cache: 'no-store' })
  // During a deployment, another server may still answer with the old page.
  if (!(await isOfThisBuild(shell.clone()))) throw new Error('The page is not of this build.')
  const cache = await caches.open(CACHE_NAME)
  await Promise.all(BUILD.files.map(async (file) => cache.put(file, await loadFile(file))))
  await storeShell(shell)
}

/** Throws if something else answers, such as the page of a captive portal. */
async function loadFile(file: string): Promise<Response> {
  const answer = await self.fetch(file)
  if (!isFile(answer)) throw new Error(`${file} cannot be loaded.`)
  return answer
}

const isFile = ({ ok, headers }: Response) => ok && !headers.get('content-type')?.startsWith('text/html')

async function activate(): Promise<void> {
  await inTime(deleteOldCaches()).catch(() => undefined)
  await self.clients.claim()
}

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter(isOld).map((name) => caches.delete(name)))
}

const isOld = (name: string) => name.startsWith(CACHE_PREFIX) && ![CACHE_NAME, SHELL_CACHE].includes(name)

const isOwnPath = (path: string) => path.startsWith(APP.base) && !OTHERS?.test(path)

/** The server's page; the cached one if that fails, or is late and its address names no other language. */
async function page(event: FetchEvent): Promise<Response> {
  const answer = self.fetch(event.request)
  // The network may fail before the cache answers.
  answer.catch(() => undefined)
  const cached = cachedShell()
  const shell = await soon(cached)
  if (!shell) return answer.catch(() => orFail(cached))
  event.waitUntil(answer.then(updateShell).catch(() => undefined))
  const page = answer.then((given) => (UNAVAILABLE.includes(given.status) ? shell : given))
  const language = new URL(event.request.url).searchParams.get(APP.languageParameter)
  const mayBeLate = language === null || (await soon(shell.clone().text()))?.includes(`<html lang="${language}"`)
  return Promise.race([page, ...(mayBeLate ? [afterTimeout(shell)] : [])]).catch(() => shell)
}

const cachedShell = () => caches.match(APP.base, { cacheName: SHELL_CACHE })

async function storeShell(shell: Response): Promise<void> {
  await (await caches.open(SHELL_CACHE)).put(APP.base, shell)
}

/** The settings in the page may have changed. The shell of a worker that waits stays. */
async function updateShell(answer: Response): Promise<void> {
  const [tested, given] = [answer.clone(), answer.clone()]
  const cached = await cachedShell()
  if (!cached || !(await isOfThisBuild(cached))) return
  const shell = (await isRendered(tested)) ? await self.fetch(APP.shell) : given
  if (await isOfThisBuild(shell.clone())) await storeShell(shell)
}

/** A page that was rendered for one address cannot stand in for another. */
const isRendered = async (answer: Response): Promise<boolean> => (await answer.text()).includes(' data-rendered="')

async function isOfThisBuild(answer: Response): Promise<boolean> {
  return answer.ok && !answer.redirected && (await answer.text()).includes(BUILD.entry)
}

function afterTimeout(shell: Response): Promise<Response> {
  return new Promise((resolve) => setTimeout(resolve, PAGE_TIMEOUT_MS, shell))
}

/** Files are named by their content and never change, so a cached one is never loaded again. */
async function asset(event: FetchEvent): Promise<Response> {
  const { request } = event
  const cached = caches.match(request, { ignoreVary: true })
  const found = await soon(cached)
  if (found) return found
  const answer = await self.fetch(request).catch(() => orFail(cached))
  if (isFile(answer)) event.waitUntil(storeFile(request, answer.clone()))
  return answer
}

async function storeFile(request: Request, answer: Response): Promise<void> {
  await (await caches.open(CACHE_NAME)).put(request, answer)
}

/** What the cache answers, undefined if it fails or takes too long. */
const soon = <T>(cached: Promise<T>) => inTime(cached, CACHE_TIMEOUT_MS).catch(() => undefined)

/** Without the network, a slow cache is waited for, but not for ever. */
async function orFail(cached: Promise<Response | undefined>): Promise<Response> {
  const found = await inTime(cached, LAST_TIMEOUT_MS)
  if (!found) throw new Error('There is no network.')
  return found
}
