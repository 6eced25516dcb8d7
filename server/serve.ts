import { prepareDemo, startDemoHistory } from '../demo/first-start.ts'
import { buildApp } from './app.ts'
import { backUpRunning } from './backup-process.ts'
import { type Config, setPort } from './config.ts'
import { type Deps, openDeps } from './deps.ts'
import { examineInstallation } from './domains/doctor/doctor.service.ts'
import { releaseUnfinishedKeys } from './domains/submissions/idempotency-keys.store.ts'
import { describeBackup } from './platform/backups/records.ts'
import { databaseClock } from './platform/db/clock.ts'
import type { Database } from './platform/db/database.ts'
import { serveCommands } from './platform/lifecycle/command-socket.ts'
import { keepMemoryLow } from './platform/lifecycle/low-memory.ts'
import { measureProcess } from './platform/metrics/metrics.ts'
import { registerJobs } from './register-jobs.ts'
import { stopOnSignal } from './shutdown.ts'
import { printStartupMessage } from './startup-message.ts'

export async function serve(config: Config, db: Database): Promise<void> {
  const deps = await openDeps(config, db, await databaseClock(db))
  if (db.engine === 'embedded') await releaseUnfinishedKeys(db.pool)
  const [findDemoLogins, app] = await Promise.all([prepareDemo(deps), buildApp(deps)])
  const address = await app.listen({ host: config.HOST, port: config.PORT })
  setPort(config, Number(new URL(address).port))
  await registerJobs(deps)
  if (db.engine === 'embedded') await openCommands(deps)
  measureProcess(deps.metrics)
  const demo = await findDemoLogins()
  const history = startDemoHistory(deps, demo)
  stopOnSignal({ app, deps, history })
  printStartupMessage(config, demo)
  keepMemoryLow()
}

/** Other processes cannot open the embedded database. Its socket ends with the process. */
const openCommands = (deps: Deps) =>
  serveCommands(deps.config.DATA_DIR, {
    doctor: async () => JSON.stringify(await examineInstallation(deps)),
    backup: async (report) => describeBackup(await backUpRunning(deps, report)),
  }).catch((err) => deps.log.warn({ err }, 'commands cannot reach this server'))
