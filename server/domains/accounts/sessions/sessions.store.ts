import type { Queryable } from '../../../platform/db/database.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import type { LiveSince } from '../../../platform/sessions/sessions.store.ts'
import { createSessionStore } from '../../../platform/sessions/sessions.store.ts'

export const memberSessions = createSessionStore({
  sessions: 'sessions',
  devices: 'trusted_devices',
  owner: 'user_id',
  lifetime: { idleMs: 30 * DAY_MS, totalMs: 90 * DAY_MS },
})

type MemberSessionRow = {
  id: number
  email: string
  email_verified_at: Date | null
  suspended: boolean
  last_used_at: Date
}

/** The member who holds a live session. */
export async function findMemberSession(
  db: Queryable,
  tokenHash: Buffer,
  { usedAfter, madeAfter }: LiveSince,
): Promise<MemberSessionRow | undefined> {
  const { rows } = await db.query<MemberSessionRow>({
    name: 'sessions.caller',
    text: `SELECT u.id, u.email, u.email_verified_at, s.last_used_at, x.id IS NOT NULL AS suspended
      FROM sessions s JOIN users u ON u.id = s.user_id
      LEFT JOIN suspensions x ON x.user_id = u.id AND x.ended_at IS NULL
      WHERE s.token_hash = $1 AND s.last_used_at > $2 AND s.created_at > $3`,
    values: [tokenHash, usedAfter, madeAfter],
  })
  return rows[0]
}

/** Keeps a session from being ended until the transaction ends. False if it has ended. Lock the member first. */
export async function lockMemberSession(tx: Queryable, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'sessions.lock',
    text: 'SELECT FROM sessions WHERE token_hash = $1 FOR KEY SHARE',
    values: [tokenHash],
  })
  return rowCount === 1
}

/**
 * Adds a session. False, and none is added, if the member is suspended or the password has changed since it was checked.
 * Locks the member's row, so that a password change at the same moment ends this session too.
 */
export async function addMemberSession(
  db: Queryable,
  session: { token_hash: Buffer; user_id: number; password_hash: string; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `INSERT INTO sessions (token_hash, user_id, created_at, last_used_at)
      SELECT $1, u.id, $4, $4 FROM users u WHERE u.id = $2 AND u.password_hash = $3
        AND NOT EXISTS (SELECT FROM suspensions x WHERE x.user_id = u.id AND x.ended_at IS NULL)
      FOR SHARE OF u`,
    values: [session.token_hash, session.user_id, session.password_hash, session.now],
  })
  return rowCount === 1
}

/** Members with expired sessions on whose devices vouchers are still open. */
export async function listMembersWithOpenedVouchers(
  db: Queryable,
  { usedAfter, madeAfter }: LiveSince,
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    text: `SELECT DISTINCT s.user_id AS id FROM sessions s JOIN voucher_keys k ON k.token_hash = s.token_hash
      WHERE s.last_used_at <= $1 OR s.created_at <= $2`,
    values: [usedAfter, madeAfter],
  })
  return rows.map(({ id }) => id)
}
