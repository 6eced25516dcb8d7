import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { emptySettings } from '../../../tests/support/database/database.ts'
import { testApp } from '../../../tests/support/server/app.ts'
import { compileCache } from '../../../tests/support/server/process.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../db/open-database.ts'
import { openPreparedDatabase } from '../db/prepare.ts'
import { exportAll } from './export.ts'
import { lastMigration } from './export-import.store.ts'

const APP_KEY = 'the-key-of-this-house-0123456789ab'
const OLDER_RELEASE = '025-notes-of-deleted-members.sql'

const folder = await temporaryFolder()

/** Runs `npm run stampus -- import COPY`. */
async function runImport(copy: string, settings: Record<string, string>) {
  const env = { ...compileCache, LOG_LEVEL: 'error', APP_KEY, ...settings }
  const cwd = join(import.meta.dirname, '../../..')
  const child = spawn(process.execPath, ['scripts/stampus.ts', 'import', copy], { cwd, env })
  const ended = once(child, 'close')
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code: child.exitCode, out, err }
}

async function exportInstallation(): Promise<string> {
  const source = await testApp({ APP_KEY })
  const copy = join(folder, 'copy')
  await exportAll(source.deps, copy).finally(() => source.close())
  return copy
}

test('D-62 the import command rejects an older database with rows before it is upgraded, in one sentence', async () => {
  const { settings, remove } = await emptySettings()
  onTestFinished(remove)
  const copy = await exportInstallation()
  const older = await openPreparedDatabase(readConfig(settings), { through: OLDER_RELEASE })
  await older.pool.query("INSERT INTO categories (name) VALUES ('Food')").finally(() => older.close())

  expect(await runImport(copy, settings)).toEqual({
    code: 1,
    out: '',
    err: 'The database is not empty: there are rows in categories.\n',
  })
  const databaseUrl = settings.MIGRATION_DATABASE_URL
  const db = await openDatabase({ databaseUrl, dataDir: settings.DATA_DIR })
  expect(await lastMigration(db.pool).finally(() => db.close())).toBe(OLDER_RELEASE)
})
