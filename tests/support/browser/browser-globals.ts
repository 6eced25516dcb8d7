import { afterEach, beforeEach, vi } from 'vitest'

/** One request that the code under test has sent. `body` is the form or JSON text; `progress` reports a share of the upload. */
export type SentRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
  progress: (share: number) => void
}

/** `status` 0 is a lost connection. `text` takes the place of a JSON body. */
export type Reply = { status: number; body?: unknown; text?: string; retryAfter?: number }
type Responder = (request: SentRequest) => Reply | Promise<Reply>

/**
 * Replaces the globals of a browser that the apps use, for unit tests in Node: storage, database, requests, window,
 * document and network state. `respond` answers the requests. Storage and database outlive a reload.
 */
export function stubBrowserGlobals() {
  const storage = new MemoryStorage()
  const pictures = new Map<string, unknown>()
  const requests: SentRequest[] = []
  const state = { onLine: true, hasDatabase: true, respond: (() => ({ status: 404, body: {} })) as Responder }
  const stubs = {
    localStorage: storage,
    indexedDB: fakeDatabase(pictures, state),
    document: Object.assign(new EventTarget(), {
      cookie: '',
      hidden: false,
      activeElement: null,
      getElementById: () => null,
    }),
    navigator: {
      locks: navigator.locks,
      get onLine() {
        return state.onLine
      },
    },
    matchMedia: () => ({ matches: false }),
    location: { pathname: '/', href: 'http://127.0.0.1/' },
    XMLHttpRequest: requestClass(requests, (request) => state.respond(request)),
  }
  /** A new page: its modules are loaded again, and listeners of the page before it are gone. */
  const reload = () => {
    vi.resetModules()
    for (const [name, value] of Object.entries({ ...stubs, window: new EventTarget() })) vi.stubGlobal(name, value)
  }
  reload()
  /** A new page in which this member is signed in; null is a guest. */
  const reloadAs = (member: number | null, given: { remember?: boolean; user?: object; token?: string } = {}) => {
    const session = { token: `token-${member}`, refreshToken: null, user: { id: member }, remember: true, ...given }
    if (member === null) storage.removeItem('session')
    else storage.setItem('session', JSON.stringify(session))
    reload()
  }
  return { storage, pictures, requests, state, reload, reloadAs }
}

/** A new browser for each test of a file, with fake timers if they are given. */
export function browserOfEachTest(timers?: Parameters<typeof vi.useFakeTimers>[0]) {
  const browser = {} as ReturnType<typeof stubBrowserGlobals>
  beforeEach(() => {
    if (timers) vi.useFakeTimers(timers)
    Object.assign(browser, stubBrowserGlobals())
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return browser
}

class MemoryStorage {
  private items = new Map<string, string>()
  isFull = false

  getItem(key: string): string | null {
    return this.items.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    if (this.isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    this.items.set(key, value)
  }

  removeItem(key: string): void {
    this.items.delete(key)
  }
}

function requestClass(requests: SentRequest[], respond: Responder) {
  return class FakeRequest {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
    status = 0
    responseText = ''
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    onloadend?: () => void
    private sent = { method: '', path: '', headers: {} as Record<string, string> }
    private answered: Record<string, string> = {}
    private isOver = false

    open(method: string, path: string): void {
      Object.assign(this.sent, { method, path })
    }

    setRequestHeader(name: string, value: string): void {
      this.sent.headers[name.toLowerCase()] = value
    }

    getResponseHeader(name: string): string | null {
      return this.answered[name.toLowerCase()] ?? null
    }

    send(body: unknown): void {
      const progress = (share: number) => this.upload.onprogress?.({ loaded: share * 1000, total: 1000 })
      const request = { ...this.sent, body, progress }
      requests.push(request)
      void Promise.resolve(respond(request)).then((reply) => this.finish(reply))
    }

    abort(): void {
      this.end(() => this.onabort?.())
    }

    private finish({ status, body, text, retryAfter }: Reply): void {
      this.status = status
      this.responseText = text ?? (body === undefined ? '' : JSON.stringify(body))
      this.answered = { ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) }
      this.end(() => (status === 0 ? this.onerror?.() : this.onload?.()))
    }

    private end(announce: () => void): void {
      if (this.isOver) return
      this.isOver = true
      announce()
      this.onloadend?.()
    }
  }
}

type Finished<T> = { result: T; onsuccess?: () => void }

/** A database of one object store, as far as `idb-keyval` uses it. Without `hasDatabase` it never answers. */
function fakeDatabase(items: Map<string, unknown>, state: { hasDatabase: boolean }) {
  const finish = <T>(result: T) => {
    const request: Finished<T> = { result }
    if (state.hasDatabase) queueMicrotask(() => request.onsuccess?.())
    return request
  }
  const objectStore = () => ({
    get: (key: string) => finish(items.get(key)),
    getAll: () => finish([...items.values()]),
    getAllKeys: () => finish([...items.keys()]),
    count: () => finish(items.size),
    put: (value: unknown, key: string) => finish(items.set(key, value)),
    delete: (key: string) => finish(items.delete(key)),
    clear: () => finish(items.clear()),
    get transaction() {
      return finish(undefined)
    },
  })
  return { open: () => finish({ transaction: () => ({ objectStore }) }) }
}
