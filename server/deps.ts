import { randomInt } from 'node:crypto'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { type IncomingFiles, openIncoming } from './files/incoming.ts'
import { openStorage, type Storage } from './files/storage.ts'
import type { Leaving } from './http/leaving.ts'
import { PublicAnswers } from './http/public-answers.ts'
import { type Jobs, openJobs } from './jobs/jobs.ts'
import { type Log, openLog } from './log.ts'
import { type Mailer, openMailer } from './mail/mailer.ts'
import { countedMailer } from './metrics/mail.ts'
import { type Metrics, openMetrics } from './metrics/metrics.ts'
import { countedReader } from './metrics/reading.ts'
import { engineOfMachine } from './reading/engines.ts'
import { fingerprintOf } from './reading/fingerprint.ts'
import { ownReader, type Reader } from './reading/own-reader.ts'

/** What every domain is handed; tests hand others. `now` is the clock that rules go by, `randomInt` draws from 0 to below its limit. */
export type Deps = {
  config: Config
  db: Database
  storage: Storage
  incoming: IncomingFiles
  jobs: Jobs
  mailer: Mailer
  leaving: Leaving
  log: Log
  metrics: Metrics
  publicAnswers: PublicAnswers
  reader: Reader
  fingerprint: typeof fingerprintOf
  now: () => Date
  randomInt: (below: number) => number
}

/** Opens what stands beside the database, whose schema is prepared: files, jobs and mail. */
export async function openDeps(config: Config, db: Database, now: () => Date = () => new Date()): Promise<Deps> {
  const log = openLog(config)
  const metrics = openMetrics()
  const engine = engineOfMachine()
  if (config.READING === 'on') metrics.readingEngine.set({ engine }, 1)
  const publicAnswers = new PublicAnswers(now)
  db.onPublicChange(() => publicAnswers.drop())
  return {
    config,
    db,
    storage: await openStorage(config),
    incoming: await openIncoming(config.DATA_DIR, {
      alone: db.engine === 'embedded',
      maxBytes: config.INCOMING_MAX_MB * 1024 * 1024,
    }),
    jobs: await openJobs(db, log),
    mailer: countedMailer(openMailer(config), metrics),
    leaving: { begun: false },
    log,
    metrics,
    publicAnswers,
    reader: countedReader(ownReader(config, now, engine), engine, metrics),
    fingerprint: fingerprintOf,
    now,
    randomInt,
  }
}
