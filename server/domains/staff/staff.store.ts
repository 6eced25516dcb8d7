import type { Role } from '@stampus/contract/console/operators'
import type { ActionOf } from '@stampus/contract/values/auditActions'
import type { Language } from '@stampus/contract/values/languages'
import { type Change, recordAudit } from '../../platform/audit/audit.store.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { many, maybe, maybeValue, run, value } from '../../platform/db/query.ts'
import { insert, update } from '../../platform/db/rows.ts'
import { parameter, raw, sql } from '../../platform/db/sql.ts'
import type { LiveSince } from '../../platform/sessions/sessions.store.ts'
import { APPS, type App, type StaffRole } from './apps.ts'

export type StaffRow = {
  id: number
  name: string
  email: string
  email_key: string
  language: Language
  /** The password of this app: null until one was set. */
  password_hash: string | null
  version: number
  /** What it is in the console now; `owner` if it may only use the counter. */
  role: StaffRole
  is_owner: boolean
}

const IS_OPERATOR = sql`(s.role <> 'owner' AND s.console_removed_at IS NULL)`
const IS_OWNER = sql`(s.is_owner AND s.counter_removed_at IS NULL)`
export const MAY_USE = { console: IS_OPERATOR, counter: IS_OWNER }
export const ROLE = sql`CASE WHEN ${IS_OPERATOR} THEN s.role ELSE 'owner' END AS role`

const accounts = (app: App) => sql`SELECT s.id, s.name, s.email, s.email_key, s.language,
    s.${raw(app)}_password_hash AS password_hash, s.version, ${ROLE}, ${IS_OWNER} AS is_owner
  FROM staff s WHERE ${MAY_USE[app]}`

export const findStaffByKey = (db: Queryable, app: App, emailKey: string) =>
  maybe<StaffRow>(db)`${accounts(app)} AND s.email_key = ${emailKey}`

export const findStaff = (db: Queryable, app: App, id: number) => maybe<StaffRow>(db)`${accounts(app)} AND s.id = ${id}`

/** Locks an account against changes. Decisions of an operator are not blocked, because they lock only its key. */
export const lockStaff = (tx: Queryable, app: App, id: number) =>
  maybe<StaffRow>(tx)`${accounts(app)} AND s.id = ${id} FOR NO KEY UPDATE`

/** Ordered by id. Of two changes at once, the second sees whether the first removed a manager. */
export const lockManagersAnd = (tx: Queryable, id: number) =>
  many<StaffRow>(tx)`${accounts('console')} AND (s.role = 'manager' OR s.id = ${id}) ORDER BY s.id FOR NO KEY UPDATE`

type StaffSessionRow = Pick<StaffRow, 'id' | 'name' | 'email' | 'language' | 'role'> & {
  last_used_at: Date
  has_second_factor: boolean
}

export const findStaffSession = (db: Queryable, app: App, tokenHash: Buffer, { usedAfter, madeAfter }: LiveSince) =>
  maybe<StaffSessionRow>(db, `staff.caller.${app}`)`
    SELECT s.id, s.name, s.email, s.language, ${ROLE}, e.last_used_at, f.added_at IS NOT NULL AS has_second_factor
    FROM staff_sessions e JOIN staff s ON s.id = e.staff_id LEFT JOIN staff_second_factors f ON f.staff_id = s.id
    WHERE e.token_hash = ${tokenHash} AND e.app = ${app} AND e.last_used_at > ${usedAfter} AND e.created_at > ${madeAfter}
      AND ${MAY_USE[app]}`

type NewOperator = Pick<StaffRow, 'name' | 'email' | 'email_key' | 'password_hash'> & {
  role: Role
  now: Date
  /** The manager who adds them; null for the command line. */
  grantedBy: number | null
}

/** SQL, after `INSERT INTO staff AS s`: what to change if the address has an account already. */
const IF_KNOWN = sql`ON CONFLICT (email_key) WHERE is_active DO UPDATE SET version = s.version + 1,`

