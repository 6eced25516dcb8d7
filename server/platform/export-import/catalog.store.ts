import type { Queryable } from '../db/database.ts'

/** A table as it is copied: its own columns, the order of its rows, and the tables that its rows name. */
export type Table = { name: string; columns: string; order: string; needs: string[] }

/** Every table but the list of migrations, each after those that it needs. */
export async function listTables(db: Queryable): Promise<Table[]> {
  const { rows } = await db.query<Table>(`
    SELECT c.relname::text AS name,
      (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
      (SELECT string_agg(quote_ident(a.attname) || CASE WHEN a.atttypid = 'text'::regtype THEN ' COLLATE "C"' ELSE '' END,
          ', ' ORDER BY k.at)
        FROM pg_index i CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS k(attnum, at)
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
        WHERE i.indrelid = c.oid AND i.indisprimary) AS "order",
      ARRAY(SELECT DISTINCT n.relname::text FROM pg_constraint f JOIN pg_class n ON n.oid = f.confrelid
        WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS needs
    FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations'
    ORDER BY c.relname COLLATE "C"`)
  return inOrder(rows)
}

function inOrder(tables: Table[]): Table[] {
  const ordered: Table[] = []
  const isReady = ({ needs }: Table) => needs.every((need) => ordered.some(({ name }) => name === need))
  while (ordered.length < tables.length) {
    const ready = tables.filter((table) => !ordered.includes(table) && isReady(table))
    if (ready.length === 0) throw new Error('Some tables need each other: their rows cannot be copied in any order')
    ordered.push(...ready)
  }
  return ordered
}

/** How far the numbering of each table has come; null where it has not begun. */
export type Numbering = { table: string; column: string; last: number | null }

export async function listNumberings(db: Queryable): Promise<Numbering[]> {
  const { rows } = await db.query<Numbering>(`
    SELECT c.relname::text AS table, a.attname::text AS column, s.last_value AS last
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    JOIN pg_sequences s ON format('%I.%I', s.schemaname, s.sequencename)
      = pg_get_serial_sequence(format('public.%I', c.relname), a.attname)
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attidentity <> ''
    ORDER BY c.relname COLLATE "C"`)
  return rows
}

export async function setNumbering(tx: Queryable, { table, column, last }: Numbering): Promise<void> {
  await tx.query({
    text: "SELECT setval(pg_get_serial_sequence(format('public.%I', $1::text), $2), $3)",
    values: [table, column, last],
  })
}

/** The last migration that ran here: it tells the form of every table. */
export async function lastMigration(db: Queryable): Promise<string> {
  const { rows } = await db.query<{ name: string }>('SELECT name FROM migrations ORDER BY name DESC LIMIT 1')
  return rows[0]?.name ?? ''
}

/** The tables that hold rows. */
export async function filledTables(db: Queryable, tables: Table[]): Promise<string[]> {
  const each = tables.map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM "${name}")`)
  const { rows } = await db.query<{ name: string }>(each.join(' UNION ALL '))
  return rows.map(({ name }) => name)
}

export async function ledgerSum(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ sum: number }>('SELECT coalesce(sum(stamps), 0)::bigint AS sum FROM ledger_entries')
  return rows[0]?.sum ?? 0
}
