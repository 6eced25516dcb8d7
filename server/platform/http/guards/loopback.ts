import type { FastifyRequest } from 'fastify'
import { notFound } from '../http-error.ts'

const LOOPBACK = /^(localhost|(::ffff:)?127\.\d+\.\d+\.\d+|::1|\[::1\])$/i

/** Whether a host name or address, as written in a setting, a URL or a connection, means this machine alone. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}

/**
 * A 404 for callers elsewhere: by the connection, and by the name that was asked for, which a page of another site could
 * point at this machine.
 */
export function requireThisMachine(request: FastifyRequest): void {
  const asked = request.headers.host?.replace(/:\d+$/, '') ?? ''
  if (![request.socket.remoteAddress ?? '', request.ip, asked].every(isLoopback)) throw notFound()
}
