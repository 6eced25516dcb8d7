import { existsSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { MEMBER_COOKIE, PAGE_SETTINGS_ID, type PageSettings } from '@stampus/contract/settings'
import { type Language, languages } from '@stampus/contract/values/languages'
import type { EarningRule } from '@stampus/contract/values/money'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../../config.ts'
import type { PlatformDeps } from '../../deps.ts'
import { notFound } from '../http-error.ts'
import { AGE_HEADER } from '../response-cache.ts'
import { findPageLanguage, listLanguageLinks, removeLanguage } from './page-language.ts'
import { isCanonicalPath, isPagePath, readPagePaths } from './page-paths.ts'
import type { RenderedPage } from './rendered-page.ts'
import { type Audience, RenderedPages, type Status } from './rendered-pages.ts'

const root = join(import.meta.dirname, '../../../..')
const MANIFEST_HEADERS = { 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': 'no-cache' }
// Four URLs are in the Link header. Proxies reject large headers of answers.
const LINKED_PATH_MAX = 200
const LANGUAGE_VARY = 'accept-language, cookie'
const PAGE_HEADERS = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' }

type WebApp = { folder: string; plain: string | undefined; rendered: RenderedPages | undefined }

type Pages = {
  settings: string
  webApps: Record<Language, WebApp>
  consolePage: string | undefined
  counterPages: Record<Language, string | undefined>
}

/** Serves the built apps: their files, and their single HTML page at every path, with the current earning rule. */
export async function servePages(app: FastifyInstance, deps: PlatformDeps, findRule: () => Promise<EarningRule>) {
  const { config } = deps
  const apiOrigin = apiOriginOf(folderOf('web'))
  const counterFolders = { en: folderOf('counter'), ms: join(folderOf('counter'), 'ms') }
  const openWebApp = (folder: string, settings: string): WebApp => {
    const plain = pageOf(folder, settings)
    // With an API on another server, this server does not know the content to render.
    const canRender = plain !== undefined && !apiOrigin
    return {
      folder,
      plain,
      rendered: canRender ? new RenderedPages(app, deps, { plain, settings, folder }) : undefined,
    }
  }
  const openPages = (settings: string): Pages => {
    const english = openWebApp(folderOf('web'), settings)
    const malay = openWebApp(builtIn('ms') ?? english.folder, settings)
    const counterPages = { en: pageOf(counterFolders.en, settings), ms: pageOf(counterFolders.ms, settings) }
    const consolePage = pageOf(folderOf('console'), settings)
    return { settings, webApps: { en: english, ms: malay }, consolePage, counterPages }
  }
  let pages = openPages(settingsOf(config, await findRule()))
  const memoizedRule = deps.responseCache.memoize(findRule)
  let isRefreshing = false
  const refresh = async () => {
    isRefreshing = true
    try {
      const settings = settingsOf(config, await memoizedRule())
      if (settings !== pages.settings) pages = openPages(settings)
    } catch (err) {
      deps.log.error({ err }, 'the settings of the pages were not refreshed; the last known ones stay')
    } finally {
      isRefreshing = false
    }
  }
  /** The last known pages: they must not wait for the database. */
  const currentPages = () => {
    if (!isRefreshing) void refresh()
    return pages
  }
  const hasPage = {
    web: readPagePaths(folderOf('web')),
    console: readPagePaths(folderOf('console')),
    counter: readPagePaths(folderOf('counter')),
  }
  await serveFiles(app, '/console/', [folderOf('console')])
  await serveFiles(app, '/counter/', Object.values(counterFolders))
  await serveFiles(app, '/', [...new Set(languages.map((language) => pages.webApps[language].folder))])
  const { en, ms } = pages.webApps
  const manifestNames = { name: config.PRODUCT_NAME, short_name: config.PRODUCT_NAME }
  serveFilesByLanguage(app, '/', { en: en.folder, ms: ms.folder }, manifestNames)
  serveFilesByLanguage(app, '/counter/', counterFolders)
  for (const path of ['/console', '/counter']) app.get(path, (_request, reply) => reply.redirect(`${path}/`))
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPageRequest(request)) throw notFound()
    const path = pathOf(request)
    // No page has a path that ends like a file name.
    const isFile = /\.[a-z0-9]{1,5}$/i.test(path)
    const { webApps, consolePage, counterPages } = currentPages()
    if (request.url.startsWith('/console/'))
      return sendPage(reply, consolePage, isFile || !hasPage.console(path) ? 404 : 200)
    if (request.url.startsWith('/counter/')) {
      reply.header('vary', LANGUAGE_VARY)
      return sendPage(reply, counterPages[findPageLanguage(request)], isFile || !hasPage.counter(path) ? 404 : 200)
    }
    if (apiOrigin) allowApi(reply, apiOrigin)
    const { plain, rendered } = webApps[findPageLanguage(request)]
    const isMissing = isFile || !hasPage.web(path)
    reply.header('vary', LANGUAGE_VARY)
    if (!isMissing && path.length <= LINKED_PATH_MAX && isCanonicalPath(path))
      reply.header('link', listLanguageLinks(config.WEB_URL, path))
    const status = isMissing ? 404 : 200
    const page = await rendered?.find(removeLanguage(request.url), audienceOf(request), status)
    if (page) return sendRendered(request, reply, page, status)
    const isRecordMissing = status === 200 && (await webApps.en.rendered?.isRecordMissing(path))
    if (isRecordMissing) reply.removeHeader('link')
    return sendPage(reply, plain, isRecordMissing ? 404 : status)
  })
}

