import { join } from 'node:path'
import type { Queryable } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { inTransaction } from '../db/transaction.ts'
import type { PlatformDeps } from '../deps.ts'
import type { MailJob } from '../jobs/jobs.ts'
import {
  disableTimeouts,
  insertRows,
  lastMigration,
  ledgerSum,
  listNonEmptyTables,
  listTables,
  readTable,
  setSequence,
  type Table,
} from './export-import.store.ts'
import { type FileLine, importFile } from './files.ts'
import { type Digest, digestOf, readLines } from './lines.ts'
import { describeMissingFiles, ExportImportError, fingerprintAppKey, type Manifest, readManifest } from './manifest.ts'

type Target = Pick<PlatformDeps, 'db' | 'storage' | 'incoming' | 'jobs' | 'config' | 'now'>

/**
 * Fills an empty database and a file store from a copy, and verifies it: every row and file is read back. All rows are
 * inserted in one transaction, so after an error the database is still empty. Files that are already stored are skipped.
 * A copy of an older release goes into a database with that release's schema, which is migrated afterwards.
 */
export async function importAll(target: Target, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const tables = await listTables(target.db.pool)
  await checkFit(target, manifest, tables)
  for (const name of ['files', 'mails'] as const) await checkLines(folder, name, manifest[name])
  for await (const lines of readLines(join(folder, 'files.ndjson')))
    for (const line of lines) await importFile(target, join(folder, 'files'), JSON.parse(line) as FileLine)
  await inTransaction(target.db.pool, async (tx) => {
    await disableTimeouts(tx)
    await requireEmptyTables(tx, tables)
    for (const table of tables) await fillTable(tx, table, { folder, digest: manifest.tables[table.name] })
    for (const numbering of manifest.numberings) if (numbering.last !== null) await setSequence(tx, numbering)
    await enqueueMails(tx, target, folder)
    if ((await ledgerSum(tx)) !== manifest.ledger_stamps)
      throw new ExportImportError('The sum of the ledger differs from the exported one.')
  })
  await upgrade(target)
  return manifest
}

/** Brings the imported rows to this release. They are committed by now, so a failure must not ask for another import. */
async function upgrade({ db }: Target): Promise<void> {
  try {
    await migrate(db.pool)
  } catch (cause) {
    const message =
      'Everything is imported, but not upgraded to this release. Start the server: it tries the upgrade again.'
    throw new ExportImportError(message, { cause })
  }
}

async function checkFit({ db, config }: Target, manifest: Manifest, tables: Table[]): Promise<void> {
  const here = await lastMigration(db.pool)
  if (here !== manifest.migration)
    throw new ExportImportError(
      `The copy was made by a release whose last migration is ${manifest.migration}; here it is ${here}. Import an older copy into a database that no server has started on yet; for a newer copy, upgrade first.`,
    )
  if (fingerprintAppKey(config.APP_KEY) !== manifest.app_key)
    throw new ExportImportError(
      'The copy was made under another APP_KEY. Set APP_KEY to the one it was made under (without the setting it is in the file app-key of the data folder): second factors and mailed links depend on it.',
    )
  if (manifest.missing_files.length > 0) throw new ExportImportError(describeMissingFiles(manifest))
  await requireEmptyTables(db.pool, tables)
}

async function requireEmptyTables(db: Queryable, tables: Table[]): Promise<void> {
  const filled = await listNonEmptyTables(db, tables)
  if (filled.length > 0)
    throw new ExportImportError(`The database is not empty: there are rows in ${filled.join(', ')}.`)
}

/** Checks a list before it is used: a line that is missing here would not be noticed later. */
async function checkLines(folder: string, name: string, digest: Digest): Promise<void> {
  const { rows, sha256 } = await digestOf(readLines(join(folder, `${name}.ndjson`)))
  if (rows !== digest.rows || sha256 !== digest.sha256)
    throw new ExportImportError(`The list of ${name} is not what was exported: ${rows} lines of ${digest.rows}.`)
}

async function fillTable(
  tx: Queryable,
  table: Table,
  { folder, digest }: { folder: string; digest: Digest | undefined },
): Promise<void> {
  if (!digest) throw new ExportImportError(`The copy has no data of the table ${table.name}.`)
  for await (const lines of readLines(join(folder, 'tables', `${table.name}.ndjson`)))
    await insertRows(tx, table, lines)
  const { rows, sha256 } = await digestOf(readTable(tx, table))
  if (rows !== digest.rows || sha256 !== digest.sha256)
    throw new ExportImportError(`The table ${table.name} is not what was exported: ${rows} rows of ${digest.rows}.`)
}

/** A mail whose time has passed is sent at once. */
async function enqueueMails(tx: Queryable, { jobs, now }: Target, folder: string): Promise<void> {
  for await (const lines of readLines(join(folder, 'mails.ndjson')))
    for (const line of lines) {
      const { at, ...mail } = JSON.parse(line) as MailJob & { at: string }
      const afterSeconds = Math.max(0, Math.ceil((Date.parse(at) - now().getTime()) / 1000))
      await jobs.enqueueMail(tx, mail, { afterSeconds })
    }
}
