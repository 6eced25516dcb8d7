import type { Queryable } from '../../../platform/db/database.ts'
import { many, maybe, rowCount, run, some, value } from '../../../platform/db/query.ts'
import { insert, type Row, update } from '../../../platform/db/rows.ts'
import { raw, sql } from '../../../platform/db/sql.ts'
import { UNKNOWN_PASSWORD } from '../../../platform/security/passwords.ts'
import { IS_LIVE, USER_COLUMNS, type UserRow } from '../accounts.store.ts'

/** `registered_from` is the client address that it came from, or null where that is unknown. */
export type NewRegistration = { now: Date } & Row<
  'users',
  'name' | 'email' | 'email_key' | 'password_hash' | 'link_nonce' | 'registered_from' | 'language'
>

export type RegistrationRow = UserRow & { registered_from: string | null }

// Any number that no other advisory lock uses.
const ADDRESS_LOCK = 7_266_839

/** Makes registering, verifying and changing to an address take turns. Lock it before the row of any account. */
export const lockAddress = (tx: Queryable, emailKey: string) =>
  run(tx)`SELECT pg_advisory_xact_lock(${ADDRESS_LOCK}, hashtext(${emailKey}))`

export const addRegistration = (tx: Queryable, { now, ...given }: NewRegistration) =>
  value(tx)`${insert('users', { ...given, created_at: now })} RETURNING id`

export const listRegistrations = (db: Queryable, emailKey: string) =>
  many<RegistrationRow>(db)`
    SELECT ${USER_COLUMNS}, u.registered_from FROM users u
    WHERE u.email_key = ${emailKey} AND u.email_verified_at IS NULL AND ${IS_LIVE} ORDER BY u.id`

const HAS_ENTRIES = sql`EXISTS (SELECT FROM ledger_entries l WHERE l.user_id = u.id)`

/** Whether an unverified account has stamps (managers could once give them). Its address stays reserved. */
export const hasStamps = (db: Queryable, emailKey: string) =>
  some(db)`
    SELECT FROM users u WHERE u.email_key = ${emailKey} AND u.email_verified_at IS NULL AND ${HAS_ENTRIES}`

/** The account of a verification link, also one that was replaced while its link works. */
export const findLinkHolder = (db: Queryable, id: number, lock?: 'locked') =>
  maybe<UserRow>(db)`
    SELECT ${USER_COLUMNS} FROM users u WHERE u.id = ${id} AND u.deleted_at IS NULL
    ${raw(lock ? 'FOR NO KEY UPDATE OF u' : '')}`

/** Stores that a verification link is mailed now. False if the registration was verified or deleted. */
export const saveLinkMailed = (db: Queryable, id: number, now: Date) =>
  some(db)`
    UPDATE users u SET link_mailed_at = ${now} WHERE u.id = ${id} AND u.email_verified_at IS NULL AND ${IS_LIVE}`

/** The password of a registration once it is verified: its own, none (its own becomes void), or a new one. */
export type VerifiedPassword = 'own' | 'none' | { hash: string }

export function verifyRegistration(tx: Queryable, id: number, password: VerifiedPassword, now: Date): Promise<void> {
  const passwords =
    password === 'none'
      ? { voided_password_hash: sql`password_hash`, password_voided_at: now, password_hash: UNKNOWN_PASSWORD }
      : {
          voided_password_hash: null,
          password_voided_at: null,
          ...(password !== 'own' && { password_hash: password.hash }),
        }
  const verified = { email_verified_at: now, retired_at: null, registered_from: null, ...passwords }
  return run(tx)`${update('users', verified)} WHERE id = ${id}`
}

/** True for an account `u` that can be deleted, because no permanent record names it. */
const IS_DISPOSABLE = sql`u.email_verified_at IS NULL AND NOT ${HAS_ENTRIES}
  AND NOT EXISTS (SELECT FROM suspensions x WHERE x.user_id = u.id)`

type Since = { now: Date; linksSince: Date }

/** Ends registrations. A row stays, marked as retired, while a link mailed after `linksSince` works. */
export async function retireRegistrations(tx: Queryable, ids: number[], { now, linksSince }: Since): Promise<void> {
  if (ids.length === 0) return
  await run(tx)`
    DELETE FROM users u WHERE u.id = ANY(${ids}) AND ${IS_DISPOSABLE}
      AND (u.link_mailed_at IS NULL OR u.link_mailed_at < ${linksSince})`
  for (const table of ['sessions', 'trusted_devices', 'password_resets'])
    await run(tx)`DELETE FROM ${raw(table)} WHERE user_id = ANY(${ids})`
  const retired = { retired_at: now, password_hash: UNKNOWN_PASSWORD, registered_from: null }
  await run(tx)`${update('users', retired)} WHERE id = ANY(${ids})`
}

export const deleteOldRegistrations = (db: Queryable, since: { olderThan: Date; linksSince: Date }) =>
  rowCount(db)`
    DELETE FROM users u WHERE ${IS_DISPOSABLE} AND (u.created_at < ${since.olderThan}
      OR (u.retired_at IS NOT NULL AND coalesce(u.link_mailed_at, u.retired_at) < ${since.linksSince}))`

export const deleteVoidedPasswords = (db: Queryable, older: Date) =>
  rowCount(db)`
    UPDATE users SET voided_password_hash = NULL, password_voided_at = NULL WHERE password_voided_at < ${older}`