/** Precompressed if the client accepts it. The not-found handler serves index.html. */
async function serveFiles(app: FastifyInstance, prefix: string, folders: string[]): Promise<void> {
  const [folder] = folders
  if (folder === undefined || !existsSync(folder)) return
  await app.register(fastifyStatic, {
    root: folders,
    prefix,
    wildcard: false,
    index: false,
    globIgnore: ['**/*.{br,gz}', '**/index.html', ...byLanguage, ...languages.map((name) => `${name}/**`), '**/.*'],
    preCompressed: true,
    decorateReply: prefix === '/',
    setHeaders: (reply, path) => {
      const from = folders.findLast((one) => path.startsWith(one + sep)) ?? folder
      reply.header('cache-control', cacheControlOf(relative(from, path)))
    },
  })
}

/** These files have the same path in every language; pages add `?lang=ms`. */
const byLanguage = ['manifest.webmanifest', 'sw.js']

function serveFilesByLanguage(
  app: FastifyInstance,
  prefix: string,
  folders: Record<Language, string>,
  names: { name?: string; short_name?: string } = {},
): void {
  if (!existsSync(join(folders.en, 'manifest.webmanifest'))) return
  const manifestOf = (folder: string) => {
    const built = JSON.parse(readFileSync(join(folder, 'manifest.webmanifest'), 'utf8'))
    return JSON.stringify({ ...built, ...names })
  }
  const manifests: Record<Language, string> = { en: manifestOf(folders.en), ms: manifestOf(folders.ms) }
  app.get(`${prefix}manifest.webmanifest`, (request, reply) =>
    reply.headers({ ...MANIFEST_HEADERS, vary: LANGUAGE_VARY }).send(manifests[findPageLanguage(request)]),
  )
  app.get(`${prefix}sw.js`, (request, reply) =>
    // The validators of both languages could be the same: they are made of size and time.
    reply
      .header('vary', LANGUAGE_VARY)
      .sendFile('sw.js', folders[findPageLanguage(request)], { etag: false, lastModified: false }),
  )
}

