import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { lastGoodBackup } from '../backups/records.ts'
import type { Queryable } from '../db/database.ts'
import type { PlatformDeps } from '../deps.ts'
import { MINUTE_MS } from '../durations.ts'
import { bearerToken } from '../http/authenticators.ts'
import { requireThisMachine } from '../http/guards/hosts.ts'
import { methodOf } from '../http/guards/methods.ts'
import { notFound } from '../http/http-error.ts'
import { routeOf } from '../http/request-log.ts'
import { constantTimeEqual } from '../security/crypto.ts'
import { countJobs, type JobCount } from './metrics.store.ts'

const API = /^\/(api|files|media|healthz|readyz|metrics)(\/|$)/
const QUEUE_STATES: JobCount['state'][] = ['waiting', 'later', 'running', 'failed']

/** Read for each answer. `oldest_at` is when the oldest receipt began to wait. */
type DomainCounts = {
  failedMails(db: Queryable): Promise<number>
  waitingReceipts(db: Queryable): Promise<{ receipts: number; oldest_at: Date | null }>
}

export function metricsRoutes(app: FastifyInstance, deps: PlatformDeps, counts: DomainCounts): void {
  const { requests, durations, registry } = deps.metrics
  const updateBackup = backupGauge(deps)
  app.addHook('onResponse', (request, { statusCode, elapsedTime }, done) => {
    const route = boundedRoute(request)
    requests.inc({ method: methodOf(request.raw), route, status: statusCode })
    durations.observe({ route }, elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    requireAccess(request, deps.config)
    await Promise.all([updateGauges(deps, counts), updateBackup()])
    reply.headers({ 'content-type': registry.contentType, 'cache-control': 'no-store' })
    return registry.metrics()
  })
}

/** Every file of the apps is a route of its own: too many label values. */
function boundedRoute(request: FastifyRequest): string {
  const route = routeOf(request)
  return API.test(route) || route === 'none' ? route : 'files of the apps'
}

/** METRICS_TOKEN, or outside production this machine: in production a proxy makes every request local. 404. */
function requireAccess(request: FastifyRequest, { METRICS_TOKEN, production }: Config): void {
  if (METRICS_TOKEN && constantTimeEqual(bearerToken(request) ?? '', METRICS_TOKEN)) return
  if (production) throw notFound()
  requireThisMachine(request)
}

const LOOK_EVERY_MS = 5 * MINUTE_MS

/** Asks the store of backups, which may be far away, once in five minutes. Without a good backup there is no gauge. */
function backupGauge({ config, metrics, now }: PlatformDeps): () => Promise<void> {
  let found: { at: number; madeAt: Promise<string | undefined> } | undefined
  return async () => {
    if (!found || now().getTime() - found.at > LOOK_EVERY_MS) {
      const looking = lastGoodBackup(config).then((backup) => backup?.made_at)
      found = { at: now().getTime(), madeAt: looking.catch(() => undefined) }
    }
    const madeAt = await found.madeAt
    metrics.goodBackup.remove()
    if (madeAt) metrics.goodBackup.set((now().getTime() - Date.parse(madeAt)) / 1000)
  }
}

/** Without the database, the metrics that do not need it are still served. */
async function updateGauges({ db, metrics, now }: PlatformDeps, counts: DomainCounts): Promise<void> {
  const { totalCount, idleCount, waitingCount } = db.pool
  metrics.connections.set({ state: 'open' }, totalCount)
  metrics.connections.set({ state: 'idle' }, idleCount)
  metrics.connections.set({ state: 'waiting' }, waitingCount)
  const queries = [countJobs(db.pool), counts.waitingReceipts(db.pool), counts.failedMails(db.pool)] as const
  const found = await Promise.all(queries).catch(() => undefined)
  metrics.databaseUp.set(found ? 1 : 0)
  metrics.jobs.reset()
  for (const gauge of [metrics.failedMails, metrics.receipts, metrics.oldestReceipt]) gauge.remove()
  if (!found) return
  const [jobs, { receipts, oldest_at }, failedMails] = found
  for (const queue of ['mail', 'clean-up']) for (const state of QUEUE_STATES) metrics.jobs.set({ queue, state }, 0)
  for (const { queue, state, count } of jobs) metrics.jobs.set({ queue, state }, count)
  metrics.failedMails.set(failedMails)
  metrics.receipts.set(receipts)
  metrics.oldestReceipt.set(oldest_at ? Math.max(0, (now().getTime() - oldest_at.getTime()) / 1000) : 0)
}
