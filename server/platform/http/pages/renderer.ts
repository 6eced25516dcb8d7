import { readFile } from 'node:fs/promises'
import { createContext, type Context as Realm, Script } from 'node:vm'
import { hasMore, type Meta } from '@stampus/contract/fields'

/** Far more than the few milliseconds it takes, for a machine may have other work. */
const RENDERING_MS = 2000
const STARTING_MS = 10_000

/**
 * Renders pages with the web app's own code (`web/prerender/render.tsx`), in a realm of its own: only texts go in and out, no file, network or timer is there, and what takes
 * too long is ended.
 */
export class Renderer {
  readonly #realm: Realm

  private constructor(realm: Realm) {
    this.#realm = realm
  }

  /** `settings` is the JSON text that the page carries; `session` that of a session, where a member is to be shown the page. */
  static async open(path: string, settings: string, session?: string): Promise<Renderer> {
    const renderer = new Renderer(createContext(surroundings(settings, session)))
    renderer.#run(new Script(await readFile(path, 'utf8'), { filename: path }), STARTING_MS)
    await renderer.#run(new Script('renderer.prepare()'), STARTING_MS)
    return renderer
  }

  /** What the page of a path asks the API first, empty where it asks nothing; undefined where it is not rendered. */
  questionOf(path: string): string | undefined {
    this.#realm.path = path
    return this.#run(asking, RENDERING_MS) as string | undefined
  }

  /** The thing that the page of a path is about, where everybody may ask for it. */
  thingOf(path: string): PageSubject | undefined {
    this.#realm.path = path
    const [call = '', id] = String(this.#run(naming, RENDERING_MS)).split('\n')
    return call === '' ? undefined : { call, id }
  }

  /** The scripts that this page needs beside those of every page, by their addresses. */
  scriptsOf(path: string): string[] {
    this.#realm.path = path
    return String(this.#run(listing, RENDERING_MS)).split(' ').filter(Boolean)
  }

  /** The HTML of a path's page, made of the JSON text that answers its question. */
  render(path: string, answer: string): string {
    Object.assign(this.#realm, { path, answer })
    return String(this.#run(rendering, RENDERING_MS))
  }

  #run(script: Script, timeout: number): unknown {
    return script.runInContext(this.#realm, { timeout })
  }
}

const asking = new Script('renderer.questionOf(path)')
const naming = new Script('renderer.thingOf(path)')
const listing = new Script('renderer.scriptsOf(path)')
const rendering = new Script('renderer.render(path, answer)')

/** What the app's modules look for when they are loaded; nothing of it does anything. */
function surroundings(settings: string, session: string | undefined): Realm {
  const nothing = () => undefined
  return {
    URL,
    URLSearchParams,
    TextEncoder,
    AbortController,
    Blob,
    crypto,
    MessageChannel: class {
      port1 = {}
      port2 = { postMessage: nothing }
    },
    setTimeout: nothing,
    clearTimeout: nothing,
    setInterval: nothing,
    clearInterval: nothing,
    console: { log: nothing, warn: nothing, error: nothing },
    navigator: { onLine: true },
    localStorage: { getItem: (name: string) => (name === 'session' ? session : null) },
    window: { addEventListener: nothing },
    document: { getElementById: () => ({ textContent: settings }), querySelector: () => null },
  }
}

/** What a public call answers a guest. */
export type PublicAnswer = { status: number; readBody: () => string; etag: string }
/** The call that answers a thing; with an `id`, the first page of the list that it stands in. */
export type PageSubject = { call: string; id?: string | undefined }
/** A longer list is not searched to its end; then the page answers 200 and the app says what is missing. */
const PAGES_AT_MOST = 20

type List = { data: { id: unknown }[]; meta?: Meta }

/** Whether the public calls say that there is no such thing. They are those that its page makes, so it finds their answers in memory. */
export async function isMissing(
  { call, id }: PageSubject,
  ask: (call: string) => Promise<PublicAnswer>,
): Promise<boolean> {
  if (id === undefined) return [404, 422].includes((await ask(call)).status)
  for (let page = 1; page <= PAGES_AT_MOST; page += 1) {
    const { status, readBody } = await ask(call.replace(/\bpage=1\b/, `page=${page}`))
    if (status !== 200) return false
    const list: List = JSON.parse(readBody())
    if (list.data.some((row) => String(row.id) === id)) return false
    if (!hasMore(list)) return true
  }
  return false
}