/** An owner with this address becomes one too, with a password to come. Undefined if there is such an operator. */
export function insertOperator(db: Queryable, operator: NewOperator): Promise<number | undefined> {
  const { name, email, email_key, password_hash, role, now, grantedBy } = operator
  const at = parameter(now)
  return maybeValue(db)`WITH added AS (
      INSERT INTO staff AS s (name, email, email_key, console_password_hash, role, created_at)
      VALUES (${name}, ${email}, ${email_key}, ${password_hash}, ${role}, ${at}::timestamptz)
      ${IF_KNOWN} name = excluded.name, role = excluded.role, console_password_hash = excluded.console_password_hash,
        console_seen_at = NULL, console_removed_at = NULL
      WHERE NOT ${IS_OPERATOR} RETURNING s.id, s.role)
    INSERT INTO operator_grants (operator_id, role, granted_by, created_at)
    SELECT id, role, ${grantedBy}::bigint, ${at}::timestamptz FROM added RETURNING operator_id`
}

type NewOwner = Pick<StaffRow, 'name' | 'email' | 'email_key' | 'language'> & { now: Date }

/** An operator with this address becomes one too and keeps the name. Undefined if the address has an owner already. */
export const insertOwner = (tx: Queryable, { name, email, email_key, language, now }: NewOwner) =>
  maybeValue(tx)`INSERT INTO staff AS s (name, email, email_key, language, role, is_owner, created_at)
    VALUES (${name}, ${email}, ${email_key}, ${language}, 'owner', true, ${now})
    ${IF_KNOWN} language = excluded.language, is_owner = true, counter_password_hash = NULL, counter_seen_at = NULL,
      counter_removed_at = NULL
    WHERE NOT ${IS_OWNER} RETURNING s.id`

/** Changes what managers may change of an account: of an operator the role, of an owner the language. */
export const updateStaff = (tx: Queryable, id: number, given: { name: string; role?: Role; language?: Language }) =>
  run(tx)`${update('staff', { ...given, version: sql`version + 1` })} WHERE id = ${id}`

export const saveRoleChange = (
  tx: Queryable,
  { id, role, was, by, at }: { id: number; role: Role; was: Role; by: number; at: Date },
) =>
  run(tx)`${insert('operator_grants', { operator_id: id, role, previous_role: was, granted_by: by, created_at: at })}`

/** A manager's form from before must not undo the choice, so it counts as a new version. */
export function saveLanguage(db: Queryable, id: number, given: Language): Promise<void> {
  const language = parameter(given)
  return run(
    db,
  )`UPDATE staff SET language = ${language}, version = version + 1 WHERE id = ${id} AND language <> ${language}`
}

export const setPassword = (tx: Queryable, app: App, id: number, hash: string) =>
  run(tx)`UPDATE staff SET ${raw(app)}_password_hash = ${hash} WHERE id = ${id}`

export const saveLastSeen = (db: Queryable, app: App, id: number, now: Date) =>
  run(db, `staff.seen.${app}`)`UPDATE staff SET ${raw(app)}_seen_at = ${now} WHERE id = ${id}`

/** An owner's address is deleted, an operator's still shows who was close. Returns whether the other app stays. */
export const markRemoved = (tx: Queryable, app: App, id: number, now: Date) =>
  value<boolean>(
    tx,
  )`UPDATE staff SET ${raw(app)}_removed_at = ${now}, ${raw(app)}_password_hash = NULL, version = version + 1,
      email = CASE role WHEN 'owner' THEN 'removed-' || id ELSE email END,
      email_key = CASE role WHEN 'owner' THEN 'removed-' || id ELSE email_key END
    WHERE id = ${id} RETURNING is_active`

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

export async function recordStaffAudit(tx: Queryable, app: App, entry: StaffAudit): Promise<void> {
  const { id, action, at, managerId, changes } = entry
  const changedFields = entry.fields ?? changes?.map(({ field }) => field) ?? []
  const itself = app === 'console' ? { operatorId: id } : { operatorId: null, ownerId: id }
  const actor = managerId === undefined ? itself : { operatorId: managerId }
  const subject = { subjectKind: APPS[app].person, subjectId: id, changedFields, ...(changes && { changes }) }
  await recordAudit(tx, { ...actor, action, ...subject, at })
}
