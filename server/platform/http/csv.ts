import { pipeline, Readable } from 'node:stream'
import { texts } from '@stampus/contract/texts'
import { secondIn } from '@stampus/contract/values/days'
import { decimalAmount } from '@stampus/contract/values/money'
import { stringify } from 'csv-stringify'
import type { Config } from '../../config.ts'
import { type AuditEntry, recordAudit } from '../audit/audit.store.ts'
import type { Database } from '../db/database.ts'
import { consumeLimit, perHour } from '../rate-limits/rate-limits.ts'
import { fairQueue } from '../workers/fair-queue.ts'

/** A string stays text in a spreadsheet. An amount has two decimals. `date` was written by our own code. */
export type Cell = string | number | { sen: number } | { date: string | null } | null | undefined

/** Every cell is quoted, and no text runs as a formula. */
export function csvFile(columns: string[], rows: AsyncIterable<Cell[]>) {
  const file = stringify({
    bom: true,
    header: true,
    columns,
    record_delimiter: '\r\n',
    quoted: true,
    quoted_empty: true,
  })
  // The reader of the stream sees its errors.
  return pipeline(Readable.from(escapeRows(rows)), file, () => {})
}

type Settings = Pick<Config, 'CURRENCY' | 'TIME_ZONE'>

export type Columns<Row> = Record<string, (row: Row, settings: Settings) => Cell>

export const timeCell = (at: Date | string | null, { TIME_ZONE }: Settings): Cell =>
  at && { date: secondIn(TIME_ZONE, new Date(at)) }

export const tableOf = <Row>(columns: Columns<Row>, settings: Settings) => ({
  columns: Object.keys(columns),
  cellsOf: (row: Row) => Object.values(columns).map((cellOf) => cellOf(row, settings)),
})

const ROWS_AT_ONCE = 1000

/** Two files at a time: many at once must not take the connections that others need. */
export const readForFile = fairQueue({ concurrency: 2, maxWaiting: Number.POSITIVE_INFINITY })

/** `fetchRows` returns the next `size` rows after the last one that was read. */
type Source<Row> = {
  columns: string[]
  fetchRows: (page: { size: number; after: Row | undefined }) => Promise<Row[]>
  cellsOf: (row: Row) => Cell[]
}

/** Reads in parts. When there are more than `limit` rows, a last one says so. */
export async function* limitedRows<Row>({ columns, fetchRows, cellsOf }: Source<Row>, limit: number) {
  let after: Row | undefined
  for (let left = limit; left > 0; left -= ROWS_AT_ONCE) {
    const size = Math.min(ROWS_AT_ONCE, left)
    const rows = await readForFile(() => fetchRows({ size, after }))
    for (const row of rows) yield cellsOf(row)
    after = rows.at(-1)
    if (rows.length < size) return
  }
  const [more] = await readForFile(() => fetchRows({ size: 1, after }))
  if (more) yield truncatedRow(columns, limit)
}

export const truncatedRow = (columns: string[], limit: number) =>
  columns.map((_, at) => (at === 0 ? texts.exportTruncated(limit) : ''))

const EXPORTS_PER_HOUR = 20

type Actor = { operatorId: number } | { operatorId: null; ownerId: number }
type Exported = Pick<AuditEntry, 'action' | 'changedFields' | 'changes'> & { key: string }

/** Throws 429 above 20 exports an hour. */
export async function startExport(
  { db, now }: { db: Database; now: () => Date },
  by: Actor,
  { key, ...exported }: Exported,
): Promise<void> {
  const at = now()
  await consumeLimit(db.pool, perHour(key, EXPORTS_PER_HOUR), at)
  const [subjectKind, subjectId] = by.operatorId === null ? ['owner', by.ownerId] : ['operator', by.operatorId]
  await recordAudit(db.pool, { ...by, subjectKind, subjectId, ...exported, at })
}

export const csvHeaders = (name: string, day: string): Record<string, string> => ({
  'content-disposition': `attachment; filename="${name}-${day}.csv"`,
  'content-type': 'text/csv; charset=utf-8',
  'x-content-type-options': 'nosniff',
})

async function* escapeRows(rows: AsyncIterable<Cell[]>) {
  for await (const row of rows) yield row.map(safeCell)
}

function safeCell(cell: Cell): string | number {
  if (typeof cell === 'number') return cell
  if (typeof cell !== 'object' || !cell) return textCell(cell ?? '')
  return 'sen' in cell ? decimalAmount(cell.sen) : (cell.date ?? '')
}

// Spreadsheets also accept the full-width, small and superscript forms of these signs.
const FORMULA =
  '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20\\uFE62\\uFE63\\uFE66\\uFE6B\\u207A\\u207B\\u207C\\u208A\\u208B\\u208C\\u2212]'
// Invisible to a reader: white space, controls, blank fillers; also quotes, which an import removes.
const UNSEEN = '(?:[\\s"\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800])*'
// Programs that split cells at characters other than the comma start a new cell here.
const CELL_BEGINS = '^|[;\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029]'

const RUNS = new RegExp(`(${CELL_BEGINS})(?=${UNSEEN}${FORMULA})`, 'gu')
const BEGINS_WITH_CONTROL = /^(?=[\t\r\n])/

// Spreadsheets keep 15 digits of a number and no leading zeros, and read `1-2` as a day and `1E5` as 100000.
const LIKE_NUMBER = /^(?=.*\p{N})[\p{N}\p{Sc}\s\p{Cf}.,:/()%eE+-]*$/su

/** An apostrophe goes before what could start a formula, and before what reads as a number. */
function textCell(text: string): string {
  const safe = text.replace(RUNS, "$1'").replace(BEGINS_WITH_CONTROL, "'")
  return LIKE_NUMBER.test(safe) ? `'${safe}` : safe
}
