import { execFileSync } from 'node:child_process'
import { cp, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMember } from '../../../tests/support/api/accounts.ts'
import { postgresServerUrl } from '../../../tests/support/database/database.ts'
import { fillDatabase } from '../../../tests/support/database/fill-database.ts'
import { findPostgres } from '../../../tests/support/database/postgres-server.ts'
import { createRoles } from '../../../tests/support/database/roles.ts'
import { type TestApp, testApp } from '../../../tests/support/server/app.ts'
import { listStoredFiles } from '../../../tests/support/server/stored-files.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { readConfig } from '../../config.ts'
import { findLedgerErrors } from '../../domains/wallet/ledger-check.store.ts'
import { openDatabase } from '../db/open-database.ts'
import { openPreparedDatabase } from '../db/prepare.ts'
import { discardedCleanUp } from '../storage/discarded-files.ts'
import { exportAll } from './export.ts'

const folder = await temporaryFolder()
const APP_KEY = 'the-key-of-this-house-0123456789ab'

type Settings = { DATA_DIR: string; DATABASE_URL: string; MIGRATION_DATABASE_URL: string }

/** The path of a PostgreSQL program: of the running server, else from PATH. */
const run = (program: string, ...words: string[]) => execFileSync(join(findPostgres() ?? '', program), words)

const open = async (settings: Settings) =>
  testApp({ ...settings, APP_KEY }, await openPreparedDatabase(readConfig({ ...settings, APP_KEY })))

/** Checksums of all tables, sequences, mails, files and the ledger, read as the owner. */
async function allOf({ deps }: TestApp, { MIGRATION_DATABASE_URL, DATA_DIR }: Settings) {
  const db = await openDatabase({ databaseUrl: MIGRATION_DATABASE_URL, dataDir: DATA_DIR })
  const exporting = exportAll({ ...deps, db }, await mkdtemp(join(folder, 'copy-')))
  const { made_at: _, ...manifest } = await exporting.finally(() => db.close())
  return manifest
}

test('D-62 a restored dump with copied files is the same installation, and its clean-up removes no file in use', async () => {
  const roles = await createRoles(postgresServerUrl())
  const before: Settings = { DATA_DIR: join(folder, 'before'), ...(await roles.database()) }
  const source = await open(before)
  await fillDatabase(source)
  const dump = join(folder, 'stampus.dump')
  run('pg_dump', '--format=custom', `--file=${dump}`, `--dbname=${before.MIGRATION_DATABASE_URL}`)
  const after: Settings = { DATA_DIR: join(folder, 'after'), ...(await roles.database()) }
  await cp(join(before.DATA_DIR, 'files'), join(after.DATA_DIR, 'files'), { recursive: true })
  const flags = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error']
  run('pg_restore', ...flags, `--dbname=${after.MIGRATION_DATABASE_URL}`, dump)
  const restored = await open(after)
  onTestFinished(async () => {
    await source.close()
    await restored.close()
    await roles.remove()
  })
  const made = await allOf(source, before)
  expect(await allOf(restored, after)).toEqual(made)
  expect(made).toMatchObject({ ledger_stamps: 8, missing_files: [], tables: { submissions: { rows: 3 } } })
  expect(await findLedgerErrors(restored.deps.db.pool)).toEqual([])
  for (const clean of Object.values(discardedCleanUp(restored.deps))) await clean()
  expect(await listStoredFiles(restored)).toEqual(await listStoredFiles(source))
  expect((await createMember(restored.deps)).id).toBe((await createMember(source.deps)).id)
  await expect(restored.deps.db.pool.query('DELETE FROM ledger_entries')).rejects.toThrow('permission denied')
}, 180_000)
