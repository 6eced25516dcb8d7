/// <reference lib="webworker" />

import { serverPaths, shellPath } from '../shared/serverPaths.ts'

/** What the build writes in: every file of this version by its address, the script it starts with, and its own name. */
declare const BUILD: { name: string; files: string[]; entry: string }
declare const self: ServiceWorkerGlobalScope

const SHELL = '/'
const PATIENCE_MS = 4000
const kept = `app-${BUILD.name}`
/** What a proxy answers while the server behind it is away. */
const away = [502, 503, 504]

// A new version waits until the last page of the one before is closed: no page loses its code under its feet.
self.addEventListener('install', (event) => event.waitUntil(keepBuild()))
self.addEventListener('activate', (event) => event.waitUntil(hydratePage()))
self.addEventListener('fetch', (event) => {
  const { method, url, mode } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin || serverPaths.test(pathname)) return
  if (mode === 'navigate') event.respondWith(page(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(event.request))
})

async function keepBuild(): Promise<void> {
  const cache = await caches.open(kept)
  const shell = await self.fetch(shellPath, { cache: 'no-store' })
  // While a new version is rolled out, another server may still answer with the page of the old one.
  if (!(await isOfThisBuild(shell.clone()))) throw new Error('The page is not of this build.')
  await cache.addAll(BUILD.files)
  await cache.put(SHELL, shell)
}

async function hydratePage(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== kept).map((name) => caches.delete(name)))
  await self.clients.claim()
}

/** The server's page; where it cannot be had, or not soon, the one kept of this build. */
async function page(event: FetchEvent): Promise<Response> {
  const answer = self.fetch(event.request)
  const shell = await caches.match(SHELL, { cacheName: kept })
  if (!shell) return answer
  event.waitUntil(answer.then(renewShell).catch(() => undefined))
  const page = answer.then((given) => (away.includes(given.status) ? shell : given))
  return Promise.race([page, afterPatience(shell)]).catch(() => shell)
}

/** The settings that the server writes into the page may have changed since. */
async function renewShell(answer: Response): Promise<void> {
  const [tested, given] = [answer.clone(), answer.clone()]
  const shell = (await isRendered(tested)) ? await self.fetch(shellPath) : given
  if (await isOfThisBuild(shell.clone())) await (await caches.open(kept)).put(SHELL, shell)
}

/** One that holds the content of its own address can stand in for no other. */
async function isRendered(answer: Response): Promise<boolean> {
  return (await answer.text()).includes(' data-rendered="')
}

async function isOfThisBuild(answer: Response): Promise<boolean> {
  return answer.ok && !answer.redirected && (await answer.text()).includes(BUILD.entry)
}

function afterPatience(shell: Response): Promise<Response> {
  return new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, shell))
}

/** A file named by its content never changes: what was seen once is not asked for again. */
async function asset(request: Request): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true })
  if (cached) return cached
  const answer = await self.fetch(request)
  if (answer.ok) await (await caches.open(kept)).put(request, answer.clone())
  return answer
}
