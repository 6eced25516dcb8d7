import * as texts from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { ping } from '../db/database.ts'
import { HttpError } from './http-error.ts'

/** `/healthz`: the process lives. `/readyz`: it can serve, its database answers, and it is not about to end (D-66). */
export function healthRoutes(app: FastifyInstance, { db, leaving }: Pick<Deps, 'db' | 'leaving'>): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (leaving.begun) throw new HttpError(503, texts.unavailable)
    await ping(db.pool)
    return { status: 'ready' }
  })
}

/** Whether this process is about to end: it still answers, but wants no more. */
export type Draining = { begun: boolean }

/** From then on each answer ends its connection, so that a proxy sends the next request elsewhere. */
export function closeOnDrain(app: FastifyInstance, leaving: Draining): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (leaving.begun) reply.header('connection', 'close')
    done()
  })
}
