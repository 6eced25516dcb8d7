import type { Queryable } from '../../../server/platform/db/database.ts'

type Column = { table: string; name: string; type: string; required: boolean; check: string | null }

/** The types that values of a column have here; all others are text. */
const types: Record<string, string> = {
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  boolean: 'boolean',
  'timestamp with time zone': 'Date',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
}

const HEAD = `/** The tables with the types of their columns, as the migrations leave them. Written by npm run docs. */
export type Tables = {
`

/** The text of `server/platform/db/schema.ts`, from a migrated database. */
export async function tableTypes(db: Queryable): Promise<string> {
  const { rows } = await db.query<Column>(`
    SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, NULL) AS type, a.attnotnull AS required,
      (SELECT min(pg_get_constraintdef(k.oid)) FROM pg_constraint k
        WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
          AND pg_get_constraintdef(k.oid) LIKE format('CHECK ((%I = ANY (ARRAY[%%])))', a.attname)) AS check
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
    ORDER BY c.relname COLLATE "C", a.attnum`)
  const tables = Object.groupBy(rows, ({ table }) => table)
  const texts = Object.entries(tables).map(([table, found = []]) => `  ${fill(`${table}: {`, found)} }\n`)
  return `${HEAD}${texts.join('')}}\n`
}

/** As many columns a line as fit. */
function fill(start: string, columns: Column[]): string {
  const parts = columns.map((column, at) => `${at === 0 ? ' ' : '; '}${column.name}: ${typeOf(column)}`)
  const lines = [start]
  for (const part of parts) {
    const longer = `${lines.at(-1)}${part}`
    // The closing bracket has a place too, and a line break separates as a semicolon does.
    if (longer.length <= 116) lines[lines.length - 1] = longer
    else lines.push(`    ${part.replace(/^;? /, '')}`)
  }
  return lines.join('\n')
}

function typeOf({ type, required, check }: Column): string {
  const single = type.replace('[]', '')
  const known = types[single] ?? 'string'
  const listed = check?.match(/'\w+'(?=::text)/g)?.join(' | ')
  return `${listed ?? known}${type === single ? '' : '[]'}${required || known === 'unknown' ? '' : ' | null'}`
}
