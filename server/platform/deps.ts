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

/** `now` is the clock for all rules; `randomInt(below)` is below that number. */
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
