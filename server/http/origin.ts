import type { FastifyRequest } from 'fastify'
import { forbidden } from './refusal.ts'

/** Refuses an unsafe console request that another site could have sent. `consoleUrl` is the origin in production. */
export function requireOwnOrigin(request: FastifyRequest, consoleUrl: string | undefined): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, host } = request.headers
  if (consoleUrl && origin) return refuseUnless(origin === new URL(consoleUrl).origin)
  if (request.headers['sec-fetch-site'] === 'same-origin') return
  refuseUnless(origin !== undefined && URL.canParse(origin) && new URL(origin).host === host)
}

function refuseUnless(own: boolean): void {
  if (!own) throw forbidden()
}
