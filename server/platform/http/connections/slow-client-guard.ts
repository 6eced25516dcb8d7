import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import { HttpError } from '../http-error.ts'
import { inLanguageOf } from '../request-language.ts'
import { rejectSlowClient } from './client-error.ts'
import { CHECK_MS, CREDIT_MAX_MS, GRACE_MS, IDLE_MS, LEAST_BYTES_PER_SECOND, UNANSWERED_MAX } from './timeouts.ts'

type Connection = { unanswered: number; latest: Exchange; idleSince: number; wait: Wait | undefined }
type Exchange = { request: IncomingMessage; response: ServerResponse }
/** When and how many bytes at the last check, and the milliseconds that the client has left. */
type Wait = { at: number; bytes: number; credit: number }

/** Disconnects clients that send or read too slowly, which Node does not, or that read none of many responses. */
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

/** A request that we do not read ourselves does not count against the client. */
const isWaitingForClient = (socket: Socket, { latest: { request } }: Connection): boolean =>
  (!request.complete && request.readableFlowing === true) || socket.writableLength > 0

/** Time reduces the credit, bytes add to it, up to a maximum: a burst into a socket buffer counts little. */
function creditAt({ at, bytes }: Omit<Wait, 'credit'>, before: Wait): number {
  const earned = ((bytes - before.bytes) * 1000) / LEAST_BYTES_PER_SECOND
  return Math.min(CREDIT_MAX_MS, before.credit + earned - (at - before.at))
}

const bytesTransferred = (socket: Socket): number => socket.bytesRead + socket.bytesWritten - socket.writableLength

function disconnect(socket: Socket, { latest: { request, response } }: Connection): void {
  if (response.headersSent) socket.destroy()
  else inLanguageOf(request, () => rejectSlowClient(socket))
}
