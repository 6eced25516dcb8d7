/// <reference lib="webworker" />

import type { Build, WorkerApp } from './serviceWorkerPlugin.ts'

/** Set by the build. */
declare const APP: WorkerApp
/** Paths that are not the app's. */
declare const OTHERS: RegExp | undefined
declare const BUILD: Build
declare const self: ServiceWorkerGlobalScope

const TIMEOUT_MS = 4000
/** How many caches of other versions stay for the pages that are open. */
const OLD_CACHES_MAX = 3
const CACHE_PREFIX = `${APP.name}-`
const CACHE_NAME = CACHE_PREFIX + BUILD.name
/** What a proxy answers while the server is down. */
const UNAVAILABLE = [502, 503, 504]

// A new version waits until the last page of the former one is closed, so that no page loses its code. The worker of
// another language does not wait, and keeps the code of the pages that are open.
self.addEventListener('install', (event) => event.waitUntil(cacheBuild().then(replaceOtherLanguage)))
self.addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()))
self.addEventListener('fetch', (event) => {
  const { method, url, mode } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin || !isOwnPath(pathname)) return
  if (mode === 'navigate') event.respondWith(page(event))
  else if (pathname.startsWith(`${APP.base}assets/`)) event.respondWith(asset(event.request))
})

async function cacheBuild(): Promise<void> {
  const shell = await self.fetch(APP.shell, { cache: 'no-store' })
  // During a deployment, another server may still answer with the old page.
  if (!(await isOfThisBuild(shell.clone()))) throw new Error('The page is not of this build.')
  const cache = await caches.open(CACHE_NAME)
  await cache.addAll(BUILD.files)
  await cache.put(APP.base, shell)
}

/** The URL of a worker names its language. The app opens offline in the language that was chosen last. */
async function replaceOtherLanguage(): Promise<void> {
  const { active, waiting } = self.registration
  // One that waits may be of a third page, which has the language of neither.
  const isOther = (worker: ServiceWorker | null) => worker !== null && worker.scriptURL !== self.location.href
  if (isOther(active) || isOther(waiting)) await self.skipWaiting()
}

async function deleteOldCaches(): Promise<void> {
  const old = (await caches.keys()).filter(isOld)
  const kept = (await isPageOpen()) ? OLD_CACHES_MAX : 0
  // The oldest come first.
  await Promise.all(old.slice(0, Math.max(old.length - kept, 0)).map((name) => caches.delete(name)))
  await self.clients.claim()
}

const isOld = (name: string) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME

async function isPageOpen(): Promise<boolean> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages.some(({ url }) => isOwnPath(new URL(url).pathname))
}

const isOwnPath = (path: string) => path.startsWith(APP.base) && !OTHERS?.test(path)

/** The server's page. If it cannot be loaded, or is late and in the language of this worker, the cached one. */
async function page(event: FetchEvent): Promise<Response> {
  const answer = self.fetch(event.request)
  const shell = await caches.match(APP.base, { cacheName: CACHE_NAME })
  if (!shell) return answer
  event.waitUntil(answer.then(updateShell).catch(() => undefined))
  const page = answer.then((given) => (UNAVAILABLE.includes(given.status) ? shell : given))
  const late = namesOtherLanguage(event.request.url) ? [] : [afterTimeout(shell)]
  return Promise.race([page, ...late]).catch(() => shell)
}

function namesOtherLanguage(url: string): boolean {
  const named = languageIn(url)
  return named !== null && named !== languageIn(self.location.href)
}

const languageIn = (url: string) => new URL(url).searchParams.get(APP.languageParameter)

/** The settings in the page may have changed. */
async function updateShell(answer: Response): Promise<void> {
  const [tested, given] = [answer.clone(), answer.clone()]
  const shell = (await isRendered(tested)) ? await self.fetch(APP.shell) : given
  if (await isOfThisBuild(shell.clone())) await (await caches.open(CACHE_NAME)).put(APP.base, shell)
}

/** A page that was rendered for one address cannot stand in for another. */
async function isRendered(answer: Response): Promise<boolean> {
  return (await answer.text()).includes(' data-rendered="')
}

async function isOfThisBuild(answer: Response): Promise<boolean> {
  return answer.ok && !answer.redirected && (await answer.text()).includes(BUILD.entry)
}

function afterTimeout(shell: Response): Promise<Response> {
  return new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS, shell))
}

/** Files are named by their content and never change, so a cached one is never loaded again. */
async function asset(request: Request): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true })
  if (cached) return cached
  const answer = await self.fetch(request)
  if (answer.ok) await (await caches.open(CACHE_NAME)).put(request, answer.clone())
  return answer
}
