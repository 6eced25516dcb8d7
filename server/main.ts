import { buildApp } from './app.ts'
import { startBackground } from './background.ts'
import { BadSettings, type Config, knowPort, readConfig } from './config.ts'
import { openDatabase } from './db/database.ts'
import { DataDirInUse } from './db/lock.ts'
import { prepareSchema } from './db/prepare.ts'
import { prepareDemo, tellHistory } from './demo/first-start.ts'
import { openDeps } from './deps.ts'
import { greet } from './greeting.ts'
import { stopWhenTold } from './stopping.ts'
import { freeUnfinishedKeys } from './submissions/keys.ts'

try {
  await start(readConfig())
} catch (error) {
  console.error(wordsFor(error))
  process.exit(1)
}

async function start(config: Config): Promise<void> {
  const db = await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR })
  await prepareSchema(db.pool)
  const deps = await openDeps(config, db)
  if (db.engine === 'embedded') await freeUnfinishedKeys(db.pool)
  const demo = await prepareDemo(deps)
  const app = await buildApp(deps)
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  knowPort(config, Number(new URL(address).port))
  await startBackground(deps)
  const history = tellHistory(deps, demo)
  stopWhenTold({ app, deps, history })
  greet(config, demo)
}

/** What a person at the terminal can mend is said in words; all else with its trace. */
function wordsFor(error: unknown): unknown {
  if (error instanceof BadSettings || error instanceof DataDirInUse) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return 'This port is taken by another program. Set PORT to another one.'
  return error
}
