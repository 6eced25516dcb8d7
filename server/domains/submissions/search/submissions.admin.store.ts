import type { ReceiptStatus } from '@stampus/contract/console/receiptStatus'
import type { SubmissionFilters } from '@stampus/contract/console/submissions'
import type { Correction } from '@stampus/contract/submissions'
import { nameKey } from '@stampus/contract/values/names'
import { likePattern, matchesPerson } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { FACT_CORRECTIONS } from '../own-submissions.store.ts'
import { findConflicts } from '../reviewed-submissions.store.ts'

/** A submission in the console's search results and CSV export. */
export type FoundSubmission = {
  id: number
  status: ReceiptStatus
  purchase_date: string
  amount_sen: number
  invoice_no: string
  stamps: number
  rejection_reason: string | null
  admin_notes: string | null
  created_at: Date
  decided_at: Date | null
  member_id: number
  member_name: string
  member_email: string
  member_deleted: boolean
  merchant_id: number
  merchant_name: string
  /** The other operator who has it open, if any. */
  held_by: string | null
  /** From here on: the decision in force. Empty while the receipt is pending. */
  decided_by: string | null
  reason_code: string | null
  corrections: Correction[]
}

const COLUMNS = `s.id, s.status, s.purchase_date, s.amount_sen, s.invoice_no, s.stamps, s.rejection_reason,
  s.admin_notes, s.created_at, s.decided_at, u.id AS member_id, u.name AS member_name, u.email AS member_email,
  u.deleted_at IS NOT NULL AS member_deleted, m.id AS merchant_id, m.name AS merchant_name,
  h.name AS held_by, d.decided_by, d.reason_code, ${FACT_CORRECTIONS} AS corrections`

const IN_FORCE = 'NOT EXISTS (SELECT FROM decision_undos n WHERE n.decision_id = d.id)'

/** Every number with so few digits fits into a bigint. */
const ID_DIGITS = 18

/** The filters of one operator's search. Receipts with a conflict of interest are left out. Days are in `timeZone`. */
export type SubmissionSearch = { filters: SubmissionFilters; operatorId: number; now: Date; timeZone: string }
type PageSlice = { size: number; offset?: number; after?: Pick<FoundSubmission, 'created_at' | 'id'> | undefined }

/**
 * Finds submissions that match the filters, newest first. The statement has no name because each set of filters needs
 * its own plan.
 */
export async function findSubmissions(
  db: Queryable,
  search: SubmissionSearch,
  slice: PageSlice,
): Promise<FoundSubmission[]> {
  const values: unknown[] = [search.operatorId]
  const parameter = (value: unknown) => `$${values.push(value)}`
  const conditions = conditionsOf(search, parameter)
  // Read apart: the planner takes milliseconds for the ties as a part of this statement, which it plans each time.
  const { merchantIds, userIds } = await findConflicts(db, search.operatorId)
  conditions.push(`s.merchant_id <> ALL(${parameter(merchantIds)}) AND s.user_id <> ALL(${parameter(userIds)})`)
  if (slice.after)
    conditions.push(`(s.created_at, s.id) < (${parameter(slice.after.created_at)}, ${parameter(slice.after.id)})`)
  const { rows } = await db.query<FoundSubmission>({
    text: `SELECT ${COLUMNS}
      FROM (SELECT s.* FROM submissions s WHERE ${conditions.join(' AND ')}
        ORDER BY s.created_at DESC, s.id DESC LIMIT ${parameter(slice.size)} OFFSET ${parameter(slice.offset ?? 0)}) s
      JOIN users u ON u.id = s.user_id
      JOIN merchants m ON m.id = s.merchant_id
      LEFT JOIN leases l ON l.submission_id = s.id AND l.operator_id <> $1 AND l.expires_at > ${parameter(search.now)}
      LEFT JOIN operators h ON h.id = l.operator_id
      LEFT JOIN LATERAL (
        SELECT o.name AS decided_by, d.reason_code FROM decisions d JOIN operators o ON o.id = d.operator_id
        WHERE d.submission_id = s.id AND s.status <> 'pending' AND ${IN_FORCE} ORDER BY d.id DESC LIMIT 1) d ON true
      ORDER BY s.created_at DESC, s.id DESC`,
    values,
  })
  return rows
}

