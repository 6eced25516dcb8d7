import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import * as texts from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import { HttpError } from '../http-error.ts'
import { rejectSlowClient } from './client-error.ts'
import { CHECK_MS, CREDIT_MAX_MS, GRACE_MS, IDLE_MS, LEAST_BYTES_PER_SECOND, UNANSWERED_MAX } from './timeouts.ts'

/** What runs on a connection, how many answers it still gets, since when it gets none, and since when its client keeps us waiting. */
type Connection = { unanswered: number; latest: Exchange; idleSince: number; wait: Wait | undefined }
type Exchange = { request: IncomingMessage; response: ServerResponse }
/** When it was looked at last, what had moved by then, and for how long it is borne on, in milliseconds. */
type Wait = { at: number; moved: number; credit: number }

/**
 * Cuts whoever drips: the limits of Node end a body that takes too long in all and a connection that is silent, but hold a
 * byte a second for progress, and know no limit for the reading of an answer. A client that asks on and on without reading is
 * cut at once.
 */
export function guardSlowClients(app: FastifyInstance): void {
  const connections = new Map<Socket, Connection>()
  app.addHook('onRequest', ({ raw: request }, { raw: response }, done) => {
    done(request.socket instanceof Socket ? note(connections, { request, response }) : undefined)
  })
  const timer = setInterval(() => {
    for (const [socket, connection] of connections) check(socket, connection)
  }, CHECK_MS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Answers the fault of a client that asks too much. */
function note(connections: Map<Socket, Connection>, latest: Exchange): HttpError | undefined {
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
  if (!isOurWait(socket, connection)) {
    connection.wait = undefined
    return
  }
  const now = { at: performance.now(), moved: movedOn(socket) }
  const { wait = { ...now, credit: GRACE_MS } } = connection
  connection.wait = { ...now, credit: creditAt(now, wait) }
  if (connection.wait.credit <= 0) cut(socket, connection)
}

/** Whether we wait for the client, who could send or read more; what we do not take ourselves is not its fault. */
function isOurWait(socket: Socket, { latest: { request } }: Connection): boolean {
  return (!request.complete && request.readableFlowing === true) || socket.writableLength > 0
}

/** Time takes of it, what moves adds to it; a burst, as when the system makes more room for what nobody reads, counts little. */
function creditAt({ at, moved }: Omit<Wait, 'credit'>, before: Wait): number {
  const earned = ((moved - before.moved) * 1000) / LEAST_BYTES_PER_SECOND
  return Math.min(CREDIT_MAX_MS, before.credit + earned - (at - before.at))
}

/** Bytes that came, and bytes that were taken. */
function movedOn(socket: Socket): number {
  return socket.bytesRead + socket.bytesWritten - socket.writableLength
}

function cut(socket: Socket, { latest: { response } }: Connection): void {
  if (response.headersSent) socket.destroy()
  else rejectSlowClient(socket)
}
