import type { MemberState } from '@stampus/contract/console/members'
import type { Queryable } from '../../../platform/db/database.ts'
import { consolePageClause, likePattern } from '../../../platform/db/sql.ts'
import { IS_LIVE } from '../accounts.store.ts'

/** A member as the console lists them. A deleted one's name and address are blanked already. */
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

export type MemberSearch = { search: string | undefined; state: MemberState | undefined; page: number }

/** A page of members from 1, the newest first, and where there is one the first of the next. Not named: as its filters, so its plan. */
export async function findMembers(db: Queryable, { search, state, page }: MemberSearch): Promise<MemberListRow[]> {
  const conditions = [...(state ? [STATES[state]] : []), foundBy(search)].join(' AND ')
  const { rows } = await db.query<MemberListRow>({
    text: `SELECT ${COLUMNS} FROM users u WHERE ${conditions} ORDER BY u.id DESC ${consolePageClause(page)}`,
    values: searchValues(search),
  })
  return rows
}

function foundBy(search: string | undefined): string {
  const living = IS_LIVE
  if (!search) return living
  const named = `${living} AND (lower(u.name) LIKE lower($1) OR lower(u.email) LIKE lower($1))`
  return isId(search) ? `((u.id = $2 AND u.retired_at IS NULL) OR (${named}))` : named
}

function searchValues(search: string | undefined): (string | number)[] {
  if (!search) return []
  return isId(search) ? [likePattern(search), Number(search)] : [likePattern(search)]
}

function isId(search: string): boolean {
  return /^\d{1,15}$/.test(search)
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
