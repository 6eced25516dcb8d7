import { buildApp } from './app.ts'
import { startBackground } from './background.ts'
import { type Config, knowPort } from './config.ts'
import { clockOf } from './db/clock.ts'
import type { Database } from './db/database.ts'
import { prepareDemo, tellHistory } from './demo/first-start.ts'
import { openDeps } from './deps.ts'
import { greet } from './greeting.ts'
import { measureProcess } from './metrics/metrics.ts'
import { stopWhenTold } from './stopping.ts'
import { freeUnfinishedKeys } from './submissions/keys.ts'

/** Serves on a prepared database until it is told to stop. */
export async function serve(config: Config, db: Database): Promise<void> {
  const deps = await openDeps(config, db, await clockOf(db))
  if (db.engine === 'embedded') await freeUnfinishedKeys(db.pool)
  const [demo, app] = await Promise.all([prepareDemo(deps), buildApp(deps)])
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  knowPort(config, Number(new URL(address).port))
  await startBackground(deps)
  measureProcess(deps.metrics)
  const history = tellHistory(deps, demo)
  stopWhenTold({ app, deps, history })
  greet(config, demo)
}
