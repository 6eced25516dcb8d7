import { resolve } from 'node:path'
import { repeatAfterRestore } from '../server/after-restore.ts'
import { readConfig } from '../server/config.ts'
import { type Deps, openDeps } from '../server/deps.ts'
import { enqueueOutdated } from '../server/domains/receipt-ocr/receipt-ocr.service.ts'
import { openCopy, reporting } from '../server/platform/backups/backup-copy.ts'
import { openBackupStore } from '../server/platform/backups/backup-store.ts'
import { describeBackup, findBackup, listBackups } from '../server/platform/backups/records.ts'
import type { Preparation } from '../server/platform/db/prepare.ts'
import { openFolder } from '../server/platform/export-import/copy.ts'
import { exportAll } from '../server/platform/export-import/export.ts'
import { ExportImportError } from '../server/platform/export-import/export-import-error.ts'
import { importAll, importFrom, requireEmptyDatabase } from '../server/platform/export-import/import.ts'
import { type Manifest, readManifest } from '../server/platform/export-import/manifest.ts'
import { askServer } from '../server/platform/lifecycle/command-socket.ts'
import { backUp, rehearse } from '../server/rehearsal.ts'
import { upgrade } from '../server/upgrade.ts'
import { runCommand, UsageError, withDatabase } from './support/command.ts'
import { callDoctor } from './support/doctor.ts'

const help = `Checks the installation and says what to do, with exit code 1 if something must be done:

  npm run stampus -- doctor
  npm run --silent stampus -- doctor --json

Makes an encrypted backup and rehearses it, lists backups, rehearses one, or restores one into an empty place:

  npm run stampus -- backup
  npm run stampus -- backups
  npm run stampus -- rehearse latest
  npm run stampus -- restore latest

Upgrades the database to this release: backs up, rehearses the release on the backup, migrates, checks the ledger:

  npm run stampus -- upgrade

Copies all rows and files between an embedded database with files on disk and PostgreSQL with any file store.

  npm run stampus -- export /srv/copy
  npm run stampus -- import /srv/copy

The settings name the source or the target. An export needs a new folder, an import an empty database. See docs/operations.md.

Deletes again the accounts that were deleted since a backup, and ends all sessions. \`restore\` does it; after any other
restore of the database run it before the first server starts:

  npm run stampus -- repeat-erasures

Repeats OCR for pending receipts that an older release has read:

  npm run stampus -- read-again

The server reads them one by one, after all new receipts; until then the earlier results are shown. Safe to repeat. Without
DATABASE_URL the command uses the data folder, which a running server locks: stop the server first and start it afterwards.`

/** `work` returns a sentence about what was done. */
type Command = {
  takes: 'folder' | 'backup' | 'nothing'
  work: (deps: Deps, name: string) => Promise<string>
  /** How to prepare the database for the work; default: run all migrations. */
  preparation?: (name: string) => Promise<Preparation>
}

const commands: Record<string, Command> = {
  export: {
    takes: 'folder',
    work: async (deps, folder) => `Exported: ${summaryOf(await exportAll(deps, folder))}`,
  },
  import: {
    takes: 'folder',
    work: async (deps, folder) => `Imported and read back: ${summaryOf(await importAll(deps, folder))}`,
    preparation: async (folder) => ({
      through: (await readManifest(openFolder(folder))).migration,
      checkFirst: requireEmptyDatabase,
    }),
  },
  'read-again': { takes: 'nothing', work: readAgain },
  'repeat-erasures': { takes: 'nothing', work: repeatAfterRestore },
  backup: { takes: 'nothing', work: async (deps) => doneBackup(describeBackup(await backUp(deps, print))) },
  restore: {
    takes: 'backup',
    work: async (deps, name) => {
      const restored = summaryOf(await importFrom(deps, await openBackup(name)))
      return `Restored and read back: ${restored}\n${await repeatAfterRestore(deps)}`
    },
    preparation: async (name) => ({
      through: (await readManifest(await openBackup(name))).migration,
      checkFirst: requireEmptyDatabase,
    }),
  },
}

/** These open the database themselves, or none. */
const readers: Record<string, Pick<Command, 'takes'> & { work: (name: string, json: boolean) => Promise<string> }> = {
  backups: { takes: 'nothing', work: printBackups },
  upgrade: { takes: 'nothing', work: () => upgrade(readConfig(), print) },
  doctor: { takes: 'nothing', work: (_name, json) => callDoctor(json) },
  rehearse: {
    takes: 'backup',
    work: async (name) => `The backup is good: ${describeBackup(await rehearse(readConfig(), name, print))}`,
  },
}

await runCommand({
  help,
  known: [ExportImportError],
  json: true,
  work: async ({ words: [name = '', ...given], json }) => {
    const [command, reader] = [commands[name], readers[name]]
    const takes = (command ?? reader)?.takes
    if (!takes || given.length !== (takes === 'nothing' ? 0 : 1)) throw new UsageError(help)
    const [word = ''] = given
    const target = takes === 'folder' ? resolve(word) : word
    const byServer = name === 'backup' ? await askServer(readConfig().DATA_DIR, name, print) : undefined
    if (byServer) return doneBackup(byServer)
    if (!command) return reader?.work(target, json) ?? ''
    return withDeps((deps) => command.work(deps, target), await command.preparation?.(target))
  },
})

function doneBackup(made: string): string {
  return `Backed up and rehearsed: ${made}`
}

function print(line: string): void {
  console.log(`  ${line}`)
}

async function openBackup(name: string) {
  const config = readConfig()
  const { id } = await findBackup(config, name)
  return reporting(openCopy(await openBackupStore(config), id), print)
}

async function printBackups(): Promise<string> {
  const backups = await listBackups(readConfig())
  return backups.map(describeBackup).join('\n') || 'There are no backups.'
}

async function readAgain(deps: Deps): Promise<string> {
  if (deps.config.RECEIPT_OCR === 'off') return 'Nothing to do: RECEIPT_OCR is off.'
  const asked = await enqueueOutdated(deps)
  if (asked === 0)
    return 'Nothing to do: no pending receipt was read by an older release, or all of them wait to be read again.'
  const receipts = asked === 1 ? '1 pending receipt waits' : `${asked.toLocaleString('en')} pending receipts wait`
  return `${receipts} to be read again, behind new ones. The server does it while it runs.`
}

async function withDeps(work: (deps: Deps) => Promise<string>, preparation?: Preparation): Promise<string> {
  const config = readConfig()
  // Only the owner of the tables can read the sequences.
  const DATABASE_URL = config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL
  const withJobs = async (deps: Deps) => work(deps).finally(() => deps.jobs.stop())
  return withDatabase(async (db) => withJobs(await openDeps(config, db)), { ...config, DATABASE_URL }, preparation)
}

function summaryOf({ tables, files, file_bytes, mails, ledger_stamps }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const counted = (count: number, what: string) => `${count.toLocaleString('en')} ${what}`
  return [
    `${counted(rows, 'rows')} in ${counted(Object.keys(tables).length, 'tables')}`,
    `${counted(files.rows, 'files')} of ${counted(file_bytes, 'bytes')}`,
    `${counted(mails.rows, 'waiting mails')}`,
    `a ledger of ${counted(ledger_stamps, 'stamps')}.`,
  ].join(', ')
}
