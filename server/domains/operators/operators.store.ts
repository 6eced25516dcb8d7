import type { Role } from '@stampus/contract/console/operators'
import type { ActionOf } from '@stampus/contract/values/auditActions'
import { type Change, recordAudit } from '../../platform/audit/audit.store.ts'
import type { Queryable } from '../../platform/db/database.ts'

/** An operator who was not removed. `password_hash` is null until they have set a password. */
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

/** Locks an operator's row against changes. Decisions are not blocked, because they lock only its key. */
export async function lockOperator(tx: Queryable, id: number): Promise<OperatorRow | undefined> {
  const { rows } = await tx.query<OperatorRow>({
    text: `SELECT ${COLUMNS} FROM operators WHERE id = $1 AND removed_at IS NULL FOR NO KEY UPDATE`,
    values: [id],
  })
  return rows[0]
}

/**
 * Locks all managers and this operator, ordered by id. Of two changes at once, the second sees whether the first removed a
 * manager.
 */
export async function lockManagersAnd(tx: Queryable, id: number): Promise<OperatorRow[]> {
  const { rows } = await tx.query<OperatorRow>({
    text: `SELECT ${COLUMNS} FROM operators WHERE (role = 'manager' OR id = $1) AND removed_at IS NULL
      ORDER BY id FOR NO KEY UPDATE`,
    values: [id],
  })
  return rows
}

type NewOperator = Pick<OperatorRow, 'name' | 'email' | 'role' | 'password_hash'> & {
  email_key: string
  now: Date
  /** The manager who adds them; null for the command line. */
  grantedBy: number | null
}

/** Adds an operator and who granted the role. Returns the new id; undefined if the address has an operator already. */
export async function insertOperator(db: Queryable, operator: NewOperator): Promise<number | undefined> {
  const { name, email, email_key, password_hash, role, now, grantedBy } = operator
  const { rows } = await db.query<{ id: number }>({
    text: `WITH added AS (
        INSERT INTO operators (name, email, email_key, password_hash, role, created_at) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (email_key) WHERE removed_at IS NULL DO NOTHING RETURNING id, role, created_at)
      INSERT INTO operator_grants (operator_id, role, granted_by, created_at)
      SELECT id, role, $7, created_at FROM added RETURNING operator_id AS id`,
    values: [name, email, email_key, password_hash, role, now, grantedBy],
  })
  return rows[0]?.id
}

export async function updateOperator(tx: Queryable, id: number, given: { name: string; role: Role }): Promise<void> {
  await tx.query({
    text: 'UPDATE operators SET name = $2, role = $3, version = version + 1 WHERE id = $1',
    values: [id, given.name, given.role],
  })
}

/** Stores a change of role. */
export async function saveRoleChange(
  tx: Queryable,
  { id, role, was, by, at }: { id: number; role: Role; was: Role; by: number; at: Date },
): Promise<void> {
  await tx.query({
    text: `INSERT INTO operator_grants (operator_id, role, previous_role, granted_by, created_at)
      VALUES ($1, $2, $3, $4, $5)`,
    values: [id, role, was, by, at],
  })
}

export async function setOperatorPassword(tx: Queryable, id: number, hash: string): Promise<void> {
  await tx.query({ text: 'UPDATE operators SET password_hash = $2 WHERE id = $1', values: [id, hash] })
}

export async function saveLastSeen(db: Queryable, id: number, now: Date): Promise<void> {
  await db.query({
    name: 'operators.seen',
    text: 'UPDATE operators SET last_seen_at = $2 WHERE id = $1',
    values: [id, now],
  })
}

/**
 * Marks an operator as removed. The row stays, because decisions refer to it; everything they could sign in with is deleted.
 */
export async function markOperatorRemoved(tx: Queryable, id: number, now: Date): Promise<void> {
  await tx.query({
    text: 'UPDATE operators SET removed_at = $2, password_hash = NULL, version = version + 1 WHERE id = $1',
    values: [id, now],
  })
  for (const table of ['second_factors', 'operator_links', 'operator_unlocks', 'operator_trusted_devices'])
    await tx.query({ text: `DELETE FROM ${table} WHERE operator_id = $1`, values: [id] })
}

type OperatorAudit = {
  /** The operator who acted; null for the command line. */
  actorId: number | null
  action: ActionOf<'operator'>
  /** The operator who was acted on. */
  operatorId: number
  at: Date
  fields?: string[]
  changes?: Change[]
}

/** Adds an entry about an operator to the audit log. */
export async function recordOperatorAudit(tx: Queryable, entry: OperatorAudit): Promise<void> {
  const { actorId, action, operatorId, at, changes, fields } = entry
  const changedFields = fields ?? changes?.map(({ field }) => field) ?? []
  const subject = { subjectKind: 'operator', subjectId: operatorId, changedFields, ...(changes && { changes }) }
  await recordAudit(tx, { operatorId: actorId, action, ...subject, at })
}
