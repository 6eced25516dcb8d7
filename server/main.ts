import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { startBackground } from './background.ts'
import { BadSettings, type Config, readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { DataDirInUse } from './db/lock.ts'
import { prepareSchema } from './db/prepare.ts'
import { seedIfNew } from './demo/first-start.ts'
import { type Deps, openDeps } from './deps.ts'
import { greet } from './greeting.ts'
import { endWithParent } from './parent.ts'
import { freeUnfinishedKeys } from './submissions/keys.ts'

const STOP_WITHIN_MS = 10_000

try {
  await start(readConfig())
} catch (error) {
  if (!(error instanceof BadSettings || error instanceof DataDirInUse)) throw error
  console.error(error.message)
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  const db = await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR })
  await prepareSchema(db.pool)
  const deps = await openDeps(config, db)
  if (db.engine === 'embedded') await freeUnfinishedKeys(db.pool)
  const demo = await seedIfNew(deps)
  const app = await buildApp(deps)
  stopOnSignals(app, deps)
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  await startBackground(deps)
  greet(config, address, demo)
}

function stopOnSignals(app: FastifyInstance, deps: Deps): void {
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await app.close()
    await deps.jobs.stop()
    await deps.db.close()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  endWithParent(stop)
}
