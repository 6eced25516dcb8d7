import { fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BackupMessage, BackupTask } from './backup-child.ts'
import type { Deps } from './deps.ts'
import type { Report } from './platform/backups/backup-copy.ts'
import { withBackupLock } from './platform/backups/backup-lock.store.ts'
import type { BackupRecord } from './platform/backups/records.ts'
import { copyDatabaseFolder } from './platform/db/embedded/copy-folder.ts'
import { ExportImportError } from './platform/export-import/export-import-error.ts'

const script = fileURLToPath(new URL('./backup-child.ts', import.meta.url))

/** Backs up a running server in a process of its own, from a copy if the database is embedded. Throws unless it is good. */
export async function backUpRunning(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  report: Report,
): Promise<BackupRecord> {
  if (db.engine === 'postgres') return runChild({ config, copyDir: undefined }, report)
  const copyDir = join(config.DATA_DIR, 'backup-copy')
  return withBackupLock(db, async () => {
    try {
      const paused = await copyDatabaseFolder(db.pool, join(config.DATA_DIR, 'db'), join(copyDir, 'db'))
      report(`The database was copied; requests waited for ${Math.round(paused)} ms.`)
      return await runChild({ config, copyDir }, report)
    } finally {
      await rm(copyDir, { recursive: true, force: true })
    }
  })
}

function runChild(task: BackupTask, report: Report): Promise<BackupRecord> {
  const child = fork(script, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const { promise, resolve, reject } = Promise.withResolvers<BackupRecord>()
  child.on('message', (message: BackupMessage) => {
    if ('report' in message) return report(message.report)
    if ('done' in message) resolve(message.done)
    else reject(new ExportImportError(message.error))
    child.disconnect()
  })
  child.once('error', reject)
  child.once('exit', () => reject(new ExportImportError('The backup was ended before it was complete.')))
  child.send(task)
  return promise
}
