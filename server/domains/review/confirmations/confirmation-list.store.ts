import type { ConfirmationKind, ConfirmationState } from '@stampus/contract/console/confirmations'
import type { Role } from '@stampus/contract/console/operators'
import { CONSOLE_PAGE_SIZE, QUEUE_COUNT_MAX } from '@stampus/contract/limits'
import { consolePageClause } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { merchantsOf } from '../../own-accounts/ties.store.ts'
import { DEPENDENT_OPERATORS } from '../../staff/confirmers.store.ts'
import { hasConflict } from '../../submissions/reviewed-submissions.store.ts'
import { NEEDS_MANAGER, type Requested, ROLE } from '../requests.store.ts'

/** A confirmation request with the names of its people. */
export type RequestRow = {
  id: number
  kind: ConfirmationKind
  state: ConfirmationState
  submission_id: number | null
  stamps: number
  request: Requested
  asked_at: Date
  asked_by: number
  asked_by_name: string
  closed_at: Date | null
  closed_by: number | null
  closed_by_name: string | null
  answer: string | null
  member_id: number
  member_name: string
  member_email: string | null
  /** The name of the merchant that an approval corrects to. */
  corrected_merchant: string | null
  balance: number
}

/** `missing_role` is the role that no active operator has to confirm it. */
type OwnRequestRow = RequestRow & { missing_role: Role | null }

const selectRequests = (subquery: string, more = '') => `
  SELECT c.id, c.kind, c.state, c.submission_id, c.stamps, c.request, c.asked_at, c.asked_by, a.name AS asked_by_name,
    c.closed_at, c.closed_by, b.name AS closed_by_name, c.answer, u.id AS member_id, u.name AS member_name,
    CASE WHEN u.deleted_at IS NULL THEN u.email END AS member_email,
    (SELECT m.name FROM merchants m WHERE m.id = (c.request #>> '{corrections,merchant_id}')::bigint)
      AS corrected_merchant,
    (SELECT COALESCE(sum(l.stamps), 0)::bigint FROM ledger_entries l WHERE l.user_id = u.id) AS balance${more}
  FROM (${subquery}) c
  JOIN operators a ON a.id = c.asked_by
  LEFT JOIN operators b ON b.id = c.closed_by
  JOIN users u ON u.id = c.user_id`

/**
 * SQL condition: this operator (`$1` or a column) has the role for request `c` and no conflict of interest with it.
 */
const isOpenTo = (operator: string) => `(NOT ${NEEDS_MANAGER}
    OR (SELECT r.role = 'manager' FROM operators r WHERE r.id = ${operator}))
  AND NOT EXISTS (SELECT FROM submissions s WHERE s.id = c.submission_id AND ${hasConflict(operator)})
  AND NOT coalesce((c.request #>> '{corrections,merchant_id}')::bigint IN ${merchantsOf('operator', operator)}, false)
  AND NOT EXISTS (SELECT FROM own_accounts x WHERE x.operator_id = ${operator} AND x.user_id = c.user_id)`

/** SQL condition: operator `$1` may confirm request `c`. Grants of roles count from `$2`. */
const CONFIRMABLE = `c.state = 'waiting' AND c.asked_by NOT IN (SELECT n.id FROM ${DEPENDENT_OPERATORS} n) AND ${isOpenTo('$1')}`

/** SQL: the role that operator `$1`'s waiting request `c` needs when no operator active since `$2` may confirm it. */
const MISSING_ROLE = `CASE WHEN c.state = 'waiting' AND NOT EXISTS (
    SELECT FROM operators p WHERE p.removed_at IS NULL AND p.last_seen_at > $2
      AND p.id NOT IN (SELECT n.id FROM ${DEPENDENT_OPERATORS} n) AND ${isOpenTo('p.id')})
  THEN ${ROLE} END`

type ConfirmerQuery = { operatorId: number; since: Date }

/** Lists a page (from 1) of requests that this operator may confirm, oldest first, plus the first of the next page. */
export async function listConfirmable(db: Queryable, query: ConfirmerQuery, page: number): Promise<RequestRow[]> {
  const { rows } = await db.query<RequestRow>({
    text: `${selectRequests(`SELECT c.* FROM confirmations c WHERE ${CONFIRMABLE} ORDER BY c.id ${consolePageClause(page)}`)}
      ORDER BY c.id`,
    values: [query.operatorId, query.since],
  })
  return rows
}

/** Counts the requests that this operator may confirm, up to QUEUE_COUNT_MAX. */
export async function countConfirmable(db: Queryable, query: ConfirmerQuery): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'confirmations.count',
    text: `SELECT count(*) AS count FROM (
             SELECT c.id FROM confirmations c WHERE ${CONFIRMABLE} LIMIT ${QUEUE_COUNT_MAX}) counted`,
    values: [query.operatorId, query.since],
  })
  return rows[0]?.count ?? 0
}

/** Lists a page (from 1) of an operator's own requests, newest first, plus the first of the next page. */
export async function listOwnRequests(db: Queryable, query: ConfirmerQuery, page: number): Promise<OwnRequestRow[]> {
  const subquery = `SELECT c.* FROM confirmations c WHERE c.asked_by = $1 ORDER BY c.id DESC ${consolePageClause(page)}`
  const { rows } = await db.query<OwnRequestRow>({
    text: `${selectRequests(subquery, `, ${MISSING_ROLE} AS missing_role`)} ORDER BY c.id DESC`,
    values: [query.operatorId, query.since],
  })
  return rows
}

export async function findRequestRow(db: Queryable, id: number): Promise<RequestRow | undefined> {
  const { rows } = await db.query<RequestRow>({
    text: selectRequests('SELECT c.* FROM confirmations c WHERE c.id = $1'),
    values: [id],
  })
  return rows[0]
}

/** Lists the latest requests about a submission, oldest first. */
export async function listRequestsOf(db: Queryable, submissionId: number): Promise<RequestRow[]> {
  const { rows } = await db.query<RequestRow>({
    text: `${selectRequests(`SELECT c.* FROM confirmations c WHERE c.submission_id = $1 ORDER BY c.id DESC LIMIT ${CONSOLE_PAGE_SIZE}`)}
      ORDER BY c.id`,
    values: [submissionId],
  })
  return rows
}
