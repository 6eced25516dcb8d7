import { setPriority } from 'node:os'
import type { Config } from './config.ts'
import { describe } from './platform/backups/make-backup.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { exitWithParent } from './platform/lifecycle/exit-with-parent.ts'
import { openStorage } from './platform/storage/open-storage.ts'
import { backUp } from './rehearsal.ts'

/** `copyDir`: a data folder with a copy of the embedded database. */
export type BackupTask = { config: Config; copyDir: string | undefined }
export type BackupMessage = { report: string } | { done: Awaited<ReturnType<typeof backUp>> } | { error: string }

const LOW_PRIORITY = 10
const send = (message: BackupMessage) => process.send?.(message)

setPriority(LOW_PRIORITY)
exitWithParent(() => process.exit(1))
process.once('message', ({ config, copyDir }: BackupTask) =>
  run(config, copyDir).then(
    (done) => send({ done }),
    (error) => send({ error: describe(error) }),
  ),
)

async function run(config: Config, copyDir: string | undefined) {
  // Only the owner of the tables can read the sequences.
  const databaseUrl = config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL
  const db = await openDatabase({ databaseUrl, dataDir: copyDir ?? config.DATA_DIR })
  const source = { config, db, storage: await openStorage(config), now: () => new Date() }
  return backUp(source, (report) => send({ report })).finally(() => db.close())
}
