import type { Role } from '@stampus/contract/console/operators'
import type { ActionOf } from '@stampus/contract/values/auditActions'
import type { Language } from '@stampus/contract/values/languages'
import { type Change, recordAudit } from '../../platform/audit/audit.store.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { LiveSince } from '../../platform/sessions/sessions.store.ts'
import { APPS, type App, type StaffRole } from './apps.ts'

/** An account that was not removed, as one app knows it. `password_hash` is null until it has set a password. */
export type StaffRow = {
  id: number
  name: string
  email: string
  email_key: string
  language: Language
  password_hash: string | null
  version: number
  role: StaffRole
}

const TABLES = {
  console: { staff: 'operators', language: "'en' AS language", role: 'role' },
  counter: { staff: 'owners', language: 'language', role: "'owner' AS role" },
} as const

function accounts(app: App): string {
  const { staff, language, role } = TABLES[app]
  return `SELECT id, name, email, email_key, ${language}, password_hash, version, ${role} FROM ${staff} WHERE removed_at IS NULL`
}

export async function findStaffByKey(db: Queryable, app: App, emailKey: string): Promise<StaffRow | undefined> {
  const { rows } = await db.query<StaffRow>({ text: `${accounts(app)} AND email_key = $1`, values: [emailKey] })
  return rows[0]
}

export async function findStaff(db: Queryable, app: App, id: number): Promise<StaffRow | undefined> {
  const { rows } = await db.query<StaffRow>({ text: `${accounts(app)} AND id = $1`, values: [id] })
  return rows[0]
}

/** Locks an account against changes. Decisions of an operator are not blocked, because they lock only its key. */
export async function lockStaff(tx: Queryable, app: App, id: number): Promise<StaffRow | undefined> {
  const { rows } = await tx.query<StaffRow>({
    text: `${accounts(app)} AND id = $1 FOR NO KEY UPDATE`,
    values: [id],
  })
  return rows[0]
}

/**
 * Locks all managers and this operator, ordered by id. Of two changes at once, the second sees whether the first removed a
 * manager.
 */
export async function lockManagersAnd(tx: Queryable, id: number): Promise<StaffRow[]> {
  const { rows } = await tx.query<StaffRow>({
    text: `${accounts('console')} AND (role = 'manager' OR id = $1) ORDER BY id FOR NO KEY UPDATE`,
    values: [id],
  })
  return rows
}

type StaffSessionRow = Pick<StaffRow, 'id' | 'name' | 'email' | 'language' | 'role'> & {
  last_used_at: Date
  has_second_factor: boolean
}

const SESSIONS = {
  console: `SELECT o.id, o.name, o.email, 'en' AS language, o.role, s.last_used_at, f.added_at IS NOT NULL AS has_second_factor
    FROM operator_sessions s JOIN operators o ON o.id = s.operator_id LEFT JOIN second_factors f ON f.operator_id = o.id`,
  counter: `SELECT o.id, o.name, o.email, o.language, 'owner' AS role, s.last_used_at, f.added_at IS NOT NULL AS has_second_factor
    FROM owner_sessions s JOIN owners o ON o.id = s.owner_id LEFT JOIN owner_second_factors f ON f.owner_id = o.id`,
}

/** The account that holds a live session of an app. */
export async function findStaffSession(
  db: Queryable,
  app: App,
  tokenHash: Buffer,
  { usedAfter, madeAfter }: LiveSince,
): Promise<StaffSessionRow | undefined> {
  const { rows } = await db.query<StaffSessionRow>({
    name: `staff.caller.${app}`,
    text: `${SESSIONS[app]}
      WHERE s.token_hash = $1 AND s.last_used_at > $2 AND s.created_at > $3 AND o.removed_at IS NULL`,
    values: [tokenHash, usedAfter, madeAfter],
  })
  return rows[0]
}

type NewOperator = Pick<StaffRow, 'name' | 'email' | 'email_key' | 'password_hash'> & {
  role: Role
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

type NewOwner = Pick<StaffRow, 'name' | 'email' | 'email_key' | 'language'> & { now: Date }

/** Adds an owner and returns the id; undefined if the address has an owner already. */
export async function insertOwner(tx: Queryable, owner: NewOwner): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO owners (name, email, email_key, language, created_at) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (email_key) WHERE removed_at IS NULL DO NOTHING RETURNING id`,
    values: [owner.name, owner.email, owner.email_key, owner.language, owner.now],
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

export async function updateOwner(
  tx: Queryable,
  id: number,
  given: { name: string; language: Language },
): Promise<void> {
  await tx.query({
    text: 'UPDATE owners SET name = $2, language = $3, version = version + 1 WHERE id = $1',
    values: [id, given.name, given.language],
  })
}

/** A manager's form from before must not undo the choice, so it counts as a new version. */
export async function saveOwnerLanguage(db: Queryable, id: number, language: Language): Promise<void> {
  await db.query({
    text: 'UPDATE owners SET language = $2, version = version + 1 WHERE id = $1 AND language <> $2',
    values: [id, language],
  })
}

export async function setPassword(tx: Queryable, app: App, id: number, hash: string): Promise<void> {
  await tx.query({ text: `UPDATE ${TABLES[app].staff} SET password_hash = $2 WHERE id = $1`, values: [id, hash] })
}

export async function saveLastSeen(db: Queryable, app: App, id: number, now: Date): Promise<void> {
  await db.query({
    name: `staff.seen.${app}`,
    text: `UPDATE ${TABLES[app].staff} SET last_seen_at = $2 WHERE id = $1`,
    values: [id, now],
  })
}

/**
 * Marks an account as removed; decisions and the audit log keep naming it. The address of an owner is deleted, that of an operator
 * still tells which members are close to their decisions.
 */
export async function markRemoved(tx: Queryable, app: App, id: number, now: Date): Promise<void> {
  const address = app === 'counter' ? ", email = 'removed-' || id, email_key = 'removed-' || id" : ''
  await tx.query({
    text: `UPDATE ${TABLES[app].staff} SET removed_at = $2, password_hash = NULL, version = version + 1${address} WHERE id = $1`,
    values: [id, now],
  })
}

type StaffAudit = {
  /** The account that the entry is about. */
  id: number
  action: ActionOf<'operator' | 'owner'>
  at: Date
  /** The manager who acted, or null for the command line. Without one, the account itself did. */
  managerId?: number | null
  fields?: string[]
  changes?: Change[]
}

/** Adds an entry about an account to the audit log. */
export async function recordStaffAudit(tx: Queryable, app: App, entry: StaffAudit): Promise<void> {
  const { id, action, at, managerId, changes } = entry
  const changedFields = entry.fields ?? changes?.map(({ field }) => field) ?? []
  const itself = app === 'console' ? { operatorId: id } : { operatorId: null, ownerId: id }
  const actor = managerId === undefined ? itself : { operatorId: managerId }
  const subject = { subjectKind: APPS[app].person, subjectId: id, changedFields, ...(changes && { changes }) }
  await recordAudit(tx, { ...actor, action, ...subject, at })
}
