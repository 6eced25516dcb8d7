import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DAY_SECONDS } from '../../durations.ts'
import { forbidden } from '../http-error.ts'
import { addVary } from '../vary.ts'

/** Console and counter have their sessions in cookies, so only their own origin may use them. */
const MEMBER_CALLS = /^\/api\/(?!(console|counter)(\/|$))/
const PICTURES = /^\/(files|media)\//

const METHODS = 'GET, HEAD, POST, PUT, DELETE'
const REQUEST_HEADERS = 'Accept, Authorization, Content-Type, Idempotency-Key, X-Language'
const RESPONSE_HEADERS = 'ETag, Retry-After, X-Request-Id'
/** No browser caches a preflight response longer. */
const PREFLIGHT_SECONDS = DAY_SECONDS

/** Lets pages of these origins make members' calls and show pictures. Cookies are never allowed. */
export function enableCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.routeOptions.url ?? request.url
    // An image request has no Origin header, so it is allowed for all: URLs of private pictures are signed.
    if (PICTURES.test(path)) reply.header('cross-origin-resource-policy', 'cross-origin')
    if (!MEMBER_CALLS.test(path)) return done()
    addVary(reply, 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !origins.includes(origin)) return done()
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': RESPONSE_HEADERS })
    if (isPreflight(request)) answerPreflight(reply)
    else done()
  })
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined

function answerPreflight(reply: FastifyReply): void {
  reply.headers({
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers': REQUEST_HEADERS,
    'access-control-max-age': PREFLIGHT_SECONDS,
  })
  reply.code(204).send()
}

/** Against CSRF: 403 unless an unsafe request comes from the app's own origin; without an URL, from the host itself. */
export function requireOwnOrigin(request: FastifyRequest, appUrl: string | undefined, webUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, host } = request.headers
  const isSameOrigin = request.headers['sec-fetch-site'] === 'same-origin'
  if (isSameOrigin && !(appUrl && origin)) return
  const own = appUrl ? new URL(appUrl).origin : `${new URL(webUrl).protocol}//${host}`
  if (origin !== own) throw forbidden()
}
