import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { type Applied, adoptRelease } from './adopt-release.ts'

type Migration = Applied & { text: string }
type Migrating = { folder?: string; through?: string | undefined }

const migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url))
const lockKey = 7_266_837

/** Runs missing migrations, each in a transaction; parallel starts wait. Throws for edited and unknown ones. */
export async function migrate(pool: pg.Pool, { folder = migrationsFolder, through }: Migrating = {}): Promise<void> {
  const migrations = await readMigrations(folder)
  const client = await pool.connect()
  try {
    await client.query('SET statement_timeout = 0')
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    await applyMissing(client, migrations, through)
    await client.query('SELECT pg_advisory_unlock($1)', [lockKey])
    await client.query('RESET statement_timeout')
    client.release()
  } catch (error) {
    // Closing the connection releases the lock and rolls back.
    client.release(true)
    throw error
  }
}

/** The name of the last migration of this release. */
export const newestMigration = async (): Promise<string> => (await readMigrations(migrationsFolder)).at(-1)?.name ?? ''

type Comparison = { applied: string[]; missing: string[]; unknown: string[] }

/** The migrations that a database has, those of this release that it lacks, and those it has of another release. */
export async function compareMigrations(pool: pg.Pool): Promise<Comparison> {
  const { rows } = await pool.query<Pick<Applied, 'name'>>('SELECT name FROM migrations ORDER BY name')
  const [applied, known] = [rows, await readMigrations(migrationsFolder)].map((list) => list.map(({ name }) => name))
  const without = (names: string[] = [], others: string[] = []) => names.filter((name) => !others.includes(name))
  return { applied: applied ?? [], missing: without(known, applied), unknown: without(applied, known) }
}

/** Which of these migrations take away or change what replicas of the release before still use. */
export async function listBreaking(names: string[]): Promise<string[]> {
  const chosen = (await readMigrations(migrationsFolder)).filter(({ name }) => names.includes(name))
  return chosen.filter(({ text }) => BREAKING.test(text.replace(/--.*$/gm, ''))).map(({ name }) => name)
}

const BREAKING = /\b(DROP|RENAME|ALTER COLUMN|SET NOT NULL)\b/i

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  checkNames(names)
  return Promise.all(names.map((name) => readMigration(folder, name)))
}

function checkNames(names: string[]): void {
  names.forEach((name, index) => {
    const number = String(index + 1).padStart(3, '0')
    if (/^\d{3}-[a-z0-9-]+\.sql$/.test(name) && name.startsWith(number)) return
    throw new Error(`The migration ${name} must be named ${number}-name.sql: numbers increase by one from 001`)
  })
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  // A checkout may convert line ends to CRLF, which is not an edit.
  const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
}

async function applyMissing(client: pg.PoolClient, migrations: Migration[], through?: string): Promise<void> {
  const applied = await adoptRelease(client, await readApplied(client), migrations)
  checkApplied(applied, migrations)
  const done = new Set(applied.map(({ name }) => name))
  const wanted = migrations.filter(({ name }) => !done.has(name) && (through === undefined || name <= through))
  for (const migration of wanted) await apply(client, migration)
}

async function readApplied(client: pg.PoolClient): Promise<Applied[]> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY,
      sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
  const { rows } = await client.query<Applied>('SELECT name, sha256 FROM migrations ORDER BY name')
  return rows
}

function checkApplied(applied: Applied[], migrations: Migration[]): void {
  for (const { name, sha256 } of applied) {
    const known = migrations.find((migration) => migration.name === name)
    if (!known) throw new Error(`The database has the migration ${name}, which this release does not know: it is newer`)
    if (known.sha256 !== sha256) {
      throw new Error(`The migration ${name} was edited after it ran on this database: put it back and add a new one`)
    }
  }
}

async function apply(client: pg.PoolClient, { name, text, sha256 }: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(text)
    await client.query('INSERT INTO migrations (name, sha256) VALUES ($1, $2)', [name, sha256])
    await client.query('COMMIT')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The migration ${name} failed: ${reason}`, { cause: error })
  }
}
