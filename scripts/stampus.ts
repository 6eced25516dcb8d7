import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BadSettings, readConfig } from '../server/config.ts'
import { DataDirInUse } from '../server/db/lock.ts'
import { openPrepared } from '../server/db/prepare.ts'
import { type Deps, openDeps } from '../server/deps.ts'
import { exportAll } from '../server/moving/export.ts'
import { importAll } from '../server/moving/import.ts'
import { CannotMove, type Manifest } from '../server/moving/manifest.ts'

const HELP = `Moves everything, rows and files, between an embedded database with files on disk and PostgreSQL with any file store.

  npm run stampus -- export /srv/copy
  npm run stampus -- import /srv/copy

The settings say from where and to where. An export names a new folder; an import needs an empty database. See docs/operations.md.`

/** A command that cannot be read. */
class WrongCall extends Error {}

const commands: Record<string, { work: (deps: Deps, folder: string) => Promise<Manifest>; done: string }> = {
  export: { work: exportAll, done: 'Exported' },
  import: { work: importAll, done: 'Imported and read back' },
}

try {
  await run(process.argv.slice(2))
} catch (fault) {
  const known = [WrongCall, CannotMove, BadSettings, DataDirInUse].some((kind) => fault instanceof kind)
  console.error(known && fault instanceof Error ? fault.message : fault)
  process.exitCode = 1
}

async function run(words: string[]): Promise<void> {
  const { positionals, values } = read(words)
  if (values.help) return console.log(HELP)
  const [name = '', folder] = positionals
  const command = commands[name]
  if (!command || !folder || positionals.length > 2) throw new WrongCall(HELP)
  const manifest = await withDeps((deps) => command.work(deps, resolve(folder)))
  console.log(`${command.done}: ${summaryOf(manifest)}`)
}

async function withDeps<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
  const config = readConfig()
  // How far ids have come is shown to the owner of the tables alone.
  const db = await openPrepared({ ...config, DATABASE_URL: config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL })
  try {
    const deps = await openDeps(config, db)
    return await work(deps).finally(() => deps.jobs.stop())
  } finally {
    await db.close()
  }
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

function read(words: string[]) {
  try {
    return parseArgs({ args: words, options: { help: { type: 'boolean', short: 'h' } }, allowPositionals: true })
  } catch (fault) {
    throw new WrongCall(fault instanceof Error ? fault.message : String(fault))
  }
}
