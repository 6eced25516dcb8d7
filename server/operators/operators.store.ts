import type { Role } from '@stampus/contract/operators'
import type { Queryable } from '../db/database.ts'

/** An operator who was not removed. Without `password_hash` they have not opened their link yet. */
export type OperatorRow = {
  id: number
  name: string
  email: string
  role: Role
  password_hash: string | null
  version: number
}

const COLUMNS = 'id, name, email, role, password_hash, version'

export async function findOperatorByKey(db: Queryable, emailKey: string): Promise<OperatorRow | undefined> {
  const { rows } = await db.query<OperatorRow>({
    text: `SELECT ${COLUMNS} FROM operators WHERE email_key = $1 AND removed_at IS NULL`,
    values: [emailKey],
  })
  return rows[0]
}

export async function findOperator(db: Queryable, id: number): Promise<OperatorRow | undefined> {
  const { rows } = await db.query<OperatorRow>({
    text: `SELECT ${COLUMNS} FROM operators WHERE id = $1 AND removed_at IS NULL`,
    values: [id],
  })
  return rows[0]
}

/** Holds an operator's row, so that nobody else changes or removes them meanwhile. Decisions go on: they hold its key alone. */
export async function lockOperator(tx: Queryable, id: number): Promise<OperatorRow | undefined> {
  const { rows } = await tx.query<OperatorRow>({
    text: `SELECT ${COLUMNS} FROM operators WHERE id = $1 AND removed_at IS NULL FOR NO KEY UPDATE`,
    values: [id],
  })
  return rows[0]
}

/**
 * Holds every manager and this operator, in one order. Who is changed by two at once is a manager no longer for the
 * second.
 */
export async function lockManagersAnd(tx: Queryable, id: number): Promise<OperatorRow[]> {
  const { rows } = await tx.query<OperatorRow>({
    text: `SELECT ${COLUMNS} FROM operators WHERE (role = 'manager' OR id = $1) AND removed_at IS NULL
      ORDER BY id FOR NO KEY UPDATE`,
    values: [id],
  })
  return rows
}

export type NewOperator = Pick<OperatorRow, 'name' | 'email' | 'role' | 'password_hash'> & {
  email_key: string
  now: Date
}

/** Answers the new id; undefined when the address has an operator already. */
export async function addOperatorRow(db: Queryable, operator: NewOperator): Promise<number | undefined> {
  const { name, email, email_key, password_hash, role, now } = operator
  const { rows } = await db.query<{ id: number }>({
    text: `INSERT INTO operators (name, email, email_key, password_hash, role, created_at) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (email_key) WHERE removed_at IS NULL DO NOTHING RETURNING id`,
    values: [name, email, email_key, password_hash, role, now],
  })
  return rows[0]?.id
}

export async function updateOperator(tx: Queryable, id: number, given: { name: string; role: Role }): Promise<void> {
  await tx.query({
    text: 'UPDATE operators SET name = $2, role = $3, version = version + 1 WHERE id = $1',
    values: [id, given.name, given.role],
  })
}

export async function setOperatorPassword(tx: Queryable, id: number, hash: string): Promise<void> {
  await tx.query({ text: 'UPDATE operators SET password_hash = $2 WHERE id = $1', values: [id, hash] })
}

export async function noteSeen(db: Queryable, id: number, now: Date): Promise<void> {
  await db.query({
    name: 'operators.seen',
    text: 'UPDATE operators SET last_seen_at = $2 WHERE id = $1',
    values: [id, now],
  })
}

/** The row stays for what the operator decided; nothing that they could sign in with does, and their receipts are free. */
export async function removeOperatorRow(tx: Queryable, id: number, now: Date): Promise<void> {
  await tx.query({
    text: 'UPDATE operators SET removed_at = $2, password_hash = NULL, version = version + 1 WHERE id = $1',
    values: [id, now],
  })
  for (const table of ['second_factors', 'operator_links', 'operator_device_marks', 'leases'])
    await tx.query({ text: `DELETE FROM ${table} WHERE operator_id = $1`, values: [id] })
}
