import type { FastifyInstance } from 'fastify'
import { calls } from './calls.ts'
import { openapiDocument } from './document.ts'
import { callsPage, stylesheet } from './page.ts'

const TITLE = 'Campus rewards'

/** The description of all calls (D-66): `/openapi.json` for programs, `/docs` for people. */
export function openapiRoutes(app: FastifyInstance): void {
  const document = JSON.stringify(openapiDocument(calls, TITLE))
  const page = callsPage(calls, TITLE)
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json').send(document))
  app.get('/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/docs.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(stylesheet))
}
