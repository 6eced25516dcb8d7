import type { MemberDetails, MemberRow, MemberState } from '@stampus/contract/console/members'
import { plainText } from '@stampus/contract/values/typedText'
import { consolePageClause, matchesPerson } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import type { RowOf } from '../../../platform/db/nested.ts'
import { many, maybe, maybeValue, some, value } from '../../../platform/db/query.ts'
import { insert } from '../../../platform/db/rows.ts'
import { all, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { IS_LIVE } from '../accounts.store.ts'

const COLUMNS = sql`u.id, u.name, CASE WHEN u.deleted_at IS NULL THEN u.email END AS email, u.created_at,
  u.email_verified_at IS NOT NULL AS verified,
  EXISTS (SELECT FROM suspensions x WHERE x.user_id = u.id AND x.ended_at IS NULL) AS suspended`

const STATES: Record<MemberState, Sql> = {
  verified: sql`u.email_verified_at IS NOT NULL`,
  unverified: sql`u.email_verified_at IS NULL`,
  suspended: sql`u.id IN (SELECT x.user_id FROM suspensions x WHERE x.ended_at IS NULL)`,
}

type MemberSearch = { search: string | undefined; state: MemberState | undefined; page: number }

/** A page of members, from 1, the newest first, and one more row if there is a next page. */
// The statement is unnamed, because its plan depends on the filters.
export const findMembers = (db: Queryable, { search, state, page }: MemberSearch) =>
  many<RowOf<MemberRow>>(db)`
    SELECT ${COLUMNS} FROM users u WHERE ${all(state && STATES[state], search ? memberSearchSql(search) : IS_LIVE)}
    ORDER BY u.id DESC ${consolePageClause(page)}`

/** Member `u` has this text in the name or the address, or has this id. A deleted member is found only by id. */
export function memberSearchSql(search: string): Sql {
  const matches = sql`${IS_LIVE} AND ${matchesPerson('u', search)}`
  const id = plainText(search)
  return /^\d{1,15}$/.test(id)
    ? sql`((u.id = ${Number(id)} AND u.retired_at IS NULL) OR (${matches}))`
    : sql`(${matches})`
}

export const findMember = (db: Queryable, id: number) =>
  maybe<RowOf<Omit<MemberDetails, 'suspensions'>>>(db)`
    SELECT ${COLUMNS}, u.email_verified_at AS verified_at, u.pending_email, u.deleted_at,
      (SELECT max(r.created_at) FROM password_resets r WHERE r.user_id = u.id) AS reset_sent_at
    FROM users u WHERE u.id = ${id}`

const MOST = 50

export const listSuspensions = (db: Queryable, userId: number) =>
  many<RowOf<MemberDetails['suspensions'][number]>>(db)`
    SELECT x.id, x.reason, o.name AS operator, x.created_at, x.ended_at, e.name AS ended_by
    FROM suspensions x
    JOIN operators o ON o.id = x.operator_id
    LEFT JOIN operators e ON e.id = x.ended_by
    WHERE x.user_id = ${userId} ORDER BY x.id DESC LIMIT ${raw(MOST)}`

export const isSuspended = (db: Queryable, userId: number) =>
  value<boolean>(
    db,
    'suspensions.is-suspended',
  )`SELECT EXISTS (SELECT FROM suspensions WHERE user_id = ${userId} AND ended_at IS NULL)`

type Suspending = { userId: number; operatorId: number; at: Date }

/** Suspends a member. False if they are suspended already. */
export function insertSuspension(tx: Queryable, given: Suspending & { reason: string }): Promise<boolean> {
  const { userId: user_id, operatorId: operator_id, reason, at: created_at } = given
  return some(tx)`${insert('suspensions', { user_id, operator_id, reason, created_at })}
    ON CONFLICT (user_id) WHERE ended_at IS NULL DO NOTHING`
}

/** Ends the suspension of a member and returns its reason; undefined if there was none. */
export const endSuspension = (tx: Queryable, { userId, operatorId, at }: Suspending) =>
  maybeValue<string>(tx)`
    UPDATE suspensions SET ended_at = ${at}, ended_by = ${operatorId}
    WHERE user_id = ${userId} AND ended_at IS NULL RETURNING reason`
