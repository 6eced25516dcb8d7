import type { Queryable } from '../../platform/db/database.ts'
import { maybe, some, values } from '../../platform/db/query.ts'
import type { Row } from '../../platform/db/rows.ts'
import { parameter } from '../../platform/db/sql.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { createSessionStore, type LiveSince } from '../../platform/sessions/sessions.store.ts'

export const memberSessions = createSessionStore({
  sessions: 'sessions',
  devices: 'trusted_devices',
  owner: 'user_id',
  lifetime: { idleMs: 30 * DAY_MS, totalMs: 90 * DAY_MS },
})

type MemberSessionRow = Row<'users', 'id' | 'email' | 'email_verified_at'> & { suspended: boolean; last_used_at: Date }

export const findMemberSession = (db: Queryable, tokenHash: Buffer, { usedAfter, madeAfter }: LiveSince) =>
  maybe<MemberSessionRow>(db, 'sessions.caller')`
    SELECT u.id, u.email, u.email_verified_at, s.last_used_at, x.id IS NOT NULL AS suspended
    FROM sessions s JOIN users u ON u.id = s.user_id
    LEFT JOIN suspensions x ON x.user_id = u.id AND x.ended_at IS NULL
    WHERE s.token_hash = ${tokenHash} AND s.last_used_at > ${usedAfter} AND s.created_at > ${madeAfter}`

/** Keeps a session from being ended until the transaction ends. False if it has ended. Lock the member first. */
export const lockMemberSession = (tx: Queryable, tokenHash: Buffer) =>
  some(tx, 'sessions.lock')`SELECT FROM sessions WHERE token_hash = ${tokenHash} FOR KEY SHARE`

type NewSession = Row<'sessions', 'token_hash' | 'user_id'> & { password_hash: string; now: Date }

/** False if suspended or the password changed. Locks the member: a password change then ends this session too. */
export function addMemberSession(db: Queryable, { token_hash, user_id, password_hash, now }: NewSession) {
  const at = parameter(now)
  return some(db)`
    INSERT INTO sessions (token_hash, user_id, created_at, last_used_at)
    SELECT ${token_hash}, u.id, ${at}, ${at} FROM users u WHERE u.id = ${user_id} AND u.password_hash = ${password_hash}
      AND NOT EXISTS (SELECT FROM suspensions x WHERE x.user_id = u.id AND x.ended_at IS NULL)
    FOR SHARE OF u`
}

/** Members with expired sessions on whose devices vouchers are still open. */
export const listMembersWithOpenedVouchers = (db: Queryable, { usedAfter, madeAfter }: LiveSince) =>
  values(db)`
    SELECT DISTINCT s.user_id FROM sessions s JOIN voucher_keys k ON k.token_hash = s.token_hash
    WHERE s.last_used_at <= ${usedAfter} OR s.created_at <= ${madeAfter}`
