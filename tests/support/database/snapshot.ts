import type { Queryable } from '../../../server/platform/db/database.ts'

/** A database as it was when it was looked at: every row of every catalog by its mark, and the script that empties and fills its tables again. */
export type Snapshot = { catalogs: string; script: string }

type Line = { line: string }

/** Looks at a database to which others are to be made equal. */
export async function takeSnapshot(db: Queryable): Promise<Snapshot> {
  const tables = (await db.query<Line>(ownTables)).rows.map(({ line }) => line)
  const filled = await Promise.all(tables.map((table) => filling(db, table)))
  const sequences = (await db.query<Line>(ownSequences)).rows.map(({ line }) => line)
  const emptied = tables.map((table) => `DELETE FROM ${table}`)
  return { catalogs: await catalogsOf(db), script: [...emptied, ...filled.flat(), ...sequences].join(';\n') }
}

/** Makes the contents those of the blank. Answers false, and changes nothing, where anybody has touched more than rows. */
export async function restoreSnapshot(tx: Queryable, { catalogs, script }: Snapshot): Promise<boolean> {
  if ((await catalogsOf(tx)) !== catalogs) return false
  // Neither triggers nor references hold against the owner of all.
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

/** How many rows each catalog has, and the last transaction that wrote one: no change of a table, a right, a trigger or a statistic keeps both. */
async function catalogsOf(db: Queryable): Promise<string> {
  const { rows } = await db.query<Line>(`
    SELECT string_agg(format('SELECT %L, count(*), max(xmin::text::bigint) FROM %s', oid::regclass, oid::regclass),
                      ' UNION ALL ' ORDER BY oid) AS line
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'pg_catalog'::regnamespace`)
  return JSON.stringify((await db.query(rows[0]?.line ?? '')).rows)
}
