import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { type IncomingFiles, openIncoming } from './files/incoming.ts'
import { openStorage, type Storage } from './files/storage.ts'
import { type Jobs, openJobs } from './jobs/jobs.ts'
import { type Mailer, openMailer } from './mail/mailer.ts'

/** What every domain is handed; tests hand others. `now` is the clock that rules go by. */
export type Deps = {
  config: Config
  db: Database
  storage: Storage
  incoming: IncomingFiles
  jobs: Jobs
  mailer: Mailer
  now: () => Date
}

/** Opens what stands beside the database, whose schema is prepared: files, jobs and mail. */
export async function openDeps(config: Config, db: Database, now: () => Date = () => new Date()): Promise<Deps> {
  return {
    config,
    db,
    storage: openStorage(config.DATA_DIR),
    incoming: await openIncoming(config.DATA_DIR, { alone: db.engine === 'embedded' }),
    jobs: await openJobs(db),
    mailer: openMailer(config),
    now,
  }
}
