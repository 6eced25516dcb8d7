import type { SubmissionFilters, SubmissionRow } from '@stampus/contract/console/submissions'
import type { Correction } from '@stampus/contract/submissions'
import { nameKey } from '@stampus/contract/values/names'
import { likePattern, matchesPerson } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { RowOf } from '../../../platform/db/nested.ts'
import { many } from '../../../platform/db/query.ts'
import { all, list, parameter, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { findConflicts } from '../reviewed-submissions.store.ts'
import { FACT_CORRECTIONS } from '../submissions.store.ts'

export type FoundSubmission = RowOf<Omit<SubmissionRow, 'purchase_amount'>> & {
  amount_sen: number
  rejection_reason: string | null
  admin_notes: string | null
  /** This and the next fields are of the decision in force. They are empty while the receipt is pending. */
  decided_by: string | null
  reason_code: string | null
  corrections: Correction[]
}

/** The member of submission `s`, whose row is `u`. The address is null after the account was deleted. */
export const MEMBER = sql`u.id AS "member.id", u.name AS "member.name",
  CASE WHEN u.deleted_at IS NULL THEN u.email END AS "member.email"`

const COLUMNS = sql`s.id, s.status, s.purchase_date, s.amount_sen, s.invoice_no, s.stamps, s.rejection_reason,
  s.admin_notes, s.created_at, s.decided_at, ${MEMBER}, m.id AS "merchant.id", m.name AS "merchant.name",
  h.name AS held_by, d.decided_by, d.reason_code, ${FACT_CORRECTIONS} AS corrections`

const IN_FORCE = sql`NOT EXISTS (SELECT FROM decision_undos n WHERE n.decision_id = d.id)`

/** Every number with so few digits fits into a bigint. */
const ID_DIGITS = 18

/** Receipts with a conflict of interest are left out. Days are in `timeZone`. */
export type SubmissionSearch = { filters: SubmissionFilters; operatorId: number; now: Date; timeZone: string }
type PageSlice = { size: number; offset?: number; after?: Pick<FoundSubmission, 'created_at' | 'id'> | undefined }

/** Newest first. The statement has no name because each set of filters needs its own plan. */
export async function findSubmissions(
  db: Queryable,
  search: SubmissionSearch,
  { size, offset = 0, after }: PageSlice,
): Promise<FoundSubmission[]> {
  // Read apart: the planner takes milliseconds for the ties as a part of this statement, which it plans each time.
  const { merchantIds, userIds } = await findConflicts(db, search.operatorId)
  const matches = all(
    matchesFilters(search),
    sql`s.merchant_id <> ALL(${merchantIds}) AND s.user_id <> ALL(${userIds})`,
    after && sql`(s.created_at, s.id) < (${after.created_at}, ${after.id})`,
  )
  return many<FoundSubmission>(db)`
    SELECT ${COLUMNS}
    FROM (SELECT s.* FROM submissions s WHERE ${matches}
      ORDER BY s.created_at DESC, s.id DESC LIMIT ${size} OFFSET ${offset}) s
    JOIN users u ON u.id = s.user_id
    JOIN merchants m ON m.id = s.merchant_id
    LEFT JOIN leases l ON l.submission_id = s.id AND l.operator_id <> ${search.operatorId} AND l.expires_at > ${search.now}
    LEFT JOIN operators h ON h.id = l.operator_id
    LEFT JOIN LATERAL (
      SELECT o.name AS decided_by, d.reason_code FROM decisions d JOIN operators o ON o.id = d.operator_id
      WHERE d.submission_id = s.id AND s.status <> 'pending' AND ${IN_FORCE} ORDER BY d.id DESC LIMIT 1) d ON true
    ORDER BY s.created_at DESC, s.id DESC`
}

function matchesFilters({ filters, timeZone }: SubmissionSearch): Sql {
  const zone = parameter(timeZone)
  const midnight = (day: string, plus = 0) => sql`((${day}::date + ${raw(plus)})::timestamp AT TIME ZONE ${zone})`
  const { status, merchant_id, member_id, number, raised, purchased_on, amount_from, amount_to, operator_id } = filters
  const { received_from, received_to, decided_from, decided_to, reason, person } = filters
  return all(
    status && sql`s.status = ${status}`,
    merchant_id && sql`s.merchant_id = ${merchant_id}`,
    member_id && sql`s.user_id = ${member_id}`,
    number && matchesNumber(number),
    raised && RAISED[raised],
    purchased_on && sql`s.purchase_date = ${purchased_on}::date`,
    amount_from !== undefined && sql`s.amount_sen >= ${amount_from}`,
    amount_to !== undefined && sql`s.amount_sen <= ${amount_to}`,
    received_from && sql`s.created_at >= ${midnight(received_from)}`,
    received_to && sql`s.created_at < ${midnight(received_to, 1)}`,
    decided_from && sql`s.decided_at >= ${midnight(decided_from)}`,
    decided_to && sql`s.decided_at < ${midnight(decided_to, 1)}`,
    operator_id && decidedWhere(sql`d.operator_id = ${operator_id}`),
    reason === 'own_words' && decidedWhere(sql`d.status = 'rejected' AND d.reason_code IS NULL`),
    reason && reason !== 'own_words' && decidedWhere(sql`d.status = 'rejected' AND d.reason_code = ${reason}`),
    person && sql`s.user_id IN (SELECT u.id FROM users u WHERE u.deleted_at IS NULL AND ${matchesPerson('u', person)})`,
  )
}

const RAISED: Record<NonNullable<SubmissionFilters['raised']>, Sql> = {
  escalated: sql`EXISTS (SELECT FROM escalations e WHERE e.submission_id = s.id)`,
  appealed: sql`EXISTS (SELECT FROM appeals a WHERE a.submission_id = s.id)`,
}

/** The decision in force meets `condition` on `d`. */
const decidedWhere = (condition: Sql) => sql`s.status <> 'pending' AND EXISTS (
  SELECT FROM decisions d WHERE d.submission_id = s.id AND ${condition} AND ${IN_FORCE})`

/** The id matches, or the invoice number unless there is a leading `#`. A longer number matches no id. */
function matchesNumber(number: string): Sql {
  const digits = number.replace('#', '')
  const own = digits.length <= ID_DIGITS ? [sql`s.id = ${digits}`] : []
  const invoice = digits === number ? [sql`s.invoice_key = ${digits}`] : []
  return sql`(${list([...own, ...invoice, sql`false`], ' OR ')})`
}

const CHOICES = 20

type Choice = { id: number; name: string }

/** Those that start with the text first. With `id`, only that merchant. */
export function findMerchantChoices(
  db: Queryable,
  { search = '', id }: { search?: string | undefined; id?: number | undefined },
) {
  const key = nameKey(search)
  const matches = all(sql`name_key LIKE ${likePattern(key)}`, id && sql`id = ${id}`)
  return many<Choice>(db)`
    SELECT id, name FROM merchants WHERE ${matches}
    ORDER BY starts_with(name_key, ${key}) DESC, name_key, id LIMIT ${raw(CHOICES)}`
}

/** At most 200 operators. */
export const findOperatorChoices = (db: Queryable) => many<Choice>(db, 'submissions.operator-choices')`
  SELECT o.id, o.name FROM operators o WHERE EXISTS (SELECT FROM decisions d WHERE d.operator_id = o.id)
  ORDER BY lower(o.name), o.id LIMIT 200`
