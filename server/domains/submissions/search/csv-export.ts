import type { SubmissionFilters } from '@stampus/contract/console/submissions'
import { EXPORT_MAX_ROWS } from '@stampus/contract/limits'
import { secondIn } from '@stampus/contract/values/days'
import { decimalAmount } from '@stampus/contract/values/money'
import type { Deps } from '../../../deps.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { HOUR_SECONDS } from '../../../platform/durations.ts'
import type { AuthenticatedOperator } from '../../../platform/http/authenticators.ts'
import { type Cell, csvFile, limitedRows } from '../../../platform/http/csv.ts'
import { consumeLimit } from '../../../platform/rate-limits/rate-limits.ts'
import { type FoundSubmission, findSubmissions, type SubmissionSearch } from './submissions.admin.store.ts'

const PER_HOUR = 20

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
  const search = { filters, operatorId, now: at, timeZone: deps.config.TIME_ZONE }
  return csvFile(columnsFor(withPeople), csvRows(deps, search, EXPORT_MAX_ROWS, withPeople))
}

/** Leaves out the searched person: the audit log refers to people by id only. */
function changesOf({ person: _, ...filters }: SubmissionFilters) {
  return Object.entries(filters).map(([field, value]) => ({ field, before: null, after: readable(field, value) }))
}

function readable(field: string, value: unknown): string {
  return field.startsWith('amount_') ? decimalAmount(Number(value)) : String(value)
}

type Settings = Pick<Deps['config'], 'CURRENCY' | 'TIME_ZONE'>

const timeOf = (at: Date | null, { TIME_ZONE }: Settings) => at && { date: secondIn(TIME_ZONE, at) }

const COLUMNS: Record<string, (row: FoundSubmission, settings: Settings) => Cell> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  received_at: ({ created_at }, settings) => timeOf(created_at, settings),
  decided_at: ({ decided_at }, settings) => timeOf(decided_at, settings),
  decided_by: ({ decided_by }) => decided_by,
  reason_code: ({ reason_code }) => reason_code,
  merchant_id: ({ merchant }) => merchant.id,
  merchant: ({ merchant }) => merchant.name,
  purchase_date: ({ purchase_date }) => ({ date: purchase_date }),
  amount: ({ amount_sen }) => ({ sen: amount_sen }),
  currency: (_row, { CURRENCY }) => CURRENCY,
  invoice_number: ({ invoice_no }) => invoice_no,
  corrections: ({ corrections }) => corrections.map(describeCorrection).join('; '),
  member_id: ({ member }) => member.id,
  member: ({ member }) => member.name,
  email: ({ member }) => member.email,
  stamps: ({ stamps }) => stamps,
  rejection_reason: ({ rejection_reason }) => rejection_reason,
  admin_comments: ({ admin_notes }) => admin_notes,
}
const PERSONAL_COLUMNS = ['member', 'email']

function columnsFor(withPeople: boolean): string[] {
  return Object.keys(COLUMNS).filter((name) => withPeople || !PERSONAL_COLUMNS.includes(name))
}

/** Yields the rows of the file, newest first. When there are more than `limit`, a last row says so. */
export function csvRows({ db, config }: Deps, search: SubmissionSearch, limit: number, withPeople = false) {
  const columns = columnsFor(withPeople)
  const source = {
    columns,
    fetchRows: (page: { size: number; after: FoundSubmission | undefined }) => findSubmissions(db.pool, search, page),
    cellsOf: (row: FoundSubmission) => columns.map((name) => COLUMNS[name]?.(row, config)),
  }
  return limitedRows(source, limit)
}

function describeCorrection({ field, typed, corrected }: FoundSubmission['corrections'][number]): string {
  return `${field === 'invoice_no' ? 'invoice_number' : field}: ${typed} -> ${corrected}`
}
