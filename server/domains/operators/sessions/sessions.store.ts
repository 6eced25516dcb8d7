import type { Queryable } from '../../../platform/db/database.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import type { LiveSince } from '../../../platform/sessions/sessions.store.ts'
import { createSessionStore } from '../../../platform/sessions/sessions.store.ts'
import type { OperatorRow } from '../operators.store.ts'

export const operatorSessions = createSessionStore({
  sessions: 'operator_sessions',
  devices: 'operator_trusted_devices',
  owner: 'operator_id',
  lifetime: { idleMs: 30 * MINUTE_MS, totalMs: 12 * 60 * MINUTE_MS },
})

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

/** Ends an operator's sessions, except one if it is given, and every sign-in that waits for its code. */
export async function endSessions(tx: Queryable, operatorId: number, exceptTokenHash?: Buffer): Promise<void> {
  await operatorSessions.endAll(tx, operatorId, exceptTokenHash)
  await tx.query({ text: 'DELETE FROM pending_sign_ins WHERE operator_id = $1', values: [operatorId] })
}

/** Stores that the right password was given. */
export async function addPendingSignIn(
  db: Queryable,
  pending: { token_hash: Buffer; operator_id: number; now: Date },
): Promise<void> {
  await db.query({
    text: 'INSERT INTO pending_sign_ins (token_hash, operator_id, created_at) VALUES ($1, $2, $3)',
    values: [pending.token_hash, pending.operator_id, pending.now],
  })
}

/** The operator whose sign-in waits for its code. */
export async function findPendingSignIn(
  db: Queryable,
  tokenHash: Buffer,
  madeAfter: Date,
): Promise<number | undefined> {
  const { rows } = await db.query<{ operator_id: number }>({
    text: 'SELECT operator_id FROM pending_sign_ins WHERE token_hash = $1 AND created_at > $2',
    values: [tokenHash, madeAfter],
  })
  return rows[0]?.operator_id
}

/** False if it was used or had ended already. */
export async function deletePendingSignIn(tx: Queryable, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'DELETE FROM pending_sign_ins WHERE token_hash = $1',
    values: [tokenHash],
  })
  return rowCount === 1
}

export async function deleteExpiredPendingSignIns(db: Queryable, madeBefore: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: 'DELETE FROM pending_sign_ins WHERE created_at <= $1',
    values: [madeBefore],
  })
  return rowCount ?? 0
}
