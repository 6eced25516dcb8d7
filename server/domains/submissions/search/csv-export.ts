import { pipeline, Readable } from 'node:stream'
import type { SubmissionFilters } from '@stampus/contract/console/submissions'
import { EXPORT_MAX_ROWS } from '@stampus/contract/limits'
import { texts } from '@stampus/contract/texts'
import { secondIn } from '@stampus/contract/values/days'
import { decimalAmount } from '@stampus/contract/values/money'
import { stringify } from 'csv-stringify'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { HOUR_SECONDS } from '../../../platform/durations.ts'
import type { AuthenticatedOperator } from '../../../platform/http/authenticators.ts'
import { consumeLimit } from '../../../platform/rate-limits/rate-limits.ts'
import { type FoundSubmission, findSubmissions, type SubmissionSearch } from './submissions.admin.store.ts'

const PER_HOUR = 20
const ROWS_AT_ONCE = 1000

type Exporter = Pick<AuthenticatedOperator, 'id' | 'role'>

/**
 * Streams the submissions that match the filters as a CSV file. Only managers get names and email addresses. Writes
 * an audit entry. Throws 429 above 20 exports an hour.
 */
export async function exportCsv(deps: Deps, { id: operatorId, role }: Exporter, filters: SubmissionFilters) {
  const withPeople = role === 'manager'
  const { pool } = deps.db
  const at = deps.now()
  await consumeLimit(pool, { key: `submissions-export|${operatorId}`, max: PER_HOUR, windowSeconds: HOUR_SECONDS }, at)
  await recordAudit(pool, {
    operatorId,
    action: 'submissions.exported',
    subjectKind: 'operator',
    subjectId: operatorId,
    changedFields: [...Object.keys(filters), ...(withPeople ? ['names_and_emails'] : [])],
    changes: [
      ...changesOf(filters),
      ...(withPeople ? [{ field: 'names_and_emails', before: null, after: 'yes' }] : []),
    ],
    at,
  })
  const file = stringify({
    bom: true,
    header: true,
    columns: columnsFor(withPeople),
    record_delimiter: '\r\n',
    quoted: true,
    quoted_empty: true,
  })
  const search = { filters, operatorId, now: at, timeZone: deps.config.TIME_ZONE }
  // The reader of the stream sees its errors.
  return pipeline(Readable.from(csvRows(deps, search, EXPORT_MAX_ROWS, withPeople)), file, () => {})
}

/** Leaves out the searched person: the audit log refers to people by id only. */
function changesOf({ person: _, ...filters }: SubmissionFilters) {
  return Object.entries(filters).map(([field, value]) => ({ field, before: null, after: readable(field, value) }))
}

function readable(field: string, value: unknown): string {
  return field.startsWith('amount_') ? decimalAmount(Number(value)) : String(value)
}

const COLUMNS = [
  'id',
  'status',
  'received_at',
  'decided_at',
  'decided_by',
  'reason_code',
  'merchant_id',
  'merchant',
  'purchase_date',
  'amount',
  'currency',
  'invoice_number',
  'corrections',
  'member_id',
  'member',
  'email',
  'stamps',
  'rejection_reason',
  'admin_comments',
]
const PERSONAL_COLUMNS = ['member', 'email']

function columnsFor(withPeople: boolean): string[] {
  return COLUMNS.filter((name) => withPeople || !PERSONAL_COLUMNS.includes(name))
}

/** Yields the rows of the file, newest first. When there are more than `limit`, a last row says so. */
export async function* csvRows({ db, config }: Deps, search: SubmissionSearch, limit: number, withPeople = false) {
  let after: FoundSubmission | undefined
  for (let left = limit; left > 0; left -= ROWS_AT_ONCE) {
    const size = Math.min(ROWS_AT_ONCE, left)
    const rows = await findSubmissions(db.pool, search, { size, after })
    for (const row of rows) yield cellsOf(row, config, withPeople)
    after = rows.at(-1)
    if (rows.length < size) return
  }
  const [more] = await findSubmissions(db.pool, search, { size: 1, after })
  if (more) yield columnsFor(withPeople).map((_, at) => (at === 0 ? texts.exportTruncated(limit) : ''))
}

function cellsOf(row: FoundSubmission, config: Pick<Deps['config'], 'CURRENCY' | 'TIME_ZONE'>, withPeople: boolean) {
  const timeOf = (at: Date | null) => at && secondIn(config.TIME_ZONE, at)
  const cells = [
    row.id,
    row.status,
    timeOf(row.created_at),
    timeOf(row.decided_at),
    row.decided_by,
    row.reason_code,
    row.merchant_id,
    row.merchant_name,
    row.purchase_date,
    decimalAmount(row.amount_sen),
    config.CURRENCY,
    row.invoice_no,
    row.corrections.map(describeCorrection).join('; '),
    row.member_id,
    ...(withPeople ? [row.member_name, row.member_deleted ? '' : row.member_email] : []),
    row.stamps,
    row.rejection_reason,
    row.admin_notes,
  ]
  return cells.map((cell) => (typeof cell === 'number' ? cell : escapeFormula(cell ?? '')))
}

function describeCorrection({ field, typed, corrected }: FoundSubmission['corrections'][number]): string {
  return `${field === 'invoice_no' ? 'invoice_number' : field}: ${typed} -> ${corrected}`
}

// Spreadsheets also accept the full-width, small and superscript forms of these signs.
const FORMULA =
  '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20\\uFE62\\uFE63\\uFE66\\uFE6B\\u207A\\u207B\\u207C\\u208A\\u208B\\u208C\\u2212]'
// Invisible to a reader: white space, control and format characters and blank fillers. Also quotes, which an import
// removes.
const UNSEEN = '(?:[\\s"\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800])*'
// Programs that split cells at characters other than the comma start a new cell here.
const CELL_BEGINS = '^|[;\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029]'

const RUNS = new RegExp(`(${CELL_BEGINS})(?=${UNSEEN}${FORMULA})`, 'gu')
const BEGINS_WITH_CONTROL = /^(?=[\t\r\n])/

/** Returns a text that no spreadsheet runs as a formula: puts an apostrophe before everything that could start one. */
function escapeFormula(text: string): string {
  return text.replace(RUNS, "$1'").replace(BEGINS_WITH_CONTROL, "'")
}
