import { pipeline, Readable } from 'node:stream'
import type { SubmissionFilters } from '@stampus/contract/consoleSubmissions'
import { EXPORT_MAX_ROWS } from '@stampus/contract/limits'
import { decimalAmount } from '@stampus/contract/money'
import * as texts from '@stampus/contract/texts'
import { stringify } from 'csv-stringify'
import { recordAudit } from '../audit/audit.store.ts'
import type { Deps } from '../deps.ts'
import { take } from '../limits/limits.ts'
import { type FoundSubmission, findSubmissions, type Search } from './search.store.ts'

const PER_HOUR = 20
const ROWS_AT_ONCE = 1000

/** The submissions that the filters let through as a CSV file, made while it is read; written down. 429 above 20 an hour. */
export async function exportCsv(deps: Deps, operatorId: number, filters: SubmissionFilters): Promise<Readable> {
  const { pool } = deps.db
  const at = deps.now()
  await take(pool, { key: `submissions-export|${operatorId}`, max: PER_HOUR, windowSeconds: 3600 }, at)
  await recordAudit(pool, {
    operatorId,
    action: 'submissions.exported',
    subjectKind: 'operator',
    subjectId: operatorId,
    changedFields: Object.keys(filters),
    changes: changesOf(filters),
    at,
  })
  const file = stringify({
    bom: true,
    header: true,
    columns: COLUMNS,
    escape_formulas: true,
    record_delimiter: '\r\n',
    // A bare line break would begin a row, and with it a cell that nobody looked at.
    quoted_match: /[\r\n]/,
  })
  // Whoever reads the file hears of a fault through it.
  return pipeline(Readable.from(csvRows(deps, filters, EXPORT_MAX_ROWS)), file, () => {})
}

/** Whom was searched for is not kept: people stand in the log by id only. */
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
  'merchant_id',
  'merchant',
  'purchase_date',
  'amount',
  'currency',
  'invoice_number',
  'member_id',
  'member',
  'email',
  'stamps',
  'rejection_reason',
  'admin_comments',
]

/** The rows of the file, the newest first; where there are more than `limit`, a last one says so. */
export async function* csvRows({ db, config }: Deps, filters: SubmissionFilters, limit: number) {
  const search: Search = { filters, timeZone: config.TIME_ZONE }
  let after: FoundSubmission | undefined
  for (let left = limit; left > 0; left -= ROWS_AT_ONCE) {
    const size = Math.min(ROWS_AT_ONCE, left)
    const rows = await findSubmissions(db.pool, search, { size, after })
    for (const row of rows) yield cellsOf(row, config.CURRENCY)
    after = rows.at(-1)
    if (rows.length < size) return
  }
  const [more] = await findSubmissions(db.pool, search, { size: 1, after })
  if (more) yield [texts.exportCut(limit), ...COLUMNS.slice(1).map(() => '')]
}

function cellsOf(row: FoundSubmission, currency: string): (string | number)[] {
  return [
    row.id,
    row.status,
    row.created_at.toISOString(),
    row.decided_at?.toISOString() ?? '',
    row.merchant_id,
    row.merchant_name,
    row.purchase_date,
    decimalAmount(row.amount_sen),
    currency,
    row.invoice_no,
    row.member_id,
    row.member_name,
    row.member_deleted ? '' : row.member_email,
    row.stamps,
    row.rejection_reason ?? '',
    row.admin_notes ?? '',
  ]
}
