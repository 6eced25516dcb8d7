import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../../config.ts'
import { notFound } from '../http-error.ts'

const CONSOLE = /^(\/api)?\/console(\/|$)/
/** Probes and what reads the metrics know no host, and pictures are shown by both apps. */
const SHARED = /^\/(healthz|readyz|metrics|files|media)(\/|$)/

/**
 * Where the console has a host name of its own, it answers there alone, and nothing else does: a page of the web app never shares
 * an origin or a cookie with operators. Ports are left out, for cookies know none and proxies change them.
 *
 * X-Forwarded-Host counts only where a setting says that the trusted proxies set it: others pass on what a client sent.
 */
export function separateHosts(app: FastifyInstance, { CONSOLE_URL, WEB_URL, PROXY_SETS_HOST }: Config): void {
  const consoleHost = CONSOLE_URL && new URL(CONSOLE_URL).hostname
  if (!consoleHost || consoleHost === new URL(WEB_URL).hostname) return
  app.addHook('onRequest', async (request) => {
    const path = pathServed(request)
    const host = PROXY_SETS_HOST === 'host' ? request.headers.host : request.host
    const onConsoleHost = withoutPort(host ?? '').toLowerCase() === consoleHost
    if (!SHARED.test(path) && CONSOLE.test(path) !== onConsoleHost) throw notFound()
  })
}

/** IPv6 addresses keep their brackets, as in the host name of a URL. */
function withoutPort(host: string): string {
  return host.replace(/:\d*$/, '')
}

/** By the route where one was found, since a path can spell it in several ways. */
function pathServed({ routeOptions, url }: FastifyRequest): string {
  return routeOptions.url ?? url
}

const LOOPBACK = /^(localhost|(::ffff:)?127\.\d+\.\d+\.\d+|::1|\[::1\])$/i

/** Whether a host name or address, as written in a setting, a URL or a connection, means this machine alone. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}

/**
 * A 404 for callers elsewhere: by the connection, and by the name that was asked for, which a page of another site could
 * point at this machine.
 */
export function requireThisMachine(request: FastifyRequest): void {
  const asked = request.headers.host?.replace(/:\d+$/, '') ?? ''
  if (![request.socket.remoteAddress ?? '', request.ip, asked].every(isLoopback)) throw notFound()
}
