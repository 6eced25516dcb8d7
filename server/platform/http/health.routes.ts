import * as texts from '@stampus/contract/texts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { ping } from '../db/ping.ts'
import { HttpError } from './http-error.ts'

/** `/healthz`: the process lives. `/readyz`: it can serve, its database answers, and it is not about to end (D-66). */
export function probes(app: FastifyInstance, { db, leaving }: Pick<Deps, 'db' | 'leaving'>): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (leaving.begun) throw new HttpError(503, texts.unavailable)
    await ping(db.pool)
    return { status: 'ready' }
  })
}
