import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Methods that a route may have. Node's parser accepts many more, even those of RTSP. */
const KNOWN = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** A method without a body that Fastify's router knows and that none of our routes has. */
const UNROUTED = 'UNLINK'

const originalMethods = new WeakMap<IncomingMessage, string>()

/**
 * Runs before routing and returns the URL to route. Replaces an unknown method, so that the request passes the same hooks as
 * all others and gets the same 404. Without this, Fastify would answer methods that its router does not know by itself.
 */
export function replaceUnknownMethod(request: IncomingMessage): string {
  const { method = '', url = '/' } = request
  if (KNOWN.has(method)) return url
  originalMethods.set(request, method)
  request.method = UNROUTED
  return method === 'CONNECT' ? '/' : url
}

/** The method that the client sent. */
export function methodOf(request: IncomingMessage): string {
  return originalMethods.get(request) ?? request.method ?? ''
}

/** Answers CONNECT like any other unknown method. Node would close the connection without a response. */
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
