import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../../config.ts'
import { notFound } from '../http-error.ts'

const AREA = /^(?:\/api)?\/(console|counter)(?:\/|$)/
/** Probes and metrics are requested without a host name, and all apps show pictures. */
const SHARED = /^\/(healthz|readyz|metrics|files|media)(\/|$)/

/**
 * If the console or the counter has its own host name, only that app answers there, and only there: the web app never shares
 * an origin or a cookie with operators. Ports are ignored because cookies ignore them and proxies change them.
 *
 * X-Forwarded-Host is used only if PROXY_SETS_HOST says that the trusted proxies set it: other proxies pass on the client's.
 */
export function separateHosts(app: FastifyInstance, config: Config): void {
  const hostOfWeb = new URL(config.WEB_URL).hostname
  const hosts = {
    console: ownHost(config.CONSOLE_URL, hostOfWeb),
    counter: ownHost(config.COUNTER_URL, hostOfWeb),
  }
  if (!hosts.console && !hosts.counter) return
  app.addHook('onRequest', async (request) => {
    const path = routeOrPath(request)
    if (SHARED.test(path)) return
    const given = config.PROXY_SETS_HOST === 'host' ? request.headers.host : request.host
    const host = withoutPort(given ?? '').toLowerCase()
    const area = AREA.exec(path)?.[1] as 'console' | 'counter' | undefined
    const expected = area && hosts[area]
    const isForeign = expected ? host !== expected : host === hosts.console || host === hosts.counter
    if (isForeign) throw notFound()
  })
}

function ownHost(url: string | undefined, hostOfWeb: string): string | undefined {
  const host = url && new URL(url).hostname
  return host === hostOfWeb ? undefined : host
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

const FORWARDING = ['forwarded', 'via', 'x-real-ip']

/**
 * Throws 404 unless the request comes from this machine, without a proxy: one on this machine may send its own host name for
 * anybody. The requested host name is checked too: another site could point its own name at this machine (DNS rebinding).
 */
export function requireThisMachine(request: FastifyRequest): void {
  const host = request.headers.host?.replace(/:\d+$/, '') ?? ''
  const isForwarded = Object.keys(request.headers).some(
    (name) => FORWARDING.includes(name) || name.startsWith('x-forwarded-'),
  )
  if (isForwarded || ![request.socket.remoteAddress ?? '', request.ip, host].every(isLoopback)) throw notFound()
}
