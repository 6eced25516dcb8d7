import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { texts } from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import { bareHeaders } from '../guards/security-headers.ts'
import { HttpError } from '../http-error.ts'

const DRAIN_MS = 5000

/** Answers bytes that are no valid request, or come too late, then closes the connection. */
export function handleClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) socket.write(toResponse(httpErrorFor(error.code)))
  socket.destroy()
}

export function rejectSlowClient(socket: Socket): void {
  handleClientError(Object.assign(new Error('Too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
}

function httpErrorFor(code: string | undefined): HttpError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HttpError(408, texts.tooSlow)
  return code === 'HPE_HEADER_OVERFLOW'
    ? new HttpError(431, texts.tooLargeRequest)
    : new HttpError(400, texts.malformed)
}

function toResponse({ status, body }: HttpError): string {
  const text = JSON.stringify(body)
  const headers = {
    ...bareHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`
}

/** Discards the rest of an answered request: closing at once would reset it, and the error is never read. */
export function drainUnreadRequests(app: FastifyInstance): void {
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    done()
    if (raw.complete !== false || raw.destroyed) return
    raw.unpipe()
    raw.resume()
    const timer = setTimeout(() => raw.socket.destroy(), DRAIN_MS)
    raw.once('close', () => clearTimeout(timer))
  })
}
