import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { methodOf } from './guards/methods.ts'

/** Asked every few seconds, and of no interest unless they fail. */
const QUIET = ['/healthz', '/readyz', '/metrics']

/** One line a request, and its id in the answer. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply)
    done()
  })
  app.addHook('onRequestAbort', async (request) => request.log.info(askedIn(request), 'request given up by its sender'))
}

/** What was asked and what came of it. Never the address as it was sent, a header or a body: they hold tokens and people. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { statusCode: status, elapsedTime } = reply
  const quiet = status < 400 && QUIET.includes(routeOf(request))
  request.log[quiet ? 'debug' : 'info']({ ...askedIn(request), status, ms: Math.round(elapsedTime) }, 'request')
}

/** The pattern that a request matched: `/api/merchants/:id`, or `none` for pages and for what is not served. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none'
}

function askedIn(request: FastifyRequest): { method: string; route: string } {
  return { method: methodOf(request.raw), route: routeOf(request) }
}

const ID = /^[\w.-]{8,64}$/

/** Names each request: by the `X-Request-Id` that a proxy of ours has given it (D-67), else by a new id. */
export function requestIds(proxies: string[]): (request: IncomingMessage) => string {
  const ours = listOf(proxies)
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    return typeof given === 'string' && ID.test(given) && isIn(ours, socket.remoteAddress) ? given : randomUUID()
  }
}

function listOf(proxies: string[]): BlockList {
  const list = new BlockList()
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    if (bits) list.addSubnet(address, Number(bits), familyOf(address))
    else list.addAddress(address, familyOf(address))
  }
  return list
}

/** A socket for both families writes IPv4 addresses as IPv6 ones. */
function isIn(list: BlockList, address: string | undefined): boolean {
  const bare = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
  return isIP(bare) !== 0 && list.check(bare, familyOf(bare))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
