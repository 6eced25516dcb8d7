import type { Queryable } from '../../../server/platform/db/database.ts'

/** A snapshot of a database: the state of every catalog, and the script that restores the rows of its tables. */
export type Snapshot = { catalogs: string; script: string }

type Line = { line: string }

/** Takes a snapshot of a database. */
export async function takeSnapshot(db: Queryable): Promise<Snapshot> {
  const tables = (await db.query<Line>(ownTables)).rows.map(({ line }) => line)
  const filled = await Promise.all(tables.map((table) => filling(db, table)))
  const sequences = (await db.query<Line>(ownSequences)).rows.map(({ line }) => line)
  const emptied = tables.map((table) => `DELETE FROM ${table}`)
  return { catalogs: await catalogsOf(db), script: [...emptied, ...filled.flat(), ...sequences].join(';\n') }
}

/** Restores the rows of a snapshot. Returns false and changes nothing where more than rows has changed. */
export async function restoreSnapshot(tx: Queryable, { catalogs, script }: Snapshot): Promise<boolean> {
  if ((await catalogsOf(tx)) !== catalogs) return false
  // Turns off triggers and foreign keys.
  await tx.query('SET LOCAL session_replication_role = replica')
  await tx.query(script)
  return true
}

const own = `relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`
const ownTables = `SELECT oid::regclass::text AS line FROM pg_class WHERE relkind = 'r' AND ${own}`
const ownSequences = `
  SELECT format('SELECT setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
                coalesce(last_value, start_value), last_value IS NOT NULL) AS line
  FROM pg_sequences`

async function filling(db: Queryable, table: string): Promise<string[]> {
  const { rows } = await db.query<Line>(`
    SELECT format('INSERT INTO ${table} OVERRIDING SYSTEM VALUE
                   SELECT * FROM json_populate_recordset(NULL::${table}, %L)', json_agg(each)) AS line
    FROM ${table} AS each HAVING count(*) > 0`)
  return rows.map(({ line }) => line)
}

/**
 * The number of rows of each catalog and the last transaction that wrote one. Any change of a table, a right, a trigger
 * or a statistic changes one of them.
 */
async function catalogsOf(db: Queryable): Promise<string> {
  const { rows } = await db.query<Line>(`
    SELECT string_agg(format('SELECT %L, count(*), max(xmin::text::bigint) FROM %s', oid::regclass, oid::regclass),
                      ' UNION ALL ' ORDER BY oid) AS line
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'pg_catalog'::regnamespace`)
  return JSON.stringify((await db.query(rows[0]?.line ?? '')).rows)
}
