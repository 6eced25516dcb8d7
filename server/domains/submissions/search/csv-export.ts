import type { SubmissionFilters } from '@stampus/contract/console/submissions'
import { EXPORT_MAX_ROWS } from '@stampus/contract/limits'
import { decimalAmount } from '@stampus/contract/values/money'
import type { Deps } from '../../../deps.ts'
import type { AuthenticatedOperator } from '../../../platform/http/authenticators.ts'
import { type Columns, csvFile, limitedRows, startExport, tableOf, timeCell } from '../../../platform/http/csv.ts'
import { type FoundSubmission, findSubmissions, type SubmissionSearch } from './submissions.admin.store.ts'

type Exporter = Pick<AuthenticatedOperator, 'id' | 'role'>

/** Only managers get names and email addresses. Writes an audit entry. Throws 429 above 20 exports an hour. */
export async function exportCsv(deps: Deps, { id: operatorId, role }: Exporter, filters: SubmissionFilters) {
  const withPeople = role === 'manager'
  const named = withPeople ? [{ field: 'names_and_emails', before: null, after: 'yes' }] : []
  await startExport(
    deps,
    { operatorId },
    {
      key: `submissions-export|${operatorId}`,
      action: 'submissions.exported',
      changedFields: [...Object.keys(filters), ...named.map(({ field }) => field)],
      changes: [...changesOf(filters), ...named],
    },
  )
  const search = { filters, operatorId, now: deps.now(), timeZone: deps.config.TIME_ZONE }
  return csvFile(Object.keys(columnsFor(withPeople)), csvRows(deps, search, EXPORT_MAX_ROWS, withPeople))
}

/** The audit log refers to people by id only. */
function changesOf({ person: _, ...filters }: SubmissionFilters) {
  return Object.entries(filters).map(([field, value]) => ({ field, before: null, after: readable(field, value) }))
}

function readable(field: string, value: unknown): string {
  return field.startsWith('amount_') ? decimalAmount(Number(value)) : String(value)
}

const COLUMNS: Columns<FoundSubmission> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  received_at: ({ created_at }, settings) => timeCell(created_at, settings),
  decided_at: ({ decided_at }, settings) => timeCell(decided_at, settings),
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

function columnsFor(withPeople: boolean): Columns<FoundSubmission> {
  const { member: _member, email: _email, ...others } = COLUMNS
  return withPeople ? COLUMNS : others
}

/** Newest first. When there are more than `limit`, a last row says so. */
export function csvRows({ db, config }: Deps, search: SubmissionSearch, limit: number, withPeople = false) {
  const fetchRows = (page: { size: number; after: FoundSubmission | undefined }) =>
    findSubmissions(db.pool, search, page)
  return limitedRows({ ...tableOf(columnsFor(withPeople), config), fetchRows }, limit)
}

function describeCorrection({ field, typed, corrected }: FoundSubmission['corrections'][number]): string {
  return `${field === 'invoice_no' ? 'invoice_number' : field}: ${typed} -> ${corrected}`
}
