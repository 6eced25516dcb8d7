import { mailKinds } from '@stampus/contract/console/failedMail'
import * as z from 'zod'
import type { Queryable } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { inTransaction } from '../db/transaction.ts'
import type { PlatformDeps } from '../deps.ts'
import { HOUR_MS } from '../durations.ts'
import type { MailJob } from '../jobs/jobs.ts'
import { type Copy, type FileLine, fileLine, openFolder } from './copy.ts'
import { decryptKeys } from './encrypted-keys.ts'
import {
  disableTimeouts,
  filterReferenced,
  insertRows,
  lastMigration,
  ledgerSum,
  listNonEmptyTables,
  listSequences,
  listTables,
  readFileKeys,
  readTable,
  setSequence,
  type Table,
} from './export-import.store.ts'
import { ExportImportError, explainError } from './export-import-error.ts'
import { importFile } from './files.ts'
import { type Digest, digestOf, readLines, readLinesAs } from './lines.ts'
import { describeMissingFiles, hashAppKey, type Manifest, readManifest } from './manifest.ts'

export type Target = Pick<PlatformDeps, 'db' | 'storage' | 'incoming' | 'jobs' | 'config' | 'now'>

const mailLine = z.object({
  kind: z.enum(mailKinds),
  id: z.int(),
  at: z.string().refine((at) => !Number.isNaN(Date.parse(at)), 'not a time'),
})
const lists = { files: fileLine, mails: mailLine }
/** A value, which may be null, but not a column that is missing. */
const present = z.nonoptional(z.unknown(), 'missing')

/** Fills an empty database and file store, and reads all back. After an error the database is still empty. */
export const importAll = (target: Target, folder: string): Promise<Manifest> => importFrom(target, openFolder(folder))

export async function importFrom(target: Target, copy: Copy): Promise<Manifest> {
  const manifest = await readManifest(copy)
  const tables = await listTables(target.db.pool)
  await checkFit(target, manifest, tables)
  for (const name of ['files', 'mails'] as const) await checkLines(copy, name, manifest[name])
  const keys = await importFiles(target, copy)
  await inTransaction(
    target.db.pool,
    async (tx) => {
      await disableTimeouts(tx)
      await requireEmptyTables(tx, tables)
      for (const table of tables)
        await fillTable(tx, table, { copy, digest: manifest.tables[table.name], appKey: target.config.APP_KEY })
      await requireFiles(tx, new Set([...keys, ...manifest.lost_files]))
      await setSequences(tx, manifest)
      await enqueueMails(tx, target, copy)
      if ((await ledgerSum(tx)) !== manifest.ledger_stamps)
        throw new ExportImportError('The sum of the ledger differs from the exported one.')
    },
    HOUR_MS,
  )
  await upgrade(target)
  return manifest
}

/** The rows are committed by now, so a failure must not ask for another import. */
async function upgrade({ db }: Target): Promise<void> {
  const sentence =
    'Everything is imported, but not upgraded to this release. Start the server: it tries the upgrade again. The reason'
  await migrate(db.pool).catch(explainError(sentence))
}

async function importFiles(target: Target, copy: Copy): Promise<string[]> {
  const keys: string[] = []
  for await (const lines of readLines(copy, 'files.ndjson'))
    for (const line of lines) {
      const file = JSON.parse(line) as FileLine
      await importFile(target, copy, file)
      keys.push(file.key)
    }
  return keys
}

/** A line that is missing here would not be noticed later. */
async function checkLines(copy: Copy, name: keyof typeof lists, digest: Digest): Promise<void> {
  const { rows, sha256 } = await digestOf(readLinesAs(lists[name], copy, `${name}.ndjson`))
  if (rows !== digest.rows || sha256 !== digest.sha256)
    throw new ExportImportError(`The list of ${name} is not what was exported: ${rows} lines of ${digest.rows}.`)
}

async function fillTable(
  tx: Queryable,
  table: Table,
  { copy, digest, appKey }: { copy: Copy; digest: Digest | undefined; appKey: string },
): Promise<void> {
  const row = z.strictObject(Object.fromEntries(table.fields.map((field) => [field, present])))
  const insert = async (lines: string[]) => insertRows(tx, table, decryptKeys(appKey, table.name, lines))
  for await (const lines of readLinesAs(row, copy, `tables/${table.name}.ndjson`))
    await insert(lines).catch(explainError(`The rows of the table ${table.name} cannot be inserted`))
  const { rows, sha256 } = await digestOf(readTable(tx, table))
  if (rows !== digest?.rows || sha256 !== digest.sha256)
    throw new ExportImportError(`The table ${table.name} is not what was exported: ${rows} rows of ${digest?.rows}.`)
}

async function setSequences(tx: Queryable, { numberings }: Manifest): Promise<void> {
  for (const numbering of numberings)
    if (numbering.last !== null)
      await setSequence(tx, numbering).catch(explainError(`The numbering of ${numbering.table} cannot be set`))
}

/** Throws if a row names a file that is neither in the copy nor given up. */
async function requireFiles(tx: Queryable, known: Set<string>): Promise<void> {
  for await (const keys of readFileKeys(tx)) {
    const absent = keys.filter((key) => !known.has(key))
    const [first] = await filterReferenced(tx, absent)
    if (first)
      throw new ExportImportError(
        `The rows name the file ${first}, but the copy does not contain it. If it is lost for good, write its name into lost_files in the manifest.`,
      )
  }
}

async function enqueueMails(tx: Queryable, { jobs, now }: Target, copy: Copy): Promise<void> {
  for await (const lines of readLines(copy, 'mails.ndjson'))
    for (const line of lines) {
      const { at, ...mail } = JSON.parse(line) as MailJob & { at: string }
      const afterSeconds = Math.max(0, Math.ceil((Date.parse(at) - now().getTime()) / 1000))
      await jobs.enqueueMail(tx, mail, { afterSeconds })
    }
}

/** Throws unless the database is empty and schema and APP_KEY are those of the copy. */
async function checkFit({ db, config }: Target, manifest: Manifest, tables: Table[]): Promise<void> {
  const here = await lastMigration(db.pool)
  if (here !== manifest.migration)
    throw new ExportImportError(
      `The copy was made by a release whose last migration is ${manifest.migration}; here it is ${here || 'none'}. Import an older copy into a database that no server has started on yet, and one from before release 0.9.0 with that release; for a newer copy, upgrade first.`,
    )
  if (hashAppKey(config.APP_KEY) !== manifest.app_key)
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

async function requireEmptyTables(db: Queryable, tables: Table[]): Promise<void> {
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
