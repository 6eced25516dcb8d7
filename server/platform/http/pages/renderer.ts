import { readFile } from 'node:fs/promises'
import { createContext, type Context as Realm, Script } from 'node:vm'
import { hasMore, type Meta } from '@stampus/contract/fields'

/** Rendering takes a few milliseconds; this allows for a busy machine. */
const RENDER_TIMEOUT_MS = 2000
const START_TIMEOUT_MS = 10_000

/** Runs `web/prerender/render.tsx` in an isolated VM context: only strings go in and out, and time is limited. */
export class Renderer {
  readonly #realm: Realm

  private constructor(realm: Realm) {
    this.#realm = realm
  }

  /** JSON each. With a session, pages are rendered as a member sees them. */
  static async open(path: string, settings: string, session?: string): Promise<Renderer> {
    const renderer = new Renderer(createContext(createGlobals(settings, session)))
    renderer.#run(new Script(await readFile(path, 'utf8'), { filename: path }), START_TIMEOUT_MS)
    await renderer.#run(new Script('renderer.prepare()'), START_TIMEOUT_MS)
    return renderer
  }

  /** Empty if the page makes no call, undefined if it is not rendered on the server. */
  findFirstCall(path: string): string | undefined {
    return this.#call('findFirstCall', { path }) as string | undefined
  }

  findSubject(path: string): PageSubject | undefined {
    const [call = '', id] = String(this.#call('findSubject', { path })).split('\n')
    return call === '' ? undefined : { call, id }
  }

  /** URLs of scripts beyond those of every page. */
  scriptsOf(path: string): string[] {
    return String(this.#call('scriptsOf', { path })).split(' ').filter(Boolean)
  }

  /** `answer` is the JSON response to the page's API call. */
  render(path: string, answer: string): string {
    return String(this.#call('render', { path, answer }))
  }

  #call(name: keyof typeof scripts, values: Record<string, string>): unknown {
    Object.assign(this.#realm, values)
    return this.#run(scripts[name], RENDER_TIMEOUT_MS)
  }

  #run(script: Script, timeout: number): unknown {
    return script.runInContext(this.#realm, { timeout })
  }
}

const scripts = {
  findFirstCall: new Script('renderer.findFirstCall(path)'),
  findSubject: new Script('renderer.findSubject(path)'),
  scriptsOf: new Script('renderer.scriptsOf(path)'),
  render: new Script('renderer.render(path, answer)'),
}

function createGlobals(settings: string, session: string | undefined): Realm {
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

/** `age` in seconds, of an answer from before the database was away. */
export type ApiResponse = { status: number; readBody: () => string; etag: string; age?: string | undefined }
/** With `id` the call is the first page of the list that contains the record. */
export type PageSubject = { call: string; id?: string | undefined }
/** A record beyond so many pages of its list gets a 200, and the app itself shows if it is missing. */
const MAX_LIST_PAGES = 20

type List = { data: { id: unknown }[]; meta?: Meta }

/** The page makes the same calls next and finds the responses cached. */
export async function isMissing({ call, id }: PageSubject, fetchApi: (call: string) => Promise<ApiResponse>) {
  if (id === undefined) return [404, 422].includes((await fetchApi(call)).status)
  for (let page = 1; page <= MAX_LIST_PAGES; page += 1) {
    const { status, readBody } = await fetchApi(call.replace(/\bpage=1\b/, `page=${page}`))
    if (status !== 200) return false
    const list: List = JSON.parse(readBody())
    if (list.data.some((row) => String(row.id) === id)) return false
    if (!hasMore(list)) return true
  }
  return false
}
