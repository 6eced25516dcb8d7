import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../../config.ts'
import { notFound } from '../http-error.ts'

const AREA = /^(?:\/api)?\/(console|counter)(?:\/|$)/
/** Probes and metrics are requested without a host name, and all apps show pictures. */
const SHARED = /^\/(healthz|readyz|metrics|files|media)(\/|$)/

/**
 * An app with its own host answers only there: the web app shares no origin or cookie with it. Ports are ignored,
 * because cookies ignore them and proxies change them.
 */
export function separateHosts(app: FastifyInstance, config: Config): void {
  const hostOfWeb = new URL(config.WEB_URL).hostname
  const hosts = { console: ownHost(config.CONSOLE_URL, hostOfWeb), counter: ownHost(config.COUNTER_URL, hostOfWeb) }
  if (!hosts.console && !hosts.counter) return
  app.addHook('onRequest', async (request) => {
    // A URL can spell its path in several ways.
    const path = request.routeOptions.url ?? request.url
    if (SHARED.test(path)) return
    // X-Forwarded-Host counts only if this says that the trusted proxies set it: other proxies pass on the client's.
    const given = config.PROXY_SETS_HOST === 'host' ? request.headers.host : request.host
    const host = (given ?? '').replace(/:\d*$/, '').toLowerCase()
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

const LOOPBACK = /^(localhost|(::ffff:)?127\.\d+\.\d+\.\d+|::1|\[::1\])$/i

export const isLoopback = (host: string): boolean => LOOPBACK.test(host)

const FORWARDING = ['forwarded', 'via', 'x-real-ip']

/** 404 unless from this machine, through no proxy, by its own name: others may point here (DNS rebinding). */
export function requireThisMachine(request: FastifyRequest): void {
  const host = request.headers.host?.replace(/:\d+$/, '') ?? ''
  const isForwarded = Object.keys(request.headers).some(
    (name) => FORWARDING.includes(name) || name.startsWith('x-forwarded-'),
  )
  if (isForwarded || ![request.socket.remoteAddress ?? '', request.ip, host].every(isLoopback)) throw notFound()
}
