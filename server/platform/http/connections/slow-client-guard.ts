import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import { HttpError } from '../http-error.ts'
import { inLanguageOf } from '../request-language.ts'
import { rejectSlowClient } from './client-error.ts'
import { CHECK_MS, CREDIT_MAX_MS, GRACE_MS, IDLE_MS, LEAST_BYTES_PER_SECOND, UNANSWERED_MAX } from './timeouts.ts'

/** `unanswered` counts requests without a complete response; `wait` is set while the client keeps us waiting. */
type Connection = { unanswered: number; latest: Exchange; idleSince: number; wait: Wait | undefined }
type Exchange = { request: IncomingMessage; response: ServerResponse }
/** The time of the last check, the bytes transferred by then, and the milliseconds the client has left. */
type Wait = { at: number; bytes: number; credit: number }

/**
 * Disconnects clients that send or read too slowly. Node limits only the total time of a body and the time without any
 * byte: one byte a second passes, and reading a response has no limit. A client that sends more and more requests without
 * reading the responses is disconnected at once.
 */
export function guardSlowClients(app: FastifyInstance): void {
  const connections = new Map<Socket, Connection>()
  app.addHook('onRequest', ({ raw: request }, { raw: response }, done) => {
    done(request.socket instanceof Socket ? track(connections, { request, response }) : undefined)
  })
  const timer = setInterval(() => {
    for (const [socket, connection] of connections) check(socket, connection)
  }, CHECK_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Returns an error for a client with too many unread responses. */
function track(connections: Map<Socket, Connection>, latest: Exchange): HttpError | undefined {
  const { socket } = latest.request
  const connection = connections.get(socket) ?? { unanswered: 0, latest, idleSince: 0, wait: undefined }
  if (!connections.has(socket)) socket.once('close', () => connections.delete(socket))
  connections.set(socket, connection)
  connection.latest = latest
  connection.unanswered += 1
  latest.response.once('close', () => {
    connection.unanswered -= 1
    connection.idleSince = performance.now()
  })
  if (connection.unanswered <= UNANSWERED_MAX) return undefined
  socket.destroy()
  return new HttpError(400, texts.malformed)
}

function check(socket: Socket, connection: Connection): void {
  if (connection.unanswered === 0 && performance.now() - connection.idleSince >= IDLE_MS) socket.destroy()
  if (!isWaitingForClient(socket, connection)) {
    connection.wait = undefined
    return
  }
  const now = { at: performance.now(), bytes: bytesTransferred(socket) }
  const { wait = { ...now, credit: GRACE_MS } } = connection
  connection.wait = { ...now, credit: creditAt(now, wait) }
  if (connection.wait.credit <= 0) disconnect(socket, connection)
}

/** True if the client could send or read more. A request that we do not read ourselves does not count against it. */
function isWaitingForClient(socket: Socket, { latest: { request } }: Connection): boolean {
  return (!request.complete && request.readableFlowing === true) || socket.writableLength > 0
}

/** Time reduces the credit and transferred bytes add to it, up to the maximum: a burst into a socket buffer counts little. */
function creditAt({ at, bytes }: Omit<Wait, 'credit'>, before: Wait): number {
  const earned = ((bytes - before.bytes) * 1000) / LEAST_BYTES_PER_SECOND
  return Math.min(CREDIT_MAX_MS, before.credit + earned - (at - before.at))
}

/** Bytes received, and bytes that the client has taken. */
function bytesTransferred(socket: Socket): number {
  return socket.bytesRead + socket.bytesWritten - socket.writableLength
}

function disconnect(socket: Socket, { latest: { request, response } }: Connection): void {
  if (response.headersSent) socket.destroy()
  else inLanguageOf(request, () => rejectSlowClient(socket))
}