function conditionsOf({ filters, timeZone }: SubmissionSearch, parameter: (value: unknown) => string): string[] {
  const conditions: string[] = []
  const add = <V>(value: V | undefined, text: (value: V) => string) => {
    if (value !== undefined && value !== '') conditions.push(text(value))
  }
  const midnight = (day: string, plus = 0) =>
    `((${parameter(day)}::date + ${plus})::timestamp AT TIME ZONE ${parameter(timeZone)})`
  add(filters.status, (status) => `s.status = ${parameter(status)}`)
  add(filters.merchant_id, (id) => `s.merchant_id = ${parameter(id)}`)
  add(filters.member_id, (id) => `s.user_id = ${parameter(id)}`)
  add(filters.number, (number) => matchesNumber(number, parameter))
  add(filters.raised, (how) => RAISED[how])
  add(filters.purchased_on, (day) => `s.purchase_date = ${parameter(day)}::date`)
  add(filters.amount_from, (sen) => `s.amount_sen >= ${parameter(sen)}`)
  add(filters.amount_to, (sen) => `s.amount_sen <= ${parameter(sen)}`)
  add(filters.received_from, (day) => `s.created_at >= ${midnight(day)}`)
  add(filters.received_to, (day) => `s.created_at < ${midnight(day, 1)}`)
  add(filters.decided_from, (day) => `s.decided_at >= ${midnight(day)}`)
  add(filters.decided_to, (day) => `s.decided_at < ${midnight(day, 1)}`)
  add(filters.operator_id, (id) => decidedWhere(`d.operator_id = ${parameter(id)}`))
  add(filters.reason, (reason) =>
    decidedWhere(
      `d.status = 'rejected' AND d.reason_code ${reason === 'own_words' ? 'IS NULL' : `= ${parameter(reason)}`}`,
    ),
  )
  add(
    filters.person,
    (person) =>
      `s.user_id IN (SELECT u.id FROM users u WHERE u.deleted_at IS NULL AND ${matchesPerson('u', person, parameter)})`,
  )
  return conditions
}

const RAISED: Record<NonNullable<SubmissionFilters['raised']>, string> = {
  escalated: 'EXISTS (SELECT FROM escalations e WHERE e.submission_id = s.id)',
  appealed: 'EXISTS (SELECT FROM appeals a WHERE a.submission_id = s.id)',
}

/** SQL condition: the decision in force meets `condition` on `d`. */
function decidedWhere(condition: string): string {
  return `s.status <> 'pending' AND EXISTS (
    SELECT FROM decisions d WHERE d.submission_id = s.id AND ${condition} AND ${IN_FORCE})`
}

/**
 * SQL condition: the submission has this number. Without a leading `#`, its invoice number may match instead. A
 * number with more digits than an id matches no id.
 */
function matchesNumber(number: string, parameter: (value: unknown) => string): string {
  const digits = number.replace('#', '')
  const own = digits.length <= ID_DIGITS ? [`s.id = ${parameter(digits)}`] : []
  const invoice = digits === number ? [`s.invoice_key = ${parameter(digits)}`] : []
  return `(${[...own, ...invoice, 'false'].join(' OR ')})`
}

const CHOICES = 20

/** Lists merchants whose name contains the text, those that start with it first. With `id`, only that merchant. */
export async function findMerchantChoices(
  db: Queryable,
  query: { search?: string | undefined; id?: number | undefined },
) {
  const key = nameKey(query.search ?? '')
  const { rows } = await db.query<{ id: number; name: string }>({
    text: `SELECT id, name FROM merchants WHERE name_key LIKE $1 AND ($3::bigint IS NULL OR id = $3)
      ORDER BY starts_with(name_key, $2) DESC, name_key, id LIMIT ${CHOICES}`,
    values: [likePattern(key), key, query.id ?? null],
  })
  return rows
}

/** Lists the operators who have decided a receipt, by name. At most 200. */
export async function findOperatorChoices(db: Queryable): Promise<{ id: number; name: string }[]> {
  const { rows } = await db.query<{ id: number; name: string }>({
    name: 'submissions.operator-choices',
    text: `SELECT o.id, o.name FROM operators o WHERE EXISTS (SELECT FROM decisions d WHERE d.operator_id = o.id)
      ORDER BY lower(o.name), o.id LIMIT 200`,
    values: [],
  })
  return rows
}
