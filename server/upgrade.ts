import pg from 'pg'
import type { Config } from './config.ts'
import { openDeps } from './deps.ts'
import { findAllErrors } from './domains/settlement/settlement-check.store.ts'
import type { Report } from './platform/backups/backup-copy.ts'
import type { Database } from './platform/db/database.ts'
import { compareMigrations, listBreaking } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { openPreparedDatabase } from './platform/db/prepare.ts'
import { ExportImportError } from './platform/export-import/export-import-error.ts'
import { backUp } from './rehearsal.ts'

/**
 * Backs up the database of an older release, rehearses this release on the backup, then migrates and checks the ledger.
 * Returns what to do next. Throws ExportImportError, with nothing changed, if replicas run that a migration would break.
 */
export async function upgrade(given: Config, report: Report): Promise<string> {
  const config = { ...given, DATABASE_URL: given.MIGRATION_DATABASE_URL ?? given.DATABASE_URL }
  const isRunning = await areReplicasRunning(given)
  const current = openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: config.DATA_DIR })
  const { missing, unknown, applied } = await withOpen(current, ({ pool }) => compareMigrations(pool))
  if (unknown.length > 0) throw new ExportImportError('The database is of a newer release. Nothing was changed.')
  const breaking = isRunning ? await listBreaking(missing) : []
  if (breaking.length > 0)
    throw new ExportImportError(
      `Stop all replicas first: ${breaking.join(', ')} would break them. Nothing was changed.`,
    )
  if (missing.length === 0) return 'Nothing to do: the database is of this release.'
  const backup = await withOpen(openPreparedDatabase(config, { through: applied.at(-1) ?? '' }), async (db) => {
    const deps = await openDeps(config, db)
    return backUp(deps, report).finally(() => deps.jobs.stop())
  })
  report(`Migrates: ${missing.join(', ')}`)
  const errors = await withOpen(openPreparedDatabase(given), ({ pool }) => findAllErrors(pool))
  if (errors.length > 0) throw new ExportImportError(`The ledger check after it found: ${errors.join('\n')}`)
  return `The database is upgraded and the ledger agrees. Now start the replicas of this release, one by one.
To go back: stop them, and run \`npm run stampus -- restore ${backup.id}\` of the older release into an empty database.`
}

async function withOpen<Result>(opening: Promise<Database>, work: (db: Database) => Promise<Result>): Promise<Result> {
  const db = await opening
  return work(db).finally(() => db.close())
}

/** Each replica has a connection of this name. The names of another role's connections are hidden. */
async function areReplicasRunning({ DATABASE_URL, MIGRATION_DATABASE_URL = DATABASE_URL }: Config): Promise<boolean> {
  if (!DATABASE_URL) return false
  const client = new pg.Client({ connectionString: MIGRATION_DATABASE_URL })
  await client.connect()
  const listing = client.query({
    text: `SELECT FROM pg_stat_activity WHERE datname = current_database() AND usename = $1
      AND coalesce(application_name, 'stampus pulse') = 'stampus pulse'`,
    values: [decodeURIComponent(new URL(DATABASE_URL).username)],
  })
  const { rowCount } = await listing.finally(() => client.end())
  return rowCount !== 0
}
