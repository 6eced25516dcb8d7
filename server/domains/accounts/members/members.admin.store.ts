import type { MemberState } from '@stampus/contract/console/members'
import { plainText } from '@stampus/contract/values/typedText'
import { consolePageClause, matchesPerson } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { IS_LIVE } from '../accounts.store.ts'

/** A member as the console lists them. Name and address of a deleted one are erased already. */
export type MemberListRow = {
  id: number
  name: string
  email: string
  created_at: Date
  verified_at: Date | null
  deleted_at: Date | null
  suspended: boolean
}

type MemberRow = MemberListRow & { pending_email: string | null; reset_sent_at: Date | null }

const SUSPENDED = 'EXISTS (SELECT FROM suspensions x WHERE x.user_id = u.id AND x.ended_at IS NULL)'
const COLUMNS = `u.id, u.name, u.email, u.created_at, u.email_verified_at AS verified_at, u.deleted_at,
  ${SUSPENDED} AS suspended`

const STATES: Record<MemberState, string> = {
  verified: 'u.email_verified_at IS NOT NULL',
  unverified: 'u.email_verified_at IS NULL',
  suspended: 'u.id IN (SELECT x.user_id FROM suspensions x WHERE x.ended_at IS NULL)',
}

type MemberSearch = { search: string | undefined; state: MemberState | undefined; page: number }

/** A page of members (pages start at 1), newest first, and one more row if there is a next page. Unnamed, because the plan depends on the filters. */
export async function findMembers(db: Queryable, { search, state, page }: MemberSearch): Promise<MemberListRow[]> {
  const values: unknown[] = []
  const found = search ? memberSearchSql(search, (value) => `$${values.push(value)}`) : IS_LIVE
  const conditions = [...(state ? [STATES[state]] : []), found].join(' AND ')
  const { rows } = await db.query<MemberListRow>({
    text: `SELECT ${COLUMNS} FROM users u WHERE ${conditions} ORDER BY u.id DESC ${consolePageClause(page)}`,
    values,
  })
  return rows
}

/**
 * SQL condition: member `u` has this text in the name or the address, or has this id. A deleted member is found only by id.
 * `add` adds a value to those of the query and returns its parameter.
 */
export function memberSearchSql(search: string, add: (value: unknown) => string): string {
  const matches = `${IS_LIVE} AND ${matchesPerson('u', search, add)}`
  const id = plainText(search)
  return /^\d{1,15}$/.test(id)
    ? `((u.id = ${add(Number(id))} AND u.retired_at IS NULL) OR (${matches}))`
    : `(${matches})`
}

/** A member, also one whose account was deleted. */
export async function findMember(db: Queryable, id: number): Promise<MemberRow | undefined> {
  const { rows } = await db.query<MemberRow>({
    text: `SELECT ${COLUMNS}, u.pending_email,
        (SELECT max(r.created_at) FROM password_resets r WHERE r.user_id = u.id) AS reset_sent_at
      FROM users u WHERE u.id = $1`,
    values: [id],
  })
  return rows[0]
}

const MOST = 50

type SuspensionRow = {
  id: number
  reason: string
  operator: string
  created_at: Date
  ended_at: Date | null
  ended_by: string | null
}

/** A member's suspensions, the newest first, at most 50. */
export async function listSuspensions(db: Queryable, userId: number): Promise<SuspensionRow[]> {
  const { rows } = await db.query<SuspensionRow>({
    text: `SELECT x.id, x.reason, o.name AS operator, x.created_at, x.ended_at, e.name AS ended_by
      FROM suspensions x
      JOIN operators o ON o.id = x.operator_id
      LEFT JOIN operators e ON e.id = x.ended_by
      WHERE x.user_id = $1 ORDER BY x.id DESC LIMIT ${MOST}`,
    values: [userId],
  })
  return rows
}

/** Whether a member is suspended now. */
export async function isSuspended(db: Queryable, userId: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'suspensions.is-suspended',
    text: 'SELECT FROM suspensions WHERE user_id = $1 AND ended_at IS NULL',
    values: [userId],
  })
  return rowCount === 1
}

type Suspending = { userId: number; operatorId: number; at: Date }

/** Suspends a member. False if they are suspended already. */
export async function insertSuspension(tx: Queryable, given: Suspending & { reason: string }): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `INSERT INTO suspensions (user_id, operator_id, reason, created_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (user_id) WHERE ended_at IS NULL DO NOTHING`,
    values: [given.userId, given.operatorId, given.reason, given.at],
  })
  return rowCount === 1
}

/** Ends the suspension of a member and returns its reason; undefined if there was none. */
export async function endSuspension(tx: Queryable, given: Suspending): Promise<string | undefined> {
  const { rows } = await tx.query<{ reason: string }>({
    text: `UPDATE suspensions SET ended_at = $3, ended_by = $2 WHERE user_id = $1 AND ended_at IS NULL RETURNING reason`,
    values: [given.userId, given.operatorId, given.at],
  })
  return rows[0]?.reason
}
