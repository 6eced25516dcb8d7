import { readFileSync } from 'node:fs'
import { NOT_FOUND_PATH, type PageSettings } from '@stampus/contract/settings'
import { dayIn } from '@stampus/contract/values/days'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { pageMaker, type RenderedPage } from './rendered-page.ts'
import { isMissing, type PageSubject, type PublicAnswer, Renderer } from './renderer.ts'

/** Who waits longer than this for a page with its content gets the plain one. */
const PATIENCE_MS = 5000
/** Where it takes longer to learn whether a thing is there, its page says so itself. */
const KNOWING_MS = 1000
const MOST_KEPT = 100
/** What so many paths are about and ask is remembered: asking the renderer costs ten times the rest of a kept page. */
const MOST_QUESTIONS = 1000
/** The one form of an address. The app leads every other form to it, so that no content is rendered for those. */
const PLAIN_PATH = /^(\/|(\/[\w-]+)+)$/

type Given = {
  /** The page without content, its settings written in; the JSON text of those; the folder of what was built. */
  plain: string
  settings: string
  folder: string
}
type Shown = { path: string; audience: Audience }
type Kept = { key: string; page: Promise<RenderedPage> }
type Kitchen = {
  renderer: Renderer
  make: ReturnType<typeof pageMaker>
  /** What the page of a path asks the API. */
  questions: Map<string, string | undefined>
  /** What thing the page of a path is about. */
  things: Map<string, PageSubject | undefined>
}

/** Who is to see a page. Which member it is, no page is made of. */
export type Audience = 'guest' | 'member'
/** Whether there is a page at the address. */
export type Status = 200 | 404
const ASKED_NOTHING: PublicAnswer = { status: 200, readBody: () => '', etag: '' }
const NOBODY = { name: '\u00a0', email: '', email_verified_at: '2026-01-01T00:00:00Z', profile_avatar_url: null }
const sessions = {
  guest: undefined,
  member: JSON.stringify({ token: '-', refreshToken: null, user: NOBODY, remember: true }),
}

/** The pages that everybody may see, as a guest sees them first: made of what the API answers everybody, and as old as that. */
export class RenderedPages {
  readonly #app: FastifyInstance
  readonly #deps: Deps
  readonly #given: Given
  readonly #kept = new Map<string, Kept>()
  readonly #kitchens: Partial<Record<Audience, Promise<Kitchen>>> = {}
  #hasFailed = false

  constructor(app: FastifyInstance, deps: Deps, given: Given) {
    this.#app = app
    this.#deps = deps
    this.#given = given
  }

  /** The page of a path, or that it has none; undefined where the plain page is to be sent. */
  async find(path: string, audience: Audience = 'guest', status: Status = 200): Promise<RenderedPage | undefined> {
    if (!PLAIN_PATH.test(path)) return undefined
    return this.#soon(this.#pageOf(status === 404 ? NOT_FOUND_PATH : path, audience), PATIENCE_MS)
  }

  /** Whether the page of a path is about a thing that is not there, as far as can be told soon. */
  async isAboutNothing(path: string): Promise<boolean> {
    return (await this.#soon(this.#isAboutNothing(path), KNOWING_MS)) ?? false
  }

  async #isAboutNothing(path: string): Promise<boolean> {
    const { renderer, things } = await this.#kitchen('guest')
    const thing = remembered(things, path, () => renderer.thingOf(path))
    return thing !== undefined && isMissing(thing, (call) => this.#answerTo(call))
  }

  /** Undefined where it fails or takes longer. */
  async #soon<Value>(coming: Promise<Value>, milliseconds: number): Promise<Value | undefined> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, milliseconds, undefined)
    })
    try {
      return await Promise.race([coming, late])
    } catch (error) {
      this.#tell(error)
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }

  #kitchen(audience: Audience): Promise<Kitchen> {
    this.#kitchens[audience] ??= openKitchen(this.#given, sessions[audience])
    return this.#kitchens[audience]
  }

  async #pageOf(path: string, audience: Audience): Promise<RenderedPage | undefined> {
    const kitchen = await this.#kitchen(audience)
    const question = remembered(kitchen.questions, path, () => kitchen.renderer.questionOf(path))
    if (question === undefined) return undefined
    const answer = question === '' ? ASKED_NOTHING : await this.#answerTo(question)
    return answer.status === 200 ? this.#made(kitchen, { path, audience }, answer) : undefined
  }

  /** Days are counted on it, so it is made anew on the next. */
  #made(
    { renderer, make }: Kitchen,
    { path, audience }: Shown,
    { readBody, etag }: PublicAnswer,
  ): Promise<RenderedPage> {
    const name = `${audience} ${path}`
    const key = `${etag} ${dayIn(this.#deps.config.TIME_ZONE, this.#deps.now())}`
    const kept = this.#kept.get(name)
    if (kept?.key === key) return kept.page
    const rendered = audience === 'guest' ? path : audience
    const body = readBody()
    const page = make({ rendered, html: renderer.render(path, body), answer: body, scripts: renderer.scriptsOf(path) })
    this.#kept.delete(name)
    this.#kept.set(name, { key, page })
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size > MOST_KEPT) this.#kept.delete(oldest)
    return page
  }

  /** Once, for the next page is likely to fail alike. What the renderer throws is no Error of ours. */
  #tell(error: unknown): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    const reason = String((error as Partial<Error> | undefined)?.stack ?? error)
    this.#deps.log.error({ reason }, 'a page could not be rendered; it is sent without its content')
  }

  /** What the API answers a guest. */
  async #answerTo(question: string): Promise<PublicAnswer> {
    const known = this.#deps.responseCache.find(question)
    if (known) return { status: 200, readBody: () => known.body.toString(), etag: known.etag }
    const { statusCode, body, headers } = await this.#app.inject({ method: 'GET', url: question })
    return { status: statusCode, readBody: () => body, etag: String(headers.etag) }
  }
}

async function openKitchen({ plain, settings, folder }: Given, session: string | undefined): Promise<Kitchen> {
  const { product_name: product } = JSON.parse(settings) as PageSettings
  const make = pageMaker({ plain, product, readAsset: (path) => readFileSync(`${folder}${path}`, 'utf8') })
  const renderer = await Renderer.open(`${folder}/.renderer.js`, settings, session)
  return { make, renderer, questions: new Map(), things: new Map() }
}

/** What is kept of a path, or what the renderer says of it; it is asked once for each path. */
function remembered<Said>(kept: Map<string, Said>, path: string, ask: () => Said): Said {
  const known = kept.get(path)
  if (known !== undefined || kept.has(path)) return known as Said
  if (kept.size >= MOST_QUESTIONS) kept.clear()
  const said = ask()
  kept.set(path, said)
  return said
}
