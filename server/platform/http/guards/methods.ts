import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Methods that we may serve. Node's parser accepts many more, even those of RTSP. */
const KNOWN = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** A method that Fastify's router knows, that no route of ours has, and that has no body. */
const STAND_IN = 'UNLINK'

const sent = new WeakMap<IncomingMessage, string>()

/**
 * Runs before a request is routed, and answers its address. A method that we do not serve is replaced, so that the request passes
 * the same hooks as all others and gets the same 404: Fastify alone answers methods that its router does not know.
 */
export function replaceUnknownMethod(request: IncomingMessage): string {
  const { method = '', url = '/' } = request
  if (KNOWN.has(method)) return url
  sent.set(request, method)
  request.method = STAND_IN
  return method === 'CONNECT' ? '/' : url
}

/** The method as it was sent. */
export function methodOf(request: IncomingMessage): string {
  return sent.get(request) ?? request.method ?? ''
}

/** Answers a CONNECT like any other unknown method. Node would end its connection without a word. */
export function answerConnect(app: FastifyInstance): void {
  app.server.on('connect', (request: IncomingMessage, socket: Socket) => {
    // Node handles the errors of this connection no longer.
    socket.on('error', () => socket.destroy())
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    try {
      response.assignSocket(socket)
    } catch {
      // An earlier request of this connection still waits for its answer.
      socket.destroy()
      return
    }
    // Nothing else reads this connection or limits its time: what still comes is dropped, and the answer ends it both ways.
    socket.resume()
    response.once('finish', () => socket.destroySoon())
    app.routing(request, response)
  })
}
