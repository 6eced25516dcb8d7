import type { ConfirmationRequest } from '@stampus/contract/console/confirmations'
import type { Role } from '@stampus/contract/console/operators'
import { CONSOLE_PAGE_SIZE, QUEUE_COUNT_MAX } from '@stampus/contract/limits'
import { consolePageClause } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { RowOf } from '../../../platform/db/nested.ts'
import { many, maybe, value } from '../../../platform/db/query.ts'
import { type Parameter, parameter, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { merchantsOf } from '../../conflicts-of-interest/conflicts.store.ts'
import { dependentOperators } from '../../staff/confirmers.store.ts'
import { hasConflict } from '../../submissions/reviewed-submissions.store.ts'
import { MEMBER } from '../../submissions/search/submissions.admin.store.ts'
import { NEEDS_MANAGER, type Requested, ROLE } from '../requests.store.ts'

export type RequestRow = RowOf<Omit<ConfirmationRequest, 'corrections'>> & {
  corrections: Requested['corrections'] | null
  corrected_merchant: string | null
  balance: number
}

/** `missing_role` is the role that no active operator has to confirm it. */
type OwnRequestRow = RequestRow & { missing_role: Role | null }

const CORRECTED_MERCHANT = sql`(c.request #>> '{corrections,merchant_id}')::bigint`

const requestsAmong = (subquery: Sql, more = sql``) => sql`
  SELECT c.id, c.kind, c.state, c.submission_id, c.stamps, c.asked_at, a.id AS "asked_by.id", a.name AS "asked_by.name",
    c.closed_at, b.id AS "closed_by.id", b.name AS "closed_by.name", c.answer, ${MEMBER},
    c.request ->> 'outcome' AS outcome, c.request ->> 'words' AS words, c.request -> 'corrections' AS corrections,
    (SELECT m.name FROM merchants m WHERE m.id = ${CORRECTED_MERCHANT}) AS corrected_merchant,
    (SELECT COALESCE(sum(l.stamps), 0)::bigint FROM ledger_entries l WHERE l.user_id = u.id) AS balance ${more}
  FROM (SELECT c.* FROM confirmations c WHERE ${subquery}) c
  JOIN operators a ON a.id = c.asked_by
  LEFT JOIN operators b ON b.id = c.closed_by
  JOIN users u ON u.id = c.user_id`

/** This operator has the role for request `c` and no conflict of interest with it. */
const isOpenTo = (operator: Sql | Parameter) => sql`(NOT ${NEEDS_MANAGER}
    OR (SELECT r.role = 'manager' FROM operators r WHERE r.id = ${operator}))
  AND NOT EXISTS (SELECT FROM submissions s WHERE s.id = c.submission_id AND ${hasConflict(operator)})
  AND NOT coalesce(${CORRECTED_MERCHANT} IN ${merchantsOf('operator', operator)}, false)
  AND NOT EXISTS (SELECT FROM own_accounts x WHERE x.operator_id = ${operator} AND x.user_id = c.user_id)`

type ConfirmerQuery = { operatorId: number; since: Date }

function isConfirmable({ operatorId, since }: ConfirmerQuery): Sql {
  const operator = parameter(operatorId)
  const dependent = sql`(SELECT n.id FROM ${dependentOperators(operator, parameter(since))} n)`
  return sql`c.state = 'waiting' AND c.asked_by NOT IN ${dependent} AND ${isOpenTo(operator)}`
}

/** A page (from 1), oldest first, plus the first row of the next page. */
export const listConfirmable = (db: Queryable, query: ConfirmerQuery, page: number) =>
  many<RequestRow>(db)`
    ${requestsAmong(sql`${isConfirmable(query)} ORDER BY c.id ${consolePageClause(page)}`)} ORDER BY c.id`

export const countConfirmable = (db: Queryable, query: ConfirmerQuery) => value(db, 'confirmations.count')`
  SELECT count(*) AS count FROM (
    SELECT c.id FROM confirmations c WHERE ${isConfirmable(query)} LIMIT ${raw(QUEUE_COUNT_MAX)}) counted`

/** A page (from 1), newest first, plus the first row of the next page. */
export function listOwnRequests(db: Queryable, query: ConfirmerQuery, page: number) {
  const [operator, since] = [parameter(query.operatorId), parameter(query.since)]
  const own = sql`c.asked_by = ${operator} ORDER BY c.id DESC ${consolePageClause(page)}`
  const missingRole = sql`, CASE WHEN c.state = 'waiting' AND NOT EXISTS (
      SELECT FROM operators p WHERE p.removed_at IS NULL AND p.last_seen_at > ${since}
        AND p.id NOT IN (SELECT n.id FROM ${dependentOperators(operator, since)} n) AND ${isOpenTo(sql`p.id`)})
    THEN ${ROLE} END AS missing_role`
  return many<OwnRequestRow>(db)`${requestsAmong(own, missingRole)} ORDER BY c.id DESC`
}

export const findRequestRow = (db: Queryable, id: number) => maybe<RequestRow>(db)`${requestsAmong(sql`c.id = ${id}`)}`

/** The latest requests about a submission, oldest first. */
export const listRequestsOf = (db: Queryable, submissionId: number) =>
  many<RequestRow>(db)`
    ${requestsAmong(sql`c.submission_id = ${submissionId} ORDER BY c.id DESC LIMIT ${raw(CONSOLE_PAGE_SIZE)}`)}
    ORDER BY c.id`
