import type { Language } from '@stampus/contract/values/languages'
import type { Queryable } from '../../../platform/db/database.ts'
import { UNKNOWN_PASSWORD } from '../../../platform/security/passwords.ts'
import { IS_LIVE, USER_COLUMNS, type UserRow } from '../accounts.store.ts'

export type NewRegistration = {
  name: string
  email: string
  email_key: string
  password_hash: string
  link_nonce: string
  /** The client address that it came from, or null where that is unknown. */
  registered_from: string | null
  language: Language | null
  now: Date
}

/** A registration: an account that is not verified yet. */
export type RegistrationRow = UserRow & { registered_from: string | null }

// Any number that no other advisory lock uses.
const ADDRESS_LOCK = 7_266_839

/**
 * Locks an address until the transaction ends, so that registering, verifying and changing to it run one after the other.
 * Lock it before the row of any account.
 */
export async function lockAddress(tx: Queryable, emailKey: string): Promise<void> {
  await tx.query({ text: 'SELECT pg_advisory_xact_lock($1, hashtext($2))', values: [ADDRESS_LOCK, emailKey] })
}

export async function addRegistration(tx: Queryable, given: NewRegistration): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    text: `INSERT INTO users (name, email, email_key, password_hash, link_nonce, registered_from, language, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    values: [
      given.name,
      given.email,
      given.email_key,
      given.password_hash,
      given.link_nonce,
      given.registered_from,
      given.language,
      given.now,
    ],
  })
  const [row] = rows
  if (!row) throw new Error('The registration was not written')
  return row.id
}

/** The live registrations of an address, the oldest first. */
export async function listRegistrations(db: Queryable, emailKey: string): Promise<RegistrationRow[]> {
  const { rows } = await db.query<RegistrationRow>({
    text: `SELECT ${USER_COLUMNS}, u.registered_from FROM users u
      WHERE u.email_key = $1 AND u.email_verified_at IS NULL AND ${IS_LIVE} ORDER BY u.id`,
    values: [emailKey],
  })
  return rows
}

/** True for an account `u` with ledger entries. */
const HAS_ENTRIES = 'EXISTS (SELECT FROM ledger_entries l WHERE l.user_id = u.id)'

/** Whether an unverified account of the address has stamps (managers could once give them). Its address stays reserved. */
export async function hasStamps(db: Queryable, emailKey: string): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `SELECT FROM users u WHERE u.email_key = $1 AND u.email_verified_at IS NULL AND ${HAS_ENTRIES}`,
    values: [emailKey],
  })
  return rowCount !== 0
}

/**
 * The account of a verification link, also one that was replaced while its link works. `locked` locks its row until the
 * transaction ends.
 */
export async function findLinkHolder(db: Queryable, id: number, lock?: 'locked'): Promise<UserRow | undefined> {
  const clause = lock ? 'FOR NO KEY UPDATE OF u' : ''
  const { rows } = await db.query<UserRow>({
    text: `SELECT ${USER_COLUMNS} FROM users u WHERE u.id = $1 AND u.deleted_at IS NULL ${clause}`,
    values: [id],
  })
  return rows[0]
}

/** Stores that a verification link is mailed now. False if the registration was verified or deleted. */
export async function saveLinkMailed(db: Queryable, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `UPDATE users u SET link_mailed_at = $2 WHERE u.id = $1 AND u.email_verified_at IS NULL AND ${IS_LIVE}`,
    values: [id, now],
  })
  return rowCount === 1
}

/** The password of a registration once it is verified: its own, none (its own becomes void), or a new one. */
export type VerifiedPassword = 'own' | 'none' | { hash: string }

/** Verifies a registration, also one that was replaced. */
export async function verifyRegistration(
  tx: Queryable,
  id: number,
  password: VerifiedPassword,
  now: Date,
): Promise<void> {
  const isVoided = password === 'none'
  const hash = isVoided ? UNKNOWN_PASSWORD : password === 'own' ? null : password.hash
  await tx.query({
    text: `UPDATE users SET email_verified_at = $2::timestamptz, retired_at = NULL, registered_from = NULL,
        voided_password_hash = CASE WHEN $4::boolean THEN password_hash END, password_voided_at = CASE WHEN $4::boolean THEN $2::timestamptz END,
        password_hash = coalesce($3::text, password_hash)
      WHERE id = $1`,
    values: [id, now, hash, isVoided],
  })
}

/** True for an account `u` that can be deleted, because no permanent record names it. */
const IS_DISPOSABLE = `u.email_verified_at IS NULL AND NOT ${HAS_ENTRIES}
  AND NOT EXISTS (SELECT FROM suspensions x WHERE x.user_id = u.id)`

/**
 * Ends registrations with their sessions, passwords and reset links. A row stays, marked as retired, while a link mailed for it
 * after `linksSince` works.
 */
export async function retireRegistrations(
  tx: Queryable,
  ids: number[],
  { now, linksSince }: { now: Date; linksSince: Date },
) {
  if (ids.length === 0) return
  await tx.query({
    text: `DELETE FROM users u WHERE u.id = ANY($1) AND ${IS_DISPOSABLE}
      AND (u.link_mailed_at IS NULL OR u.link_mailed_at < $2)`,
    values: [ids, linksSince],
  })
  for (const table of ['sessions', 'trusted_devices', 'password_resets'])
    await tx.query({ text: `DELETE FROM ${table} WHERE user_id = ANY($1)`, values: [ids] })
  await tx.query({
    text: `UPDATE users SET retired_at = $2, password_hash = $3, registered_from = NULL WHERE id = ANY($1)`,
    values: [ids, now, UNKNOWN_PASSWORD],
  })
}

/** Deletes registrations made before `olderThan`, and replaced ones whose links were mailed before `linksSince`. */
export async function deleteOldRegistrations(
  db: Queryable,
  { olderThan, linksSince }: { olderThan: Date; linksSince: Date },
): Promise<number> {
  const { rowCount } = await db.query({
    text: `DELETE FROM users u WHERE ${IS_DISPOSABLE} AND (u.created_at < $1
      OR (u.retired_at IS NOT NULL AND coalesce(u.link_mailed_at, u.retired_at) < $2))`,
    values: [olderThan, linksSince],
  })
  return rowCount ?? 0
}

/** Deletes passwords that were voided before `older`. */
export async function deleteVoidedPasswords(db: Queryable, older: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: `UPDATE users SET voided_password_hash = NULL, password_voided_at = NULL WHERE password_voided_at < $1`,
    values: [older],
  })
  return rowCount ?? 0
}
