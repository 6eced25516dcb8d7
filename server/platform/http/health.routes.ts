import { texts } from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { readiness } from '../db/readiness.ts'
import { HttpError } from './http-error.ts'

/** The server is about to stop: it still answers, but a proxy should send requests elsewhere. */
export type Draining = { begun: boolean }

/** `/healthz`: the process runs. `/readyz`: its database stores and it is not about to stop. */
export function healthRoutes(app: FastifyInstance, { db, draining }: { db: Database; draining: Draining }): void {
  const checkStores = readiness(db.pool)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (draining.begun) throw new HttpError(503, texts.unavailable)
    await checkStores()
    return { status: 'ready' }
  })
}

/** Closes connections while draining, so that a proxy sends the next request to another replica. */
export function closeOnDrain(app: FastifyInstance, draining: Draining): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining.begun) reply.header('connection', 'close')
    done()
  })
}
