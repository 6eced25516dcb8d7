import type { Queryable } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { PlatformDeps } from '../deps.ts'
import { type Copy, createFolder } from './copy.ts'
import { encryptKeys } from './encrypted-keys.ts'
import {
  filterReferenced,
  freezeSnapshot,
  lastMigration,
  ledgerSum,
  listSequences,
  listTables,
  readFileKeys,
  readMails,
  readTable,
} from './export-import.store.ts'
import { ExportImportError } from './export-import-error.ts'
import { type Digest, writeLines } from './lines.ts'
import { describeMissingFiles, hashAppKey, type Manifest, writeManifest } from './manifest.ts'

export type Source = Pick<PlatformDeps, 'db' | 'storage' | 'config' | 'now'>

const PARALLEL_FILES = 8

/** Copies all rows and files into a new or empty folder, as of one point in time. */
export const exportAll = async (source: Source, folder: string): Promise<Manifest> =>
  exportInto(source, await createFolder(folder))

export async function exportInto(source: Source, copy: Copy): Promise<Manifest> {
  const manifest = await inTransaction(source.db.pool, async (tx) => {
    await freezeSnapshot(tx)
    return copyAll(tx, source, copy)
  })
  await writeManifest(copy, manifest)
  if (manifest.missing_files.length > 0) throw new ExportImportError(describeMissingFiles(manifest))
  return manifest
}

async function copyAll(tx: Queryable, source: Source, copy: Copy): Promise<Manifest> {
  const tables: Record<string, Digest> = {}
  for (const table of await listTables(tx)) {
    const encrypt = (lines: string[]) => encryptKeys(source.config.APP_KEY, table.name, lines)
    tables[table.name] = await writeLines(copy, `tables/${table.name}.ndjson`, readTable(tx, table), encrypt)
  }
  const numberings = await listSequences(tx)
  if (numberings.some(({ table, last }) => last === null && tables[table]?.rows))
    throw new ExportImportError('Only the owner of the tables can read their sequences: export with that role.')
  return {
    format: 1,
    made_at: source.now().toISOString(),
    migration: await lastMigration(tx),
    app_key: hashAppKey(source.config.APP_KEY),
    tables,
    numberings,
    mails: await writeLines(copy, 'mails.ndjson', readMails(tx)),
    ...(await copyFiles(tx, source, copy)),
    ledger_stamps: await ledgerSum(tx),
  }
}

async function copyFiles(tx: Queryable, { storage }: Source, copy: Copy) {
  let file_bytes = 0
  const missing: string[] = []
  const copied = async function* () {
    for await (const keys of readFileKeys(tx)) {
      for (let at = 0; at < keys.length; at += PARALLEL_FILES) {
        const some = keys.slice(at, at + PARALLEL_FILES)
        const found = await Promise.all(some.map((key) => copy.addFile(storage, key)))
        missing.push(...some.filter((_, index) => !found[index]))
        const files = found.filter((file) => file !== undefined)
        file_bytes += files.reduce((sum, { bytes }) => sum + bytes, 0)
        yield files.map((file) => JSON.stringify(file))
      }
    }
  }
  const files = await writeLines(copy, 'files.ndjson', copied())
  return { files, file_bytes, missing_files: await filterReferenced(tx, missing), lost_files: [] }
}
