import { createHash } from 'node:crypto'
import type { DoneFuncWithErrOrRes, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type pg from 'pg'
import type { Deps } from '../../deps.ts'
import { notifyPublicChange } from '../db/connections/health-check.ts'
import { inTransaction } from '../db/transaction.ts'

/** What no write has dropped is asked for again after this: days begin, and a replica may miss a notice. */
const LIFE_MS = 5000
const MAX_BYTES = 16 * 1024 * 1024

export type PublicAnswer = { body: Buffer; etag: string }
type Kept = PublicAnswer & { at: number; until: number; bytes: number }

/** What public calls have answered, by the URL as it was asked. Those that were under way at a drop are not kept. */
export class ResponseCache {
  readonly #now: Deps['now']
  readonly #kept = new Map<string, Kept>()
  #bytes = 0
  #drops = 0

  constructor(now: Deps['now']) {
    this.#now = now
  }

  /** How often everything was dropped: an answer is kept where this is as it was when its call began. */
  get drops(): number {
    return this.#drops
  }

  find(url: string): PublicAnswer | undefined {
    const kept = this.#kept.get(url)
    const now = this.#now().getTime()
    return kept && now >= kept.at && now < kept.until ? kept : undefined
  }

  /** Answers it with its ETag. It is kept at most until `setExpiry`, when the call would answer something else. */
  keep(url: string, json: string, dropsBefore: number | undefined, setExpiry?: Date): PublicAnswer {
    const body = Buffer.from(json)
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
    const at = this.#now().getTime()
    const until = Math.min(at + LIFE_MS, setExpiry?.getTime() ?? Infinity)
    const kept = { body, etag, at, until, bytes: body.length + url.length }
    if (dropsBefore === this.#drops) this.#add(url, kept)
    return kept
  }

  /** Answers what `read` does, and keeps it as long as an answer is kept. */
  remembering<Value>(read: () => Promise<Value>): () => Promise<Value> {
    let kept: { value: Value; at: number; drops: number } | undefined
    return async () => {
      const [at, drops] = [this.#now().getTime(), this.#drops]
      const age = kept?.drops === drops ? at - kept.at : Number.NaN
      if (kept && age >= 0 && age < LIFE_MS) return kept.value
      const value = await read()
      kept = { value, at, drops }
      return value
    }
  }

  drop(): void {
    this.#drops += 1
    this.#kept.clear()
    this.#bytes = 0
  }

  /** The oldest stand first, for what is kept anew moves to the end. */
  #add(url: string, kept: Kept): void {
    this.#remove(url)
    this.#kept.set(url, kept)
    this.#bytes += kept.bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MAX_BYTES) return
      this.#remove(oldest)
    }
  }

  #remove(url: string): void {
    this.#bytes -= this.#kept.get(url)?.bytes ?? 0
    this.#kept.delete(url)
  }
}

const turningTimes = new WeakMap<FastifyReply, Date>()

/** Says when an answer changes by itself: from then on it is not given from memory. */
export function setExpiry(reply: FastifyReply, at: Date | null): void {
  if (at) turningTimes.set(reply, at)
}

/** The hooks of a public GET: it answers from what is kept while that is fresh, and a client that has it already is told so. */
export function cachedResponse(answers: ResponseCache) {
  const dropsBefore = new WeakMap<FastifyRequest, number>()
  return { onRequest: answerFromMemory, onSend: keepAndCompare }

  // Neither waits for anything: promises would be a good part of what such an answer costs.
  function answerFromMemory(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) {
    const kept = answers.find(request.url)
    if (kept) {
      reply.header('content-type', 'application/json; charset=utf-8').header('etag', kept.etag).send(kept.body)
      return
    }
    dropsBefore.set(request, answers.drops)
    done()
  }

  function keepAndCompare(request: FastifyRequest, reply: FastifyReply, payload: unknown, done: DoneFuncWithErrOrRes) {
    if (reply.statusCode !== 200) return done(null, payload)
    const body = typeof payload === 'string' ? keep(request, reply, payload) : payload
    reply.header('cache-control', 'no-cache')
    if (!knows(request, reply)) return done(null, body)
    reply.code(304).removeHeader('content-type')
    // What answers a HEAD measures the body itself.
    done(null, request.method === 'HEAD' ? body : null)
  }

  function keep(request: FastifyRequest, reply: FastifyReply, json: string): Buffer {
    const { body, etag } = answers.keep(request.url, json, dropsBefore.get(request), turningTimes.get(reply))
    reply.header('etag', etag)
    return body
  }
}

/** Proxies that pack an answer make its ETag a weak one. */
function knows(request: FastifyRequest, reply: FastifyReply): boolean {
  const known = request.headers['if-none-match']
  if (known === undefined) return false
  const tags = known.split(',').map((each) => each.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(String(reply.getHeader('etag')))
}

/** Changes what everybody is shown, in one transaction: this process shows it at once, the others when they are told. */
export async function withCacheInvalidation<Result>(
  { db, responseCache }: Pick<Deps, 'db' | 'responseCache'>,
  work: (tx: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  try {
    return await inTransaction(db.pool, async (tx) => {
      const result = await work(tx)
      await notifyPublicChange(tx)
      return result
    })
  } finally {
    // After a COMMIT without a reply too.
    responseCache.drop()
  }
}
