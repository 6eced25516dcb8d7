import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queryable } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { PlatformDeps } from '../deps.ts'
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
import { exportFile } from './files.ts'
import { type Digest, writeLines } from './lines.ts'
import { describeMissingFiles, hashAppKey, type Manifest, writeManifest } from './manifest.ts'

type Source = Pick<PlatformDeps, 'db' | 'storage' | 'config' | 'now'>

/** Copies all rows and files into a new or empty folder, as of one point in time. */
export async function exportAll(source: Source, folder: string): Promise<Manifest> {
  await openFolder(folder)
  const manifest = await inTransaction(source.db.pool, async (tx) => {
    await freezeSnapshot(tx)
    return copyAll(tx, source, folder)
  })
  await writeManifest(folder, manifest)
  if (manifest.missing_files.length > 0) throw new ExportImportError(describeMissingFiles(manifest))
  return manifest
}

async function copyAll(tx: Queryable, source: Source, folder: string): Promise<Manifest> {
  const tables: Record<string, Digest> = {}
  for (const table of await listTables(tx)) {
    const encrypt = (lines: string[]) => encryptKeys(source.config.APP_KEY, table.name, lines)
    tables[table.name] = await writeLines(join(folder, 'tables', `${table.name}.ndjson`), readTable(tx, table), encrypt)
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
    mails: await writeLines(join(folder, 'mails.ndjson'), readMails(tx)),
    ...(await copyFiles(tx, source, folder)),
    ledger_stamps: await ledgerSum(tx),
  }
}

async function copyFiles(tx: Queryable, { storage }: Source, folder: string) {
  let file_bytes = 0
  const missing: string[] = []
  const copied = async function* () {
    for await (const keys of readFileKeys(tx)) {
      const lines: string[] = []
      for (const key of keys) {
        const file = await exportFile(storage, join(folder, 'files'), key)
        if (file) lines.push(JSON.stringify(file))
        else missing.push(key)
        file_bytes += file?.bytes ?? 0
      }
      yield lines
    }
  }
  const files = await writeLines(join(folder, 'files.ndjson'), copied())
  return { files, file_bytes, missing_files: await filterReferenced(tx, missing), lost_files: [] }
}

async function openFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new ExportImportError(`${folder} is not empty. Name a new folder.`)
  for (const name of ['tables', 'files']) await mkdir(join(folder, name), { mode: 0o700 })
}
