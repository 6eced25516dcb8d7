import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import * as texts from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import { bareHeaders } from '../guards/security-headers.ts'
import { HttpError } from '../http-error.ts'

/** What comes over a connection and is no request, or none in time: it is refused in our form, then the connection ends. */
export function handleClientError(fault: Error & { code?: string }, socket: Socket): void {
  if (fault.code !== 'ECONNRESET' && socket.writable) socket.write(written(refusalOf(fault.code)))
  socket.destroy()
}

/** Ends a connection whose request does not get on. */
export function rejectSlowClient(socket: Socket): void {
  handleClientError(Object.assign(new Error('Too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
}

function refusalOf(code: string | undefined): HttpError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HttpError(408, texts.tooSlow)
  return code === 'HPE_HEADER_OVERFLOW'
    ? new HttpError(431, texts.tooLargeRequest)
    : new HttpError(400, texts.malformed)
}

function written({ status, body }: HttpError): string {
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

const LINGER_MS = 5000

/**
 * After an answer that came before its request's end, the rest is thrown away for a few seconds and then the connection is ended.
 * Ending it at once would reset it, and a sender that is still busy would never read why it was refused.
 */
export function drainUnreadRequests(app: FastifyInstance): void {
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    done()
    if (raw.complete !== false || raw.destroyed) return
    raw.unpipe()
    raw.resume()
    const timer = setTimeout(() => raw.socket.destroy(), LINGER_MS)
    raw.once('close', () => clearTimeout(timer))
  })
}
