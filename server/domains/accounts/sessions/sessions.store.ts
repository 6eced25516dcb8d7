import type { Queryable } from '../../../platform/db/database.ts'

export type MemberSessionRow = {
  id: number
  email: string
  email_verified_at: Date | null
  suspended: boolean
  last_used_at: Date
}

/** Who holds a session that was used since `usedAfter` and made since `madeAfter`. */
export async function findMemberSession(
  db: Queryable,
  tokenHash: Buffer,
  { usedAfter, madeAfter }: { usedAfter: Date; madeAfter: Date },
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

export async function touchSession(db: Queryable, tokenHash: Buffer, now: Date): Promise<void> {
  await db.query({
    name: 'sessions.touch',
    text: 'UPDATE sessions SET last_used_at = $2 WHERE token_hash = $1',
    values: [tokenHash, now],
  })
}

/**
 * Adds a session; false, and none is made, when the member is suspended or the password is no longer the one that
 * was given. The member's row is held, so that a password change at the same moment ends this session too.
 */
export async function addSession(
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

export async function deleteSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.query({ text: 'DELETE FROM sessions WHERE token_hash = $1', values: [tokenHash] })
}

/** Ends a member's sessions, but for one where it is given; answers how many. */
export async function deleteSessions(db: Queryable, userId: number, butFor?: Buffer): Promise<number> {
  const { rowCount } = await db.query({
    text: 'DELETE FROM sessions WHERE user_id = $1 AND token_hash IS DISTINCT FROM $2',
    values: [userId, butFor ?? null],
  })
  return rowCount ?? 0
}

export async function deleteDeadSessions(
  db: Queryable,
  { usedAfter, madeAfter }: { usedAfter: Date; madeAfter: Date },
): Promise<number> {
  const { rowCount } = await db.query({
    text: 'DELETE FROM sessions WHERE last_used_at <= $1 OR created_at <= $2',
    values: [usedAfter, madeAfter],
  })
  return rowCount ?? 0
}

export async function isKnownDevice(db: Queryable, userIds: number[], markHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'SELECT FROM device_marks WHERE user_id = ANY($1) AND mark_hash = $2',
    values: [userIds, markHash],
  })
  return rowCount !== 0
}

export async function rememberDevice(db: Queryable, userId: number, markHash: Buffer, now: Date): Promise<void> {
  await db.query({
    text: `INSERT INTO device_marks (user_id, mark_hash, last_used_at) VALUES ($1, $2, $3)
      ON CONFLICT (user_id, mark_hash) DO UPDATE SET last_used_at = excluded.last_used_at`,
    values: [userId, markHash, now],
  })
}

export async function forgetDevices(db: Queryable, userId: number): Promise<void> {
  await db.query({ text: 'DELETE FROM device_marks WHERE user_id = $1', values: [userId] })
}

export async function deleteUnusedDevices(db: Queryable, usedAfter: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: 'DELETE FROM device_marks WHERE last_used_at <= $1',
    values: [usedAfter],
  })
  return rowCount ?? 0
}
