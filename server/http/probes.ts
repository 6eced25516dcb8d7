import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { ping } from '../db/ping.ts'

/** `/healthz`: the process lives. `/readyz`: it can serve, its database answers (D-66). */
export function probes(app: FastifyInstance, db: Database): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    await ping(db.pool)
    return { status: 'ready' }
  })
}
