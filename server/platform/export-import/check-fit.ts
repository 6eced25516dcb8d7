import type { Queryable } from '../db/database.ts'
import type { PlatformDeps } from '../deps.ts'
import { lastMigration, listNonEmptyTables, listSequences, listTables, type Table } from './export-import.store.ts'
import { ExportImportError } from './export-import-error.ts'
import { describeMissingFiles, fingerprintAppKey, type Manifest } from './manifest.ts'

type Target = Pick<PlatformDeps, 'db' | 'config'>

/** Throws unless the database is empty and schema and APP_KEY are those of the copy. */
export async function checkFit({ db, config }: Target, manifest: Manifest, tables: Table[]): Promise<void> {
  const here = await lastMigration(db.pool)
  if (here !== manifest.migration)
    throw new ExportImportError(
      `The copy was made by a release whose last migration is ${manifest.migration}; here it is ${here || 'none'}. Import an older copy into a database that no server has started on yet, and one from before release 0.9.0 with that release; for a newer copy, upgrade first.`,
    )
  if (fingerprintAppKey(config.APP_KEY) !== manifest.app_key)
    throw new ExportImportError(
      'The copy was made under another APP_KEY. Set APP_KEY to the one it was made under (without the setting it is in the file app-key of the data folder): second factors, mailed links and the keys of phones and vouchers depend on it.',
    )
  if (manifest.missing_files.length > 0) throw new ExportImportError(describeMissingFiles(manifest))
  await requireEmptyTables(db.pool, tables)
  requireSame('table', Object.keys(manifest.tables), tables)
  await checkNumberings(db.pool, manifest)
}

/** Works before the database is migrated. */
export async function requireEmptyDatabase(db: Queryable): Promise<void> {
  await requireEmptyTables(db, await listTables(db))
}

export async function requireEmptyTables(db: Queryable, tables: Table[]): Promise<void> {
  const filled = await listNonEmptyTables(db, tables)
  if (filled.length > 0)
    throw new ExportImportError(`The database is not empty: there are rows in ${filled.join(', ')}.`)
}

async function checkNumberings(db: Queryable, { numberings, tables }: Manifest): Promise<void> {
  const sequences = (await listSequences(db)).map(({ table, column }) => ({ name: `${table}.${column}` }))
  const copied = numberings.map(({ table, column }) => `${table}.${column}`)
  requireSame('numbering', copied, sequences)
  const unset = numberings.find(({ table, last }) => last === null && tables[table]?.rows)
  if (unset)
    throw new ExportImportError(`The copy has rows of the table ${unset.table}, but its numbering has no value.`)
}

function requireSame(what: string, copied: string[], here: { name: string }[]): void {
  const known = here.map(({ name }) => name)
  const missing = known.find((name) => !copied.includes(name))
  if (missing) throw new ExportImportError(`The copy lacks the ${what} ${missing}.`)
  const unknown = copied.find((name) => !known.includes(name))
  if (unknown) throw new ExportImportError(`The copy has the ${what} ${unknown}, which its release does not know.`)
  const repeated = copied.find((name, at) => copied.indexOf(name) !== at)
  if (repeated) throw new ExportImportError(`The copy has the ${what} ${repeated} twice.`)
}
