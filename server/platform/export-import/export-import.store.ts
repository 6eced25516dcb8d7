import type { Queryable } from '../db/database.ts'
import { many, maybeValue, run, value, values } from '../db/query.ts'
import { list, raw } from '../db/sql.ts'
import { BATCH_ROWS } from './lines.ts'

/** A table to copy. `columns` and `order` are SQL; its rows reference the tables in `needs`. */
export type Table = { name: string; fields: string[]; columns: string; order: string; needs: string[] }

/** Every table that a copy carries, each after those it references. Partitions are read and filled by their table. */
export async function listTables(db: Queryable): Promise<Table[]> {
  const tables = await many<Table>(db)`
    SELECT c.relname::text AS name,
      ARRAY(SELECT a.attname::text FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS fields,
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
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname NOT IN ('migrations', 'readiness', 'request_results')
    ORDER BY c.relname COLLATE "C"`
  return inOrder(tables)
}

function inOrder(tables: Table[]): Table[] {
  const ordered: Table[] = []
  const isReady = ({ needs }: Table) => needs.every((need) => ordered.some(({ name }) => name === need))
  while (ordered.length < tables.length) {
    const ready = tables.filter((table) => !ordered.includes(table) && isReady(table))
    if (ready.length === 0)
      throw new Error('Some tables reference each other, so their rows cannot be copied in any order')
    ordered.push(...ready)
  }
  return ordered
}

/** `last` is null if the sequence is unused. */
type Sequence = { table: string; column: string; last: number | null }

export const listSequences = (db: Queryable) =>
  many<Sequence>(db)`
    SELECT c.relname::text AS table, a.attname::text AS column, s.last_value AS last
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    JOIN pg_sequences s ON format('%I.%I', s.schemaname, s.sequencename)
      = pg_get_serial_sequence(format('public.%I', c.relname), a.attname)
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attidentity <> ''
    ORDER BY c.relname COLLATE "C"`

export const setSequence = (tx: Queryable, { table, column, last }: Sequence) =>
  run(tx)`SELECT setval(pg_get_serial_sequence(format('public.%I', ${table}::text), ${column}), ${last})`

/** Without statistics the plans for many new rows are bad. */
export const analyze = (db: Queryable) => run(db)`ANALYZE`

export const lastMigration = async (db: Queryable) =>
  (await maybeValue<string>(db)`SELECT name FROM migrations ORDER BY name DESC LIMIT 1`) ?? ''

export async function listNonEmptyTables(db: Queryable, tables: Table[]): Promise<string[]> {
  if (tables.length === 0) return []
  const each = tables.map(({ name }) => raw(`SELECT '${name}' AS name WHERE EXISTS (SELECT FROM "${name}")`))
  return values<string>(db)`${list(each, ' UNION ALL ')}`
}

export const ledgerSum = (db: Queryable) => value(db)`SELECT coalesce(sum(stamps), 0)::bigint FROM ledger_entries`

/** Makes the transaction read a snapshot, and format times the same way on every server. */
export async function freezeSnapshot(tx: Queryable): Promise<void> {
  await run(tx)`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`
  await disableTimeouts(tx)
}

/** Copying a whole installation takes longer than a request may. */
export async function disableTimeouts(tx: Queryable): Promise<void> {
  await run(tx)`SET LOCAL TIME ZONE 'UTC'`
  await run(tx)`SET LOCAL statement_timeout = 0`
  await run(tx)`SET LOCAL idle_in_transaction_session_timeout = 0`
}

export const readTable = (tx: Queryable, { name, columns, order }: Table) =>
  fetchEach(tx, `SELECT row_to_json(r)::text AS line FROM (SELECT ${columns} FROM "${name}") r ORDER BY ${order}`)

/** Mail jobs that wait or run, oldest first, and those given up but not yet recorded. */
export const readMails = (tx: Queryable) =>
  fetchEach(
    tx,
    `SELECT json_build_object('kind', data->>'kind', 'id', (data->>'id')::bigint, 'at', start_after)::text AS line
     FROM pgboss.job WHERE name IN ('mail', 'mail-failed') AND state IN ('created', 'retry', 'active') ORDER BY created_on, id`,
  )

export const FILE_COLUMNS = [
  'announcements.image_key',
  'deals.image_key',
  'discarded_files.storage_key',
  'merchants.logo_key',
  'rewards.image_key',
  'submissions.original_key',
  'submissions.picture_key',
  'submissions.thumb_key',
  'uploaded_pictures.storage_key',
  'users.avatar_key',
]

/** The tables whose column `key` is a key in plain, which a copy has encrypted. */
export const KEY_TABLES = ['former_voucher_keys', 'phones', 'voucher_keys']

/** Keys of all files that rows name. An older release lacks some of the tables. */
export async function* readFileKeys(tx: Queryable): AsyncGenerator<string[]> {
  const found = await many<{ table: string; column: string }>(tx)`
    SELECT table_name::text AS table, column_name::text AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name || '.' || column_name = ANY(${FILE_COLUMNS})`
  const each = found.map(({ table, column }) => `SELECT ${column} AS line FROM ${table} WHERE ${column} IS NOT NULL`)
  yield* fetchEach(tx, `SELECT line FROM (${each.join(' UNION ')}) named ORDER BY line COLLATE "C"`)
}

export const filterReferenced = (tx: Queryable, keys: string[]) =>
  values<string>(tx)`
    SELECT key FROM unnest(${keys}::text[]) WITH ORDINALITY AS named(key, at)
    WHERE NOT EXISTS (SELECT FROM discarded_files WHERE storage_key = key) ORDER BY at`

async function* fetchEach(tx: Queryable, select: string): AsyncGenerator<string[]> {
  await run(tx)`DECLARE moved NO SCROLL CURSOR FOR ${raw(select)}`
  for (;;) {
    const lines = await values<string>(tx)`FETCH ${raw(BATCH_ROWS)} FROM moved`
    if (lines.length === 0) break
    yield lines
  }
  await run(tx)`CLOSE moved`
}

export function insertRows(tx: Queryable, { name, columns }: Table, lines: string[]): Promise<void> {
  const written = raw(columns)
  return run(tx)`
    INSERT INTO "${raw(name)}" (${written}) OVERRIDING SYSTEM VALUE
    SELECT ${written} FROM json_populate_recordset(NULL::public."${raw(name)}", ${`[${lines.join(',')}]`}::json)`
}
