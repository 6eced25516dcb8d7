import type { Queryable } from '../../platform/db/database.ts'

/** What an address is bound to: a session and the password of its member, neither of which can be found out from it. */
const HOLDER = "encode(sha256(s.token_hash || convert_to(u.password_hash, 'UTF8')), 'hex')"

/** The holder of an address that this session asks for; undefined where the session has just ended. */
export async function findHolder(db: Queryable, tokenHash: Buffer): Promise<string | undefined> {
  const { rows } = await db.query<{ holder: string }>({
    text: `SELECT ${HOLDER} AS holder FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1`,
    values: [tokenHash],
  })
  return rows[0]?.holder
}

/** Whether the holder of an address still has the session and the password, and is not suspended. */
export async function isLiveHolder(
  db: Queryable,
  asked: { userId: number; holder: string; usedAfter: Date; madeAfter: Date },
): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `SELECT FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.user_id = $1 AND ${HOLDER} = $2 AND s.last_used_at > $3 AND s.created_at > $4
        AND NOT EXISTS (SELECT FROM suspensions x WHERE x.user_id = u.id AND x.ended_at IS NULL)`,
    values: [asked.userId, asked.holder, asked.usedAfter, asked.madeAfter],
  })
  return rowCount === 1
}
