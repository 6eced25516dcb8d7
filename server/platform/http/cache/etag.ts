import type { DoneFuncWithErrOrRes, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { ResponseCache } from './response-cache.ts'

const turningTimes = new WeakMap<FastifyReply, Date>()

/** Says when an answer changes by itself: from then on it is not given from memory. */
export function turnsAt(reply: FastifyReply, at: Date | null): void {
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
