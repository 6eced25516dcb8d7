import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { type Deps, openDeps } from './deps.ts'
import { findAllErrors } from './domains/settlement/settlement-check.store.ts'
import { openCopy, type Report, reporting } from './platform/backups/backup-copy.ts'
import { openBackupStore } from './platform/backups/backup-store.ts'
import { describe, makeBackup, saveRecord } from './platform/backups/make-backup.ts'
import { type BackupRecord, findBackup } from './platform/backups/records.ts'
import { isLocked } from './platform/db/embedded/data-folder-lock.ts'
import { openPreparedDatabase } from './platform/db/prepare.ts'
import { createTemporaryDatabase } from './platform/db/temporary-database.ts'
import { Unavailable } from './platform/errors.ts'
import type { Copy } from './platform/export-import/copy.ts'
import type { Source } from './platform/export-import/export.ts'
import { analyze } from './platform/export-import/export-import.store.ts'
import { ExportImportError } from './platform/export-import/export-import-error.ts'
import { importFrom } from './platform/export-import/import.ts'
import { readManifest } from './platform/export-import/manifest.ts'
import { isUnavailable } from './platform/http/error-handler.ts'
import type { Storage } from './platform/storage/storage.ts'

const FOLDER = 'rehearsal-'

/** Makes a backup and rehearses it. Throws unless it is good. */
export async function backUp(source: Source & Pick<Deps, 'db'>, report: Report): Promise<BackupRecord> {
  const { id } = await makeBackup(source, report)
  return rehearse(source.config, id, report)
}

/**
 * Restores a backup into a temporary database, reads every file, starts the server on it and checks the ledger. The
 * database is on the same server if the role may create one, else an embedded one, which is slower.
 * Writes down whether the backup is good, and throws if it is not.
 */
export async function rehearse(config: Config, name: string, report: Report): Promise<BackupRecord> {
  const record = await findBackup(config, name)
  const store = await openBackupStore(config)
  report(`Rehearsal of ${record.id}`)
  const copy = reporting(openCopy(store, record.id), report)
  const folder = await makeFolder(config.DATA_DIR)
  const serverUrl = config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL
  const database = serverUrl ? await createTemporaryDatabase(serverUrl) : undefined
  if (database) report('In a temporary database on the same server')
  const problem = await tryCopy(copy, isolated(config, folder, database?.url))
    .catch((error) => {
      const { cause = error } = error
      // That says nothing about the backup.
      if (error instanceof Unavailable || (cause instanceof Error && isUnavailable(cause))) throw error
      return describe(error)
    })
    .finally(async () => {
      await rm(folder, { recursive: true, force: true })
      await database?.remove()
    })
  const rehearsed = { ...record, good: problem === null, rehearsed_at: new Date().toISOString(), problem }
  await saveRecord(store, rehearsed)
  if (problem !== null) throw new ExportImportError(`The backup ${record.id} is not good. ${problem}`)
  return rehearsed
}

/** In the data folder, because temporary files may be in memory. Removes what killed rehearsals have left. */
async function makeFolder(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const folders = (await readdir(dataDir)).filter((name) => name.startsWith(FOLDER)).map((name) => join(dataDir, name))
  for (const folder of folders) if (!isLocked(folder)) await rm(folder, { recursive: true, force: true })
  return mkdtemp(join(dataDir, FOLDER))
}

/** No other database, bucket or mail server, and only this machine can call it. */
const isolated = (config: Config, folder: string, url: string | undefined): Config => ({
  ...config,
  DATA_DIR: folder,
  DATABASE_URL: url,
  MIGRATION_DATABASE_URL: undefined,
  S3_BUCKET: undefined,
  SMTP_URL: undefined,
  HOST: '127.0.0.1',
  PORT: 0,
  CONSOLE_URL: undefined,
  COUNTER_URL: undefined,
  RECEIPT_OCR: 'off',
  DATABASE_STATEMENT_SECONDS: 3600,
  production: false,
  LOG_LEVEL: 'error',
})

async function tryCopy(copy: Copy, config: Config): Promise<null> {
  const { migration } = await readManifest(copy)
  const db = await openPreparedDatabase(config, { through: migration })
  try {
    const deps: Deps = { ...(await openDeps(config, db)), storage: filesOf(copy) }
    await importFrom(deps, copy)
      .then(() => analyze(db.pool))
      .then(() => checkServer(deps))
      .finally(() => deps.jobs.stop())
  } finally {
    await db.close()
  }
  return null
}

/** The import finds each file stored already, so it reads and compares them and copies none. */
const filesOf = (copy: Copy): Storage => ({
  openRead: async (key) => {
    const content = await buffer(Readable.from(copy.readFile(key)))
    return { stream: Readable.from([content]), bytes: content.length }
  },
  put: () => Promise.reject(new ExportImportError('A file of the backup is not what was backed up.')),
  remove: () => Promise.resolve(),
  list: async function* () {},
})

/** Without `registerJobs` nothing is sent or removed. */
async function checkServer(deps: Deps): Promise<void> {
  const app = await buildApp(deps)
  try {
    const address = await app.listen({ host: deps.config.HOST, port: 0 })
    for (const path of ['/readyz', '/api/merchants', '/api/rewards']) {
      const { status } = await fetch(new URL(path, address))
      if (status !== 200)
        throw new ExportImportError(`The server that was started on it answers ${path} with ${status}.`)
    }
    const errors = await findAllErrors(deps.db.pool)
    if (errors.length > 0)
      throw new ExportImportError(`The ledger check found ${errors.length} errors, the first is: ${errors[0]}`)
  } finally {
    await app.close()
  }
}
