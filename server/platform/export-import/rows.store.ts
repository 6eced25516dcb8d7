import type { Queryable } from '../db/database.ts'
import type { Table } from './catalog.store.ts'

/** Rows that are held at once. */
const BATCH = 200

/** What is read from here on in this transaction is of one moment, as text that is the same everywhere. */
export async function holdStill(tx: Queryable): Promise<void> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
  await takeTime(tx)
}

/** What moves a whole installation takes longer than any call may. */
export async function takeTime(tx: Queryable): Promise<void> {
  await tx.query("SET LOCAL TIME ZONE 'UTC'")
  await tx.query('SET LOCAL statement_timeout = 0')
  await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0')
}

/** The rows of a table as JSON, in the order of its key, some at a time. */
export function readTable(tx: Queryable, { name, columns, order }: Table): AsyncGenerator<string[]> {
  return fetchEach(
    tx,
    `SELECT row_to_json(r)::text AS line FROM (SELECT ${columns} FROM "${name}") r ORDER BY ${order}`,
  )
}

/** The mails that wait to be sent or are being sent, oldest first; those given up a moment ago are tried once more. */
export function readMails(tx: Queryable): AsyncGenerator<string[]> {
  return fetchEach(
    tx,
    `SELECT json_build_object('kind', data->>'kind', 'id', (data->>'id')::bigint, 'at', start_after)::text AS line
     FROM pgboss.job WHERE name IN ('mail', 'mail-failed') AND state IN ('created', 'retry', 'active') ORDER BY created_on, id`,
  )
}

/** Every column that names a stored file. */
export const FILE_COLUMNS = [
  'announcements.image_key',
  'deals.image_key',
  'discarded_files.storage_key',
  'merchants.logo_key',
  'submissions.original_key',
  'submissions.picture_key',
  'submissions.thumb_key',
  'uploaded_pictures.storage_key',
  'users.avatar_key',
]

/** The keys of all files that rows name, each once. */
export function readFileKeys(tx: Queryable): AsyncGenerator<string[]> {
  const each = FILE_COLUMNS.map((place) => {
    const [table, column] = place.split('.')
    return `SELECT ${column} AS line FROM ${table} WHERE ${column} IS NOT NULL`
  })
  return fetchEach(tx, `SELECT line FROM (${each.join(' UNION ')}) named ORDER BY line COLLATE "C"`)
}

/** Those of some keys that were not let go of: their files must be there. */
export async function stillShown(tx: Queryable, keys: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ key: string }>({
    text: `SELECT key FROM unnest($1::text[]) WITH ORDINALITY AS named(key, at)
           WHERE NOT EXISTS (SELECT FROM discarded_files WHERE storage_key = key) ORDER BY at`,
    values: [keys],
  })
  return rows.map(({ key }) => key)
}

async function* fetchEach(tx: Queryable, select: string): AsyncGenerator<string[]> {
  await tx.query(`DECLARE moved NO SCROLL CURSOR FOR ${select}`)
  for (;;) {
    const { rows } = await tx.query<{ line: string }>(`FETCH ${BATCH} FROM moved`)
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await tx.query('CLOSE moved')
}

/** Adds rows that were read as JSON, with the numbers they had. */
export async function insertRows(tx: Queryable, { name, columns }: Table, lines: string[]): Promise<void> {
  await tx.query({
    text: `INSERT INTO "${name}" (${columns}) OVERRIDING SYSTEM VALUE
           SELECT ${columns} FROM json_populate_recordset(NULL::public."${name}", $1::json)`,
    values: [`[${lines.join(',')}]`],
  })
}
