import { prepareDemo, startDemoHistory } from '../demo/first-start.ts'
import { buildApp } from './app.ts'
import { type Config, knowPort } from './config.ts'
import { openDeps } from './deps.ts'
import { releaseUnfinishedKeys } from './domains/submissions/idempotency-keys.service.ts'
import { clockOf } from './platform/db/clock.ts'
import type { Database } from './platform/db/database.ts'
import { measureProcess } from './platform/metrics/metrics.ts'
import { registerJobs } from './register-jobs.ts'
import { stopWhenTold } from './shutdown.ts'
import { greet } from './startup-message.ts'

/** Serves on a prepared database until it is told to stop. */
export async function serve(config: Config, db: Database): Promise<void> {
  const deps = await openDeps(config, db, await clockOf(db))
  if (db.engine === 'embedded') await releaseUnfinishedKeys(db.pool)
  const [demo, app] = await Promise.all([prepareDemo(deps), buildApp(deps)])
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  knowPort(config, Number(new URL(address).port))
  await registerJobs(deps)
  measureProcess(deps.metrics)
  const history = startDemoHistory(deps, demo)
  stopWhenTold({ app, deps, history })
  greet(config, demo)
}
