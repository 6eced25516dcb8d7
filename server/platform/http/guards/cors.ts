import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { forbidden } from '../http-error.ts'

/** The members' calls. The console keeps its session in a cookie and answers its own origin alone. */
const MEMBER_CALLS = /^\/api\/(?!console(\/|$))/
const PICTURES = /^\/(files|media)\//

const METHODS = 'GET, HEAD, POST, PUT, DELETE'
const SENT_HEADERS = 'Accept, Authorization, Content-Type, Idempotency-Key, X-Language'
const READ_HEADERS = 'ETag, Retry-After, X-Request-Id'
/** Longer than any browser keeps the answer to a preflight. */
const PREFLIGHT_SECONDS = 86_400

/**
 * Lets pages of other origins make members' calls and show pictures (CORS). Without `origins` no header is sent. No cookie
 * is ever accepted from there: members carry a token.
 */
export function enableCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.routeOptions.url ?? request.url
    // An image element names no origin, so the picture's own address must be secret enough: private ones are signed.
    if (PICTURES.test(path)) reply.header('cross-origin-resource-policy', 'cross-origin')
    if (!MEMBER_CALLS.test(path)) return done()
    addVary(reply)
    const { origin } = request.headers
    if (origin === undefined || !origins.includes(origin)) return done()
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': READ_HEADERS })
    if (isPreflight(request)) answerPreflight(reply)
    else done()
  })
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

function answerPreflight(reply: FastifyReply): void {
  reply.headers({
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': SENT_HEADERS,
    'access-control-max-age': PREFLIGHT_SECONDS,
  })
  reply.code(204).send()
}

function addVary(reply: FastifyReply): void {
  const others = reply.getHeader('vary')
  reply.header('vary', others ? `${others}, Origin` : 'Origin')
}

/** Refuses an unsafe console request that another site could have sent. `consoleUrl` is the origin in production. */
export function requireOwnOrigin(request: FastifyRequest, consoleUrl: string | undefined): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, host } = request.headers
  if (!isOwn(origin, host, request.headers['sec-fetch-site'], consoleUrl)) throw forbidden()
}

function isOwn(origin: string | undefined, host: string | undefined, site: unknown, consoleUrl: string | undefined) {
  if (consoleUrl && origin) return origin === new URL(consoleUrl).origin
  if (site === 'same-origin') return true
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}
