import type { Queryable } from '../../../platform/db/database.ts'
import type { LiveSince } from '../../../platform/sessions/sessions.store.ts'
import type { OperatorRow } from '../operators.store.ts'

type OperatorSessionRow = Pick<OperatorRow, 'id' | 'name' | 'email' | 'role'> & {
  last_used_at: Date
  has_second_factor: boolean
}

/** The operator who holds a live session. */
export async function findOperatorSession(
  db: Queryable,
  tokenHash: Buffer,
  { usedAfter, madeAfter }: LiveSince,
): Promise<OperatorSessionRow | undefined> {
  const { rows } = await db.query<OperatorSessionRow>({
    name: 'operators.caller',
    text: `SELECT o.id, o.name, o.email, o.role, s.last_used_at, f.added_at IS NOT NULL AS has_second_factor
      FROM operator_sessions s JOIN operators o ON o.id = s.operator_id
      LEFT JOIN second_factors f ON f.operator_id = o.id
      WHERE s.token_hash = $1 AND s.last_used_at > $2 AND s.created_at > $3 AND o.removed_at IS NULL`,
    values: [tokenHash, usedAfter, madeAfter],
  })
  return rows[0]
}
