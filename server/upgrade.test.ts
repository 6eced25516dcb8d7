import { expect, onTestFinished, test, vi } from 'vitest'
import { emptySettings } from '../tests/support/database/database.ts'
import { readConfig } from './config.ts'
import { listBackups } from './platform/backups/records.ts'
import { compareMigrations } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/open-database.ts'
import { openPreparedDatabase } from './platform/db/prepare.ts'
import { upgrade } from './upgrade.ts'

const RENAMES = '010-rename-tables.sql'
const BEFORE = '009-contact.sql'

test('D-62 an upgrade backs up the older database, rehearses, migrates and says how to go back; replicas that it would break must stop', async () => {
  const { settings, remove } = await emptySettings()
  onTestFinished(remove)
  const config = readConfig({ ...settings, BACKUP_KEY: 'k'.repeat(43), LOG_LEVEL: 'silent', NODE_ENV: 'test' })
  const older = await openPreparedDatabase(config, { through: BEFORE })
  await older.pool.query("INSERT INTO categories (name) VALUES ('before')")
  await older.close()

  const replica = config.DATABASE_URL && (await openDatabase({ databaseUrl: config.DATABASE_URL, dataDir: '' }))
  if (replica) {
    await replica.pool.query('SELECT 1')
    await expect(upgrade(config, () => {})).rejects.toThrow(`Stop all replicas first: ${RENAMES}`)
    await replica.close()
  }
  const lines: string[] = []
  // A connection is listed until the server has noticed its end.
  const next = await vi.waitFor(() => upgrade(config, (line) => lines.push(line)), { timeout: 60_000 })
  expect(next).toContain('and the ledger agrees')
  const [backup] = await listBackups(config)
  expect(backup).toMatchObject({ good: true })
  expect(next).toContain(`restore ${backup?.id}`)
  expect(lines.at(-1)).toContain(`Migrates: ${RENAMES}`)
  const db = await openDatabase({ databaseUrl: config.MIGRATION_DATABASE_URL, dataDir: config.DATA_DIR })
  expect((await compareMigrations(db.pool)).missing).toEqual([])
  expect((await db.pool.query('SELECT name FROM categories')).rows).toEqual([{ name: 'before' }])
  await db.close()
  expect(await upgrade(config, () => {})).toBe('Nothing to do: the database is of this release.')
})
