import { readFileSync } from 'node:fs'
import { NOT_FOUND_PATH, type PageSettings } from '@stampus/contract/settings'
import { dayIn } from '@stampus/contract/values/days'
import type { FastifyInstance } from 'fastify'
import type { PlatformDeps } from '../../deps.ts'
import { AGE_HEADER } from '../response-cache.ts'
import { isCanonicalPath } from './page-paths.ts'
import { createPageTemplate, type RenderedPage } from './rendered-page.ts'
import { type ApiResponse, isMissing, type PageSubject, Renderer } from './renderer.ts'

/** If rendering takes longer, the plain page is sent. */
const RENDER_WAIT_MS = 5000
/** If finding a record takes longer, the app itself shows that it is missing. */
const LOOKUP_WAIT_MS = 1000
const MAX_PAGES = 100
/** Asking the renderer takes ten times as long as serving a cached page. */
const MAX_PATHS = 1000
/** The page without content but with settings, and the settings as JSON. */
type BuiltApp = { plain: string; settings: string; folder: string }
type Entry = { key: string; page: Promise<RenderedPage> }
type PageBuilder = {
  renderer: Renderer
  fillTemplate: ReturnType<typeof createPageTemplate>
  firstCalls: Map<string, string | undefined>
  subjects: Map<string, PageSubject | undefined>
}

export type Audience = 'guest' | 'member'
export type Status = 200 | 404
const NO_CALL: ApiResponse = { status: 200, readBody: () => '', etag: '' }
const ANY_MEMBER = { name: '\u00a0', email: '', email_verified_at: '2026-01-01T00:00:00Z', profile_avatar_url: null }
const sessions = {
  guest: undefined,
  member: JSON.stringify({ token: '-', refreshToken: null, user: ANY_MEMBER, remember: true }),
}

/** A page is never older than the cached API response that it was rendered from. */
export class RenderedPages {
  readonly #app: FastifyInstance
  readonly #deps: PlatformDeps
  readonly #built: BuiltApp
  readonly #pages = new Map<string, Entry>()
  readonly #builders: Partial<Record<Audience, Promise<PageBuilder>>> = {}
  #hasFailed = false

  constructor(app: FastifyInstance, deps: PlatformDeps, built: BuiltApp) {
    this.#app = app
    this.#deps = deps
    this.#built = built
  }

  /** Undefined if the plain page should be sent. */
  async find(path: string, audience: Audience = 'guest', status: Status = 200): Promise<RenderedPage | undefined> {
    if (!isCanonicalPath(path)) return undefined
    return this.#within(this.#render(status === 404 ? NOT_FOUND_PATH : path, audience), RENDER_WAIT_MS)
  }

  /** False also if the answer is not known in time. */
  async isRecordMissing(path: string): Promise<boolean> {
    return (await this.#within(this.#isRecordMissing(path), LOOKUP_WAIT_MS)) ?? false
  }

  async #isRecordMissing(path: string): Promise<boolean> {
    const { renderer, subjects } = await this.#builder('guest')
    const subject = memoize(subjects, path, () => renderer.findSubject(path))
    return subject !== undefined && isMissing(subject, (call) => this.#fetchApi(call))
  }

  /** Undefined if the work fails or takes longer. */
  async #within<Value>(work: Promise<Value>, milliseconds: number): Promise<Value | undefined> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, milliseconds, undefined)
    })
    try {
      return await Promise.race([work, late])
    } catch (error) {
      this.#report(error)
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }

  #builder(audience: Audience): Promise<PageBuilder> {
    this.#builders[audience] ??= openPageBuilder(this.#built, sessions[audience])
    return this.#builders[audience]
  }

  async #render(path: string, audience: Audience): Promise<RenderedPage | undefined> {
    const builder = await this.#builder(audience)
    const call = memoize(builder.firstCalls, path, () => builder.renderer.findFirstCall(path))
    if (call === undefined) return undefined
    const answer = call === '' ? NO_CALL : await this.#fetchApi(call)
    if (answer.status !== 200) return undefined
    const page = await this.#build(builder, path, audience, answer)
    return answer.age === undefined ? page : { ...page, age: answer.age }
  }

  /** Pages can show counts of days, so they are rendered again on the next day. */
  #build({ renderer, fillTemplate }: PageBuilder, path: string, audience: Audience, { readBody, etag }: ApiResponse) {
    const name = `${audience} ${path}`
    const key = `${etag} ${dayIn(this.#deps.config.TIME_ZONE, this.#deps.now())}`
    const cached = this.#pages.get(name)
    if (cached?.key === key) return cached.page
    const [rendered, answer] = [audience === 'guest' ? path : audience, readBody()]
    const [html, scripts] = [renderer.render(path, answer), renderer.scriptsOf(path)]
    const page = fillTemplate({ rendered, html, answer, scripts })
    this.#pages.delete(name)
    this.#pages.set(name, { key, page })
    const [oldest] = this.#pages.keys()
    if (oldest !== undefined && this.#pages.size > MAX_PAGES) this.#pages.delete(oldest)
    return page
  }

  /** Reports only the first error: the next page is likely to fail for the same reason. */
  #report(error: unknown): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    const reason = String((error as Partial<Error> | undefined)?.stack ?? error)
    this.#deps.log.error({ reason }, 'a page could not be rendered; it is sent without its content')
  }

  async #fetchApi(call: string): Promise<ApiResponse> {
    const known = this.#deps.responseCache.find(call)
    if (known) return { status: 200, readBody: () => known.body.toString(), etag: known.etag }
    const { statusCode, body, headers } = await this.#app.inject({ method: 'GET', url: call })
    return {
      status: statusCode,
      readBody: () => body,
      etag: String(headers.etag),
      age: headers[AGE_HEADER]?.toString(),
    }
  }
}

async function openPageBuilder({ plain, settings, folder }: BuiltApp, session?: string): Promise<PageBuilder> {
  const { product_name: product } = JSON.parse(settings) as PageSettings
  const readAsset = (path: string) => readFileSync(`${folder}${path}`, 'utf8')
  const fillTemplate = createPageTemplate({ plain, product, readAsset })
  const renderer = await Renderer.open(`${folder}/.renderer.js`, settings, session)
  return { fillTemplate, renderer, firstCalls: new Map(), subjects: new Map() }
}

function memoize<Value>(memo: Map<string, Value>, path: string, compute: () => Value): Value {
  const known = memo.get(path)
  if (known !== undefined || memo.has(path)) return known as Value
  if (memo.size >= MAX_PATHS) memo.clear()
  const value = compute()
  memo.set(path, value)
  return value
}
