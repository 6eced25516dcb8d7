import type { Config } from '../config.ts'
import type { Database } from './db/database.ts'
import type { Draining } from './http/health.routes.ts'
import type { ResponseCache } from './http/response-cache.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Log } from './metrics/log.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { IncomingFiles } from './storage/incoming-files.ts'
import type { Storage } from './storage/storage.ts'

/**
 * What the platform is given; `Deps` adds what only domains use. `now` is the clock for all rules, `randomInt(below)` a random
 * integer from 0 to `below` - 1.
 */
export type PlatformDeps = {
  config: Config
  db: Database
  storage: Storage
  incoming: IncomingFiles
  jobs: Jobs
  mailer: Mailer
  draining: Draining
  log: Log
  metrics: Metrics
  responseCache: ResponseCache
  now: () => Date
  randomInt: (below: number) => number
}