/** Files in assets/ are named by their content. */
export function cacheControlOf(path: string): string {
  // The service worker and its compressed copies.
  if (/^sw\.js(\.|$)/.test(path)) return 'no-cache'
  return /^assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

const isPageRequest = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') && isPagePath(pathOf(request))

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? ''

/** The session token is no cookie; the app sets a marker cookie while a member is signed in. */
const audienceOf = ({ cookies }: FastifyRequest): Audience =>
  cookies[MEMBER_COOKIE] === undefined ? 'guest' : 'member'

function sendRendered(request: FastifyRequest, reply: FastifyReply, page: RenderedPage, status: Status): FastifyReply {
  const policy = String(reply.getHeader('content-security-policy'))
  reply.headers({
    ...PAGE_HEADERS,
    etag: page.etag,
    vary: `accept-encoding, ${LANGUAGE_VARY}`,
    'content-security-policy': policyFor(policy, page),
    ...(page.age !== undefined && { [AGE_HEADER]: page.age }),
  })
  if (status === 200 && request.headers['if-none-match'] === page.etag)
    return reply.code(304).removeHeader('content-type').send()
  const encoding = (['br', 'gzip'] as const).find((one) => accepts(request, one))
  if (encoding) reply.header('content-encoding', encoding)
  return reply.code(status).send(page.bodies[encoding ?? 'identity'])
}

/** Undefined if the app was built for the origin of its pages. */
export function apiOriginOf(folder: string): string | undefined {
  const path = join(folder, '.api-base')
  const base = existsSync(path) ? readFileSync(path, 'utf8') : '/'
  return base.startsWith('/') ? undefined : new URL(base).origin
}

export function allowApi(reply: FastifyReply, apiOrigin: string): void {
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header('content-security-policy', policy.replace(/(?<=connect-src|img-src)/g, ` ${apiOrigin}`))
}

const policyFor = (policy: string, { sources: { script, style } }: RenderedPage): string =>
  policy.replace("script-src 'self'", `$& ${script}`).replace("style-src 'self'", `$& ${style}`)

function accepts({ headers }: FastifyRequest, encoding: string): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').split(',')
  return accepted.some((one) => one.trim().startsWith(encoding) && !/;\s*q=0(\.0*)?$/.test(one.trim()))
}

function sendPage(reply: FastifyReply, page: string | undefined, status: Status): FastifyReply {
  if (page === undefined) throw notFound()
  return reply.code(status).headers(PAGE_HEADERS).send(page)
}

function pageOf(folder: string, settings: string): string | undefined {
  const path = join(folder, 'index.html')
  // Browsers do not run a JSON data block, so the strict policy allows it.
  const block = `<script type="application/json" id="${PAGE_SETTINGS_ID}">${settings}</script>`
  return existsSync(path) ? readFileSync(path, 'utf8').replace('<!--settings-->', () => block) : undefined
}

const folderOf = (name: string) => join(root, name, 'dist')

/** Undefined if the app was built without this language. */
function builtIn(language: Language): string | undefined {
  const folder = join(folderOf('web'), language)
  return existsSync(join(folder, 'manifest.webmanifest')) ? folder : undefined
}

function settingsOf(config: Config, rule: EarningRule): string {
  const settings: PageSettings = {
    product_name: config.PRODUCT_NAME,
    legal_name: config.LEGAL_NAME,
    support_email: config.SUPPORT_EMAIL,
    college_domains: config.COLLEGE_DOMAINS,
    currency: config.CURRENCY,
    time_zone: config.TIME_ZONE,
    max_receipt_age_days: config.MAX_RECEIPT_AGE_DAYS,
    receipt_picture_days: config.RECEIPT_PICTURE_DAYS,
    sen_per_stamp: rule.sen_per_stamp,
    min_stamps_per_submission: rule.min_stamps_per_submission,
    max_stamps_per_submission: rule.max_stamps_per_submission,
    reads_receipts: config.RECEIPT_OCR === 'on',
    checks_verification_links: true,
  }
  return JSON.stringify(settings).replaceAll('<', '\\u003c')
}
