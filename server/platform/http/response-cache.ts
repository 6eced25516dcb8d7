import { createHash } from 'node:crypto'
import type { DoneFuncWithErrOrRes, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type pg from 'pg'
import { notifyPublicChange } from '../db/connections/health-check.ts'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { MINUTE_MS } from '../durations.ts'
import { addVary } from './vary.ts'

/** Days change, and a replica may miss a notification. */
const LIFE_MS = 5000
/** How old an answer may be while the database is away. */
const LAST_KNOWN_MS = 10 * MINUTE_MS
const MAX_BYTES = 16 * 1024 * 1024
const BYTES_BESIDE_BODY = 500

type CachedResponse = { body: Buffer; etag: string }
type Entry = CachedResponse & { storedAt: number; expiresAt: number; bytes: number; generation: number }

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
    if (!entry || entry.generation !== this.#generation) return undefined
    return now >= entry.storedAt && now < entry.expiresAt ? entry : undefined
  }

  /** For the time in which the database is away: the last answer, even if it has expired or changed since. */
  findLastKnown(url: string): (CachedResponse & { ageSeconds: number }) | undefined {
    const entry = this.#entries.get(url)
    const age = this.#now().getTime() - (entry?.storedAt ?? 0)
    if (!entry || age < 0 || age >= LAST_KNOWN_MS) return undefined
    return { body: entry.body, etag: entry.etag, ageSeconds: Math.floor(age / 1000) }
  }

  /** Stores the response unless the cache was cleared meanwhile. `changesAt`: when it changes by itself. */
  store(url: string, json: string, generation: number | undefined, changesAt?: Date): CachedResponse {
    const body = Buffer.from(json)
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    const storedAt = this.#now().getTime()
    const expiresAt = Math.min(storedAt + LIFE_MS, changesAt?.getTime() ?? Infinity)
    const bytes = body.length + url.length + BYTES_BESIDE_BODY
    const entry = { body, etag, storedAt, expiresAt, bytes, generation: this.#generation }
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

  /** The answers stay as last known ones. */
  clear(): void {
    this.#generation += 1
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

/** Says how many seconds old an answer is that is shown because the database is away. */
export const AGE_HEADER = 'x-answer-age'
const JSON_TYPE = 'application/json; charset=utf-8'

/** Serve fresh responses from the cache, the last known ones while the database is away, and 304 to clients that have them. */
export function cacheHooks(cache: ResponseCache) {
  const generations = new WeakMap<FastifyRequest, number>()
  return { onRequest: serveFromCache, onSend: storeAndCompare }

  // Callbacks, not promises: promises would take a good part of the time that such a response takes.
  function serveFromCache(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) {
    const cached = cache.find(request.url)
    if (cached) {
      reply.header('content-type', JSON_TYPE).header('etag', cached.etag).send(cached.body)
      return
    }
    generations.set(request, cache.generation)
    done()
  }

  function storeAndCompare(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: DoneFuncWithErrOrRes) {
    let body = payload
    const lastKnown = reply.statusCode === 503 ? cache.findLastKnown(request.url) : undefined
    if (lastKnown) {
      reply.code(200).removeHeader('retry-after').header('content-type', JSON_TYPE)
      reply.header('etag', lastKnown.etag).header(AGE_HEADER, lastKnown.ageSeconds)
      body = lastKnown.body
    } else if (reply.statusCode !== 200) return done(null, payload)
    else if (typeof payload === 'string') {
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
  const tags = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
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
