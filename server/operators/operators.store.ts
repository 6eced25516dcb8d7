import type { Role } from '@stampus/contract/operators'
import type { Queryable } from '../db/database.ts'

export type OperatorRow = { id: number; name: string; email: string; role: Role; password_hash: string }

export async function findOperatorByKey(db: Queryable, emailKey: string): Promise<OperatorRow | undefined> {
  const { rows } = await db.query<OperatorRow>({
    text: 'SELECT id, name, email, role, password_hash FROM operators WHERE email_key = $1',
    values: [emailKey],
  })
  return rows[0]
}

export type NewOperator = Omit<OperatorRow, 'id'> & { email_key: string; now: Date }

/** Answers the new id; undefined when the address has an operator already. */
export async function addOperatorRow(db: Queryable, operator: NewOperator): Promise<number | undefined> {
  const { name, email, email_key, password_hash, role, now } = operator
  const { rows } = await db.query<{ id: number }>({
    text: `INSERT INTO operators (name, email, email_key, password_hash, role, created_at) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (email_key) DO NOTHING RETURNING id`,
    values: [name, email, email_key, password_hash, role, now],
  })
  return rows[0]?.id
}

export async function addOperatorSession(
  db: Queryable,
  session: { token_hash: Buffer; operator_id: number; now: Date },
): Promise<void> {
  await db.query({
    text: 'INSERT INTO operator_sessions (token_hash, operator_id, created_at, last_used_at) VALUES ($1, $2, $3, $3)',
    values: [session.token_hash, session.operator_id, session.now],
  })
}

export type OperatorCallerRow = Omit<OperatorRow, 'password_hash'> & { last_used_at: Date }

/** Who holds a session that was used since `usedAfter` and made since `madeAfter`. */
export async function findOperatorCaller(
  db: Queryable,
  tokenHash: Buffer,
  { usedAfter, madeAfter }: { usedAfter: Date; madeAfter: Date },
): Promise<OperatorCallerRow | undefined> {
  const { rows } = await db.query<OperatorCallerRow>({
    name: 'operators.caller',
    text: `SELECT o.id, o.name, o.email, o.role, s.last_used_at
      FROM operator_sessions s JOIN operators o ON o.id = s.operator_id
      WHERE s.token_hash = $1 AND s.last_used_at > $2 AND s.created_at > $3`,
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

export async function deleteDeadOperatorSessions(
  db: Queryable,
  { usedAfter, madeAfter }: { usedAfter: Date; madeAfter: Date },
): Promise<void> {
  await db.query({
    text: 'DELETE FROM operator_sessions WHERE last_used_at <= $1 OR created_at <= $2',
    values: [usedAfter, madeAfter],
  })
}
