import type { ConfirmationKind, ConfirmationState } from '@stampus/contract/console/confirmations'
import type { Role } from '@stampus/contract/console/operators'
import { CONSOLE_PAGE_SIZE, QUEUE_COUNT_MAX } from '@stampus/contract/limits'
import type { Queryable } from '../../../platform/db/database.ts'
import { consolePaging } from '../../../platform/db/sql.ts'
import { hasConflict } from '../../submissions/conflicts-of-interest.store.ts'
import { NEEDS_MANAGER, type Requested, ROLE } from './confirmations.store.ts'
import { CLOSE_OPERATORS } from './confirmers.store.ts'

/** A request with the names of its people, as the console shows it. */
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
  /** The merchant that an approval corrects, by name. */
  corrected_merchant: string | null
  balance: number
}

/** `missing_role` as the contract says. */
export type OwnRequestRow = RequestRow & { missing_role: Role | null }

const shown = (chosen: string, more = '') => `
  SELECT c.id, c.kind, c.state, c.submission_id, c.stamps, c.request, c.asked_at, c.asked_by, a.name AS asked_by_name,
    c.closed_at, c.closed_by, b.name AS closed_by_name, c.answer, u.id AS member_id, u.name AS member_name,
    CASE WHEN u.deleted_at IS NULL THEN u.email END AS member_email,
    (SELECT m.name FROM merchants m WHERE m.id = (c.request #>> '{corrections,merchant_id}')::bigint)
      AS corrected_merchant,
    (SELECT COALESCE(sum(l.stamps), 0)::bigint FROM ledger_entries l WHERE l.user_id = u.id) AS balance${more}
  FROM (${chosen}) c
  JOIN operators a ON a.id = c.asked_by
  LEFT JOIN operators b ON b.id = c.closed_by
  JOIN users u ON u.id = c.user_id`

/** Holds for a request `c` about nothing that this operator, `$1` or a column, is tied to, and that takes no higher role. */
const openTo = (operator: string) => `(NOT ${NEEDS_MANAGER}
    OR (SELECT r.role = 'manager' FROM operators r WHERE r.id = ${operator}))
  AND NOT EXISTS (SELECT FROM submissions s WHERE s.id = c.submission_id AND ${hasConflict(operator)})
  AND NOT EXISTS (SELECT FROM operator_merchants t WHERE t.operator_id = ${operator}
    AND t.merchant_id = (c.request #>> '{corrections,merchant_id}')::bigint)
  AND NOT EXISTS (SELECT FROM users n WHERE n.id = c.user_id AND n.email_key IN (
    SELECT o.email_key FROM operators o WHERE o.id = ${operator}
    UNION ALL SELECT x.email_key FROM operator_addresses x WHERE x.operator_id = ${operator}))`

/** Holds for a waiting request `c` that operator `$1` may confirm; `$2` is since when a granted role counts. */
const CONFIRMABLE = `c.state = 'waiting' AND c.asked_by NOT IN (SELECT n.id FROM ${CLOSE_OPERATORS} n) AND ${openTo('$1')}`

/** The role that a waiting request `c` of operator `$1` takes where nobody who was here since `$2` may confirm it. */
const MISSING_ROLE = `CASE WHEN c.state = 'waiting' AND NOT EXISTS (
    SELECT FROM operators p WHERE p.removed_at IS NULL AND p.last_seen_at > $2
      AND p.id NOT IN (SELECT n.id FROM ${CLOSE_OPERATORS} n) AND ${openTo('p.id')})
  THEN ${ROLE} END`

type Asking = { operatorId: number; since: Date }

/** A page, from 1, of what this operator may confirm, the oldest first, and where there is one the first of the next. */
export async function listConfirmable(db: Queryable, query: Asking, page: number): Promise<RequestRow[]> {
  const { rows } = await db.query<RequestRow>({
    text: `${shown(`SELECT c.* FROM confirmations c WHERE ${CONFIRMABLE} ORDER BY c.id ${consolePaging(page)}`)}
      ORDER BY c.id`,
    values: [query.operatorId, query.since],
  })
  return rows
}

/** How many those are, counted up to QUEUE_COUNT_MAX. */
export async function countConfirmable(db: Queryable, query: Asking): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    name: 'confirmations.count',
    text: `SELECT count(*) AS count FROM (
             SELECT c.id FROM confirmations c WHERE ${CONFIRMABLE} LIMIT ${QUEUE_COUNT_MAX}) counted`,
    values: [query.operatorId, query.since],
  })
  return rows[0]?.count ?? 0
}

/** A page, from 1, of what an operator asked for, the newest first, and where there is one the first of the next. */
export async function listOwnRequests(db: Queryable, query: Asking, page: number): Promise<OwnRequestRow[]> {
  const chosen = `SELECT c.* FROM confirmations c WHERE c.asked_by = $1 ORDER BY c.id DESC ${consolePaging(page)}`
  const { rows } = await db.query<OwnRequestRow>({
    text: `${shown(chosen, `, ${MISSING_ROLE} AS missing_role`)} ORDER BY c.id DESC`,
    values: [query.operatorId, query.since],
  })
  return rows
}

export async function findRequestRow(db: Queryable, id: number): Promise<RequestRow | undefined> {
  const { rows } = await db.query<RequestRow>({
    text: shown('SELECT c.* FROM confirmations c WHERE c.id = $1'),
    values: [id],
  })
  return rows[0]
}

/** The latest requests about a submission, the oldest of them first. */
export async function listRequestsOf(db: Queryable, submissionId: number): Promise<RequestRow[]> {
  const { rows } = await db.query<RequestRow>({
    text: `${shown(`SELECT c.* FROM confirmations c WHERE c.submission_id = $1 ORDER BY c.id DESC LIMIT ${CONSOLE_PAGE_SIZE}`)}
      ORDER BY c.id`,
    values: [submissionId],
  })
  return rows
}

export type LatestRequest = Pick<
  RequestRow,
  'id' | 'state' | 'asked_by' | 'asked_by_name' | 'asked_at' | 'closed_by_name' | 'answer'
>

/** The latest request about each of these submissions. */
export async function findLatestRequests(db: Queryable, ids: number[]): Promise<Map<number, LatestRequest>> {
  const { rows } = await db.query<LatestRequest & { of: number }>({
    name: 'confirmations.latest',
    text: `SELECT DISTINCT ON (c.submission_id) c.submission_id AS of, c.id, c.state, c.asked_by, a.name AS asked_by_name,
             c.asked_at, b.name AS closed_by_name, c.answer
           FROM confirmations c JOIN operators a ON a.id = c.asked_by LEFT JOIN operators b ON b.id = c.closed_by
           WHERE c.submission_id = ANY($1) ORDER BY c.submission_id, c.id DESC`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.of, row]))
}
