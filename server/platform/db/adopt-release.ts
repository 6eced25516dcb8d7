import { createHash } from 'node:crypto'
import type pg from 'pg'
import renamed from './renamed-in-baseline.json' with { type: 'json' }

export type Applied = { name: string; sha256: string }

/** The last release with the migrations from before the baseline. */
export const LAST_MIGRATION_OF_0_9 = '050-staff.sql'
export const LAST_MIGRATION_OF_BASELINE = '009-contact.sql'
const FIRST_MIGRATION_OF_0_9 = '001-foundation.sql'
const MIGRATIONS_OF_0_9_SHA256 = '2f48a606f691b163ab9cb56bc04851a8c8a960b5be1f88c4d6e523aff909ef59'

/** Renames what release 0.9.0 made; the baseline counts as applied. Throws if an earlier release made it. */
export async function adoptRelease(client: pg.PoolClient, applied: Applied[], migrations: Applied[]) {
  if (applied[0]?.name !== FIRST_MIGRATION_OF_0_9) return applied
  const lines = applied.map(({ name, sha256 }) => `${name} ${sha256}`)
  if (createHash('sha256').update(lines.join('\n')).digest('hex') !== MIGRATIONS_OF_0_9_SHA256)
    throw new Error(
      `This database was made by a release before 0.9.0 (its last migration is ${applied.at(-1)?.name}). Start release 0.9.0 on it once, then this one.`,
    )
  const baseline = migrations.filter(({ name }) => name <= LAST_MIGRATION_OF_BASELINE)
  await client.query('BEGIN')
  await renameAll(client)
  await client.query('DELETE FROM migrations')
  await client.query('INSERT INTO migrations (name, sha256) SELECT * FROM unnest($1::text[], $2::text[])', [
    baseline.map(({ name }) => name),
    baseline.map(({ sha256 }) => sha256),
  ])
  await client.query('COMMIT')
  return baseline
}

/** Names that a rename of their table or column left as they were. Renaming a constraint renames its index too. */
async function renameAll(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string; change: string }>(`
    SELECT conname AS name, format('ALTER TABLE %s RENAME CONSTRAINT %I', conrelid::regclass, conname) AS change
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid <> 0
    UNION ALL
    SELECT relname, format('ALTER %s %I RENAME', CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'INDEX' END, relname)
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('i', 'S')
      AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = c.oid AND k.contype IN ('p', 'u'))`)
  for (const { name, change } of rows) {
    const [was = '', now] = renamed.find(([begin]) => name === begin || name.startsWith(`${begin}_`)) ?? []
    if (now) await client.query(`${change} TO ${now}${name.slice(was.length)}`)
  }
}
