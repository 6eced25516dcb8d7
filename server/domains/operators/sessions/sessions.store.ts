import type { Queryable } from '../../../platform/db/database.ts'
import type { OperatorRow } from '../operators.store.ts'

type Ages = { usedAfter: Date; madeAfter: Date }

export async function addOperatorSession(
  db: Queryable,
  session: { token_hash: Buffer; operator_id: number; now: Date },
): Promise<void> {
  await db.query({
    text: 'INSERT INTO operator_sessions (token_hash, operator_id, created_at, last_used_at) VALUES ($1, $2, $3, $3)',
    values: [session.token_hash, session.operator_id, session.now],
  })
}

export type OperatorSessionRow = Pick<OperatorRow, 'id' | 'name' | 'email' | 'role'> & {
  last_used_at: Date
  has_second_factor: boolean
}

/** Who holds a session that was used since `usedAfter` and made since `madeAfter`. */
export async function findOperatorSession(
  db: Queryable,
  tokenHash: Buffer,
  { usedAfter, madeAfter }: Ages,
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

export async function touchOperatorSession(db: Queryable, tokenHash: Buffer, now: Date): Promise<void> {
  await db.query({
    text: 'UPDATE operator_sessions SET last_used_at = $2 WHERE token_hash = $1',
    values: [tokenHash, now],
  })
}

/** False when the session had ended already. */
export async function deleteOperatorSession(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'DELETE FROM operator_sessions WHERE token_hash = $1',
    values: [tokenHash],
  })
  return rowCount === 1
}

/** Ends an operator's sessions, but for one where it is given, and every sign-in that waits for its code. */
export async function endSessions(tx: Queryable, operatorId: number, butFor: Buffer = Buffer.alloc(0)): Promise<void> {
  await tx.query({
    text: 'DELETE FROM operator_sessions WHERE operator_id = $1 AND token_hash <> $2',
    values: [operatorId, butFor],
  })
  await tx.query({ text: 'DELETE FROM pending_sign_ins WHERE operator_id = $1', values: [operatorId] })
}

/** How many live sessions an operator has beside this one. */
export async function countOtherSessions(
  db: Queryable,
  own: { operatorId: number; tokenHash: Buffer },
  { usedAfter, madeAfter }: Ages,
): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    text: `SELECT count(*) AS count FROM operator_sessions
      WHERE operator_id = $1 AND token_hash <> $2 AND last_used_at > $3 AND created_at > $4`,
    values: [own.operatorId, own.tokenHash, usedAfter, madeAfter],
  })
  return rows[0]?.count ?? 0
}

export async function deleteDeadOperatorSessions(db: Queryable, { usedAfter, madeAfter }: Ages): Promise<number> {
  const { rowCount } = await db.query({
    text: 'DELETE FROM operator_sessions WHERE last_used_at <= $1 OR created_at <= $2',
    values: [usedAfter, madeAfter],
  })
  return rowCount ?? 0
}

/** Keeps that the right password was given. */
export async function addPending(
  db: Queryable,
  pending: { token_hash: Buffer; operator_id: number; now: Date },
): Promise<void> {
  await db.query({
    text: 'INSERT INTO pending_sign_ins (token_hash, operator_id, created_at) VALUES ($1, $2, $3)',
    values: [pending.token_hash, pending.operator_id, pending.now],
  })
}

/** Whose sign-in waits for its code. */
export async function findPending(db: Queryable, tokenHash: Buffer, madeAfter: Date): Promise<number | undefined> {
  const { rows } = await db.query<{ operator_id: number }>({
    text: 'SELECT operator_id FROM pending_sign_ins WHERE token_hash = $1 AND created_at > $2',
    values: [tokenHash, madeAfter],
  })
  return rows[0]?.operator_id
}

/** False when it was used or ended already. */
export async function deletePending(tx: Queryable, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'DELETE FROM pending_sign_ins WHERE token_hash = $1',
    values: [tokenHash],
  })
  return rowCount === 1
}

export async function deleteLapsedPending(db: Queryable, madeBefore: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: 'DELETE FROM pending_sign_ins WHERE created_at <= $1',
    values: [madeBefore],
  })
  return rowCount ?? 0
}
