import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { methodOf } from './guards/methods.ts'

const QUIET = ['/healthz', '/readyz', '/metrics']

export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply)
    done()
  })
  app.addHook('onRequestAbort', async (request) => request.log.info(describe(request), 'request aborted by its client'))
}

/** Logs neither URL, headers nor body: they can hold tokens and personal data. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode: status, elapsedTime } = reply
  const quiet = status < 400 && QUIET.includes(routeOf(request))
  request.log[quiet ? 'debug' : 'info']({ ...describe(request), status, ms: Math.round(elapsedTime) }, 'request')
}

/** The pattern, such as `/api/merchants/:id`; `none` for pages and unknown URLs. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'

const describe = (request: FastifyRequest): { method: string; route: string } => ({
  method: methodOf(request.raw),
  route: routeOf(request),
})

const ID = /^[\w.-]{8,64}$/

/** The `X-Request-Id` that a trusted proxy has set, else a new one. */
export function requestIds(proxies: string[]): (request: IncomingMessage) => string {
  const trusted = blockListOf(proxies)
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    return typeof given === 'string' && ID.test(given) && isIn(trusted, socket.remoteAddress) ? given : randomUUID()
  }
}

function blockListOf(proxies: string[]): BlockList {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    if (bits) list.addSubnet(address, Number(bits), familyOf(address))
    else list.addAddress(address, familyOf(address))
  }
  return list
}

/** A dual-stack socket reports IPv4 addresses as IPv6 ones. */
function isIn(list: BlockList, address: string | undefined): boolean {
  const bare = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
  return isIP(bare) !== 0 && list.check(bare, familyOf(bare))
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** An address as some proxies write it: `203.0.113.9:50001` or `[2001:db8::1]:50001`, quoted or not. */
const WITH_PORT = /^"?(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?"?$/

/** Call it before anything trusts or counts forwarded addresses: each connection has another port. */
export function stripForwardedPorts({ headers }: IncomingMessage): void {
  const given = headers['x-forwarded-for']
  if (typeof given !== 'string') return
  headers['x-forwarded-for'] = given
    .split(',')
    .map((part) => part.trim().replace(WITH_PORT, '$1$2'))
    .join(', ')
}
