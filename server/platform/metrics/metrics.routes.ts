import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Deps } from '../../deps.ts'
import type { Queryable } from '../db/database.ts'
import { bearerToken } from '../http/authenticators.ts'
import { requireThisMachine } from '../http/guards/hosts.ts'
import { methodOf } from '../http/guards/methods.ts'
import { notFound } from '../http/http-error.ts'
import { routeOf } from '../http/request-log.ts'
import { isSameText } from '../security/crypto.ts'
import { countJobs, countWaiting, type JobCount } from './backlog.store.ts'

const API = /^\/(api|files|media|healthz|readyz|metrics)(\/|$)/
const QUEUE_STATES: JobCount['state'][] = ['waiting', 'later', 'running', 'failed']

/** What a domain counts and the metrics tell. */
type Counted = { undelivered: (db: Queryable) => Promise<number> }

/** `/metrics` in the text form of Prometheus (D-66), and the counting of requests that it tells of. */
export function metricsRoutes(app: FastifyInstance, deps: Deps, counted: Counted): void {
  const { requests, durations, registry } = deps.metrics
  app.addHook('onResponse', (request, { statusCode, elapsedTime }, done) => {
    const route = boundedRoute(request)
    requests.inc({ method: methodOf(request.raw), route, status: statusCode })
    durations.observe({ route }, elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    requireReader(request, deps.config)
    await lookUp(deps, counted)
    reply.headers({ 'content-type': registry.contentType, 'cache-control': 'no-store' })
    return registry.metrics()
  })
}

/** Every file of the two apps is a route of its own. */
function boundedRoute(request: FastifyRequest): string {
  const route = routeOf(request)
  return API.test(route) || route === 'none' ? route : 'files of the apps'
}

/** By METRICS_TOKEN; outside production also from this machine. In production a proxy on it would make everybody local. */
function requireReader(request: FastifyRequest, { METRICS_TOKEN, production }: Config): void {
  if (METRICS_TOKEN && isSameText(bearerToken(request) ?? '', METRICS_TOKEN)) return
  if (production) throw notFound()
  requireThisMachine(request)
}

/** While the database is away, what is known without it is still told. */
async function lookUp({ db, metrics, now }: Deps, counted: Counted): Promise<void> {
  const { totalCount, idleCount, waitingCount } = db.pool
  metrics.connections.set({ state: 'open' }, totalCount)
  metrics.connections.set({ state: 'idle' }, idleCount)
  metrics.connections.set({ state: 'waiting' }, waitingCount)
  const asked = [countJobs(db.pool), countWaiting(db.pool), counted.undelivered(db.pool)] as const
  const found = await Promise.all(asked).catch(() => undefined)
  metrics.databaseUp.set(found ? 1 : 0)
  metrics.jobs.reset()
  for (const gauge of [metrics.undelivered, metrics.receipts, metrics.oldestReceipt]) gauge.remove()
  if (!found) return
  const [jobs, { receipts, oldest_at }, undelivered] = found
  for (const queue of ['mail', 'clean-up']) for (const state of QUEUE_STATES) metrics.jobs.set({ queue, state }, 0)
  for (const { queue, state, count } of jobs) metrics.jobs.set({ queue, state }, count)
  metrics.undelivered.set(undelivered)
  metrics.receipts.set(receipts)
  metrics.oldestReceipt.set(oldest_at ? Math.max(0, (now().getTime() - oldest_at.getTime()) / 1000) : 0)
}
