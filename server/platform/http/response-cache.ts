import { createHash } from 'node:crypto'
import type { DoneFuncWithErrOrRes, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type pg from 'pg'
import { notifyPublicChange } from '../db/connections/health-check.ts'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { addVary } from './vary.ts'

/** Days change, and a replica may miss a notification. */
const LIFE_MS = 5000
const MAX_BYTES = 16 * 1024 * 1024

type CachedResponse = { body: Buffer; etag: string }
type Entry = CachedResponse & { storedAt: number; expiresAt: number; bytes: number }

/** A response that was being made while the cache was cleared is not stored. */
export class ResponseCache {
  readonly #now: () => Date
  readonly #entries = new Map<string, Entry>()
  #bytes = 0
  #generation = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  get generation(): number {
    return this.#generation
  }

  find(url: string): CachedResponse | undefined {
    const entry = this.#entries.get(url)
    const now = this.#now().getTime()
    return entry && now >= entry.storedAt && now < entry.expiresAt ? entry : undefined
  }

  /** Stores the response unless the cache was cleared meanwhile. `changesAt`: when it changes by itself. */
  store(url: string, json: string, generation: number | undefined, changesAt?: Date): CachedResponse {
    const body = Buffer.from(json)
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    const storedAt = this.#now().getTime()
    const expiresAt = Math.min(storedAt + LIFE_MS, changesAt?.getTime() ?? Infinity)
    const entry = { body, etag, storedAt, expiresAt, bytes: body.length + url.length }
    if (generation === this.#generation) this.#add(url, entry)
    return entry
  }

  /** Reuses the result of `read` as long as a response is. */
  memoize<Value>(read: () => Promise<Value>): () => Promise<Value> {
    let memo: { value: Value; at: number; generation: number } | undefined
    return async () => {
      const [at, generation] = [this.#now().getTime(), this.#generation]
      const age = memo?.generation === generation ? at - memo.at : Number.NaN
      if (memo && age >= 0 && age < LIFE_MS) return memo.value
      const value = await read()
      memo = { value, at, generation }
      return value
    }
  }

  clear(): void {
    this.#generation += 1
    this.#entries.clear()
    this.#bytes = 0
  }

  /** A stored entry moves to the end of the map, so the first entries are the oldest. */
  #add(url: string, entry: Entry): void {
    this.#remove(url)
    this.#entries.set(url, entry)
    this.#bytes += entry.bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= MAX_BYTES) return
      this.#remove(oldest)
    }
  }

  #remove(url: string): void {
    this.#bytes -= this.#entries.get(url)?.bytes ?? 0
    this.#entries.delete(url)
  }
}

const changeTimes = new WeakMap<FastifyReply, Date>()

export function setExpiry(reply: FastifyReply, at: Date | null): void {
  if (at) changeTimes.set(reply, at)
}

/** Serve fresh responses from the cache, and 304 to a client that has them. */
export function cacheHooks(cache: ResponseCache) {
  const generations = new WeakMap<FastifyRequest, number>()
  return { onRequest: serveFromCache, onSend: storeAndCompare }

  // Callbacks, not promises: promises would take a good part of the time that such a response takes.
  function serveFromCache(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) {
    const cached = cache.find(request.url)
    if (cached) {
      reply.header('content-type', 'application/json; charset=utf-8').header('etag', cached.etag).send(cached.body)
      return
    }
    generations.set(request, cache.generation)
    done()
  }

  function storeAndCompare(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: DoneFuncWithErrOrRes) {
    if (reply.statusCode !== 200) return done(null, payload)
    let body = payload
    if (typeof payload === 'string') {
      const stored = cache.store(request.url, payload, generations.get(request), changeTimes.get(reply))
      reply.header('etag', stored.etag)
      body = stored.body
    }
    reply.header('cache-control', 'no-cache')
    addVary(reply, 'X-Language')
    if (!hasCurrentEtag(request, reply)) return done(null, body)
    reply.code(304).removeHeader('content-type')
    // Fastify measures the body of a HEAD response itself.
    done(null, request.method === 'HEAD' ? body : null)
  }
}

/** Proxies that compress a response turn its ETag into a weak one. */
function hasCurrentEtag(request: FastifyRequest, reply: FastifyReply): boolean {
  const known = request.headers['if-none-match']
  if (known === undefined) return false
  const tags = known.split(',').map((each) => each.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(String(reply.getHeader('etag')))
}

/** Runs `work` in a transaction, then clears the cache of this process and of the other replicas. */
export async function withCacheInvalidation<Result>(
  { db, responseCache }: { db: Database; responseCache: ResponseCache },
  work: (tx: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(db.pool, async (tx) => {
      const result = await work(tx)
      await notifyPublicChange(tx)
      return result
    })
  } finally {
    // After an error too: the COMMIT may have succeeded although its reply was lost.
    responseCache.clear()
  }
}
