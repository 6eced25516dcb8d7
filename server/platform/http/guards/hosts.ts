import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../../config.ts'
import { notFound } from '../http-error.ts'

const CONSOLE = /^(\/api)?\/console(\/|$)/
/** Probes and metrics are requested without a host name, and both apps show pictures. */
const SHARED = /^\/(healthz|readyz|metrics|files|media)(\/|$)/

/**
 * If the console has its own host name, only the console answers there, and only there: the web app never shares an origin
 * or a cookie with operators. Ports are ignored because cookies ignore them and proxies change them.
 *
 * X-Forwarded-Host is used only if PROXY_SETS_HOST says that the trusted proxies set it: other proxies pass on the client's.
 */
export function separateHosts(app: FastifyInstance, { CONSOLE_URL, WEB_URL, PROXY_SETS_HOST }: Config): void {
  const consoleHost = CONSOLE_URL && new URL(CONSOLE_URL).hostname
  if (!consoleHost || consoleHost === new URL(WEB_URL).hostname) return
  app.addHook('onRequest', async (request) => {
    const path = routeOrPath(request)
    const host = PROXY_SETS_HOST === 'host' ? request.headers.host : request.host
    const onConsoleHost = withoutPort(host ?? '').toLowerCase() === consoleHost
    if (!SHARED.test(path) && CONSOLE.test(path) !== onConsoleHost) throw notFound()
  })
}

/** IPv6 addresses keep their brackets, as in the host name of a URL. */
function withoutPort(host: string): string {
  return host.replace(/:\d*$/, '')
}

/** The matched route, because a URL can spell its path in several ways. */
function routeOrPath({ routeOptions, url }: FastifyRequest): string {
  return routeOptions.url ?? url
}

const LOOPBACK = /^(localhost|(::ffff:)?127\.\d+\.\d+\.\d+|::1|\[::1\])$/i

/** True if a host name or address means this machine only. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}

/**
 * Throws 404 unless the request comes from this machine. The requested host name is checked too: another site could point
 * its own name at this machine (DNS rebinding).
 */
export function requireThisMachine(request: FastifyRequest): void {
  const host = request.headers.host?.replace(/:\d+$/, '') ?? ''
  if (![request.socket.remoteAddress ?? '', request.ip, host].every(isLoopback)) throw notFound()
}
