import type { Queryable } from '../../../platform/db/database.ts'

const MOST = 50

export type SuspensionRow = {
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

/** Suspends a member; false where they are suspended already. */
export async function insertSuspension(tx: Queryable, given: Suspending & { reason: string }): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `INSERT INTO suspensions (user_id, operator_id, reason, created_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (user_id) WHERE ended_at IS NULL DO NOTHING`,
    values: [given.userId, given.operatorId, given.reason, given.at],
  })
  return rowCount === 1
}

/** Ends the suspension of a member and answers its reason. */
export async function endSuspension(tx: Queryable, given: Suspending): Promise<string | undefined> {
  const { rows } = await tx.query<{ reason: string }>({
    text: `UPDATE suspensions SET ended_at = $3, ended_by = $2 WHERE user_id = $1 AND ended_at IS NULL RETURNING reason`,
    values: [given.userId, given.operatorId, given.at],
  })
  return rows[0]?.reason
}
