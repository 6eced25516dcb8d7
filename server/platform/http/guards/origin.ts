import type { FastifyRequest } from 'fastify'
import { forbidden } from '../http-error.ts'

/** Refuses an unsafe console request that another site could have sent. `consoleUrl` is the origin in production. */
export function requireOwnOrigin(request: FastifyRequest, consoleUrl: string | undefined): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, host } = request.headers
  if (!isOwn(origin, host, request.headers['sec-fetch-site'], consoleUrl)) throw forbidden()
}

function isOwn(origin: string | undefined, host: string | undefined, site: unknown, consoleUrl: string | undefined) {
  if (consoleUrl && origin) return origin === new URL(consoleUrl).origin
  if (site === 'same-origin') return true
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}
