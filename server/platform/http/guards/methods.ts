import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Node's parser accepts many more methods, even those of RTSP. */
const KNOWN = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** A method without a body, known to Fastify's router, and used by none of our routes. */
const UNROUTED = 'UNLINK'

const originalMethods = new WeakMap<IncomingMessage, string>()

/** Replaces an unknown method, so that its request passes all hooks and gets our 404. Returns the URL to route. */
export function replaceUnknownMethod(request: IncomingMessage): string {
  const { method = '', url = '/' } = request
  if (KNOWN.has(method)) return url
  originalMethods.set(request, method)
  request.method = UNROUTED
  return method === 'CONNECT' ? '/' : url
}

export const methodOf = (request: IncomingMessage): string => originalMethods.get(request) ?? request.method ?? ''

/** Node would close the connection without a response. */
export function answerConnect(app: FastifyInstance): void {
  app.server.on('connect', (request: IncomingMessage, socket: Socket) => {
    // Node no longer handles errors of this connection.
    socket.on('error', () => socket.destroy())
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    try {
      response.assignSocket(socket)
    } catch {
      // An earlier request of this connection still waits for its response.
      socket.destroy()
      return
    }
    // Nothing else reads this connection or limits its time: further bytes are dropped and the response closes it.
    socket.resume()
    response.once('finish', () => socket.destroySoon())
    app.routing(request, response)
  })
}
