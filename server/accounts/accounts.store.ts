import type { Queryable } from '../db/database.ts'
import { violatesUnique } from '../db/violation.ts'

/** A member with what the answers and the rules of accounts need. */
export type UserRow = {
  id: number
  name: string
  email: string
  password_hash: string
  email_verified_at: Date | null
  link_nonce: string
  pending_email: string | null
  avatar_key: string | null
  avatar_placeholder: string | null
  created_at: Date
  suspended: boolean
}

const COLUMNS = `u.id, u.name, u.email, u.password_hash, u.email_verified_at, u.link_nonce, u.pending_email, u.avatar_key,
  u.avatar_placeholder, u.created_at,
  EXISTS (SELECT FROM suspensions x WHERE x.user_id = u.id AND x.ended_at IS NULL) AS suspended`

/** A member, unless the account was deleted. */
export async function findUser(db: Queryable, id: number): Promise<UserRow | undefined> {
  const { rows } = await db.query<UserRow>({
    name: 'accounts.find',
    text: `SELECT ${COLUMNS} FROM users u WHERE u.id = $1 AND u.deleted_at IS NULL`,
    values: [id],
  })
  return rows[0]
}

/** As `findUser`; holds the row until the transaction ends. */
export async function lockUser(db: Queryable, id: number): Promise<UserRow | undefined> {
  const { rows } = await db.query<UserRow>({
    text: `SELECT ${COLUMNS} FROM users u WHERE u.id = $1 AND u.deleted_at IS NULL FOR NO KEY UPDATE OF u`,
    values: [id],
  })
  return rows[0]
}

/** Whether an account belongs to an operator: by the address they sign in with, or by another of theirs (D-50). */
export async function isOwnAccount(db: Queryable, operatorId: number, id: number): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `SELECT FROM users u WHERE u.id = $2 AND u.email_key IN (SELECT email_key FROM operators WHERE id = $1
      UNION ALL SELECT email_key FROM operator_addresses WHERE operator_id = $1)`,
    values: [operatorId, id],
  })
  return rowCount === 1
}

/** The member of an address in the form of `emailKey`, unless the account was deleted. */
export async function findUserByKey(db: Queryable, emailKey: string): Promise<UserRow | undefined> {
  const { rows } = await db.query<UserRow>({
    name: 'accounts.find-by-key',
    text: `SELECT ${COLUMNS} FROM users u WHERE u.email_key = $1 AND u.deleted_at IS NULL`,
    values: [emailKey],
  })
  return rows[0]
}

export type NewUser = {
  name: string
  email: string
  email_key: string
  password_hash: string
  link_nonce: string
  now: Date
}

/** Holds for a member `u` who has entries in the ledger: it is never edited, and nobody else takes them over. */
const HAS_ENTRIES = 'EXISTS (SELECT FROM ledger_entries l WHERE l.user_id = u.id)'

/** Makes an account, or makes an unverified one without stamps anew (D-20); undefined when another one has the address. */
export async function addUser(db: Queryable, user: NewUser): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number }>({
    text: `INSERT INTO users AS u (name, email, email_key, password_hash, link_nonce, created_at)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (email_key) DO UPDATE SET name = excluded.name, email = excluded.email,
        password_hash = excluded.password_hash, link_nonce = excluded.link_nonce, created_at = excluded.created_at
      WHERE u.email_verified_at IS NULL AND NOT ${HAS_ENTRIES}
      RETURNING id`,
    values: [user.name, user.email, user.email_key, user.password_hash, user.link_nonce, user.now],
  })
  return rows[0]?.id
}

export async function setVerified(db: Queryable, id: number, now: Date): Promise<void> {
  await db.query({ text: 'UPDATE users SET email_verified_at = $2 WHERE id = $1', values: [id, now] })
}

/** Puts a waiting address in force; its link has proved it. False when somebody registered it a moment ago. */
export async function putPendingEmailInForce(db: Queryable, id: number, key: string, now: Date): Promise<boolean> {
  try {
    await db.query({
      text: `UPDATE users SET email = pending_email, email_key = $2, pending_email = NULL, email_verified_at = $3
        WHERE id = $1`,
      values: [id, key, now],
    })
    return true
  } catch (fault) {
    if (violatesUnique(fault, 'users_email_key_key')) return false
    throw fault
  }
}

/** Another account that has this address, or undefined. */
export async function findOtherHolder(db: Queryable, emailKey: string, id: number): Promise<UserRow | undefined> {
  const { rows } = await db.query<UserRow>({
    text: `SELECT ${COLUMNS} FROM users u WHERE u.email_key = $1 AND u.id <> $2`,
    values: [emailKey, id],
  })
  return rows[0]
}

/** Holds for an account `u` that was never verified; a suspension and what stands in the ledger are kept, and so is theirs. */
const IS_DISPOSABLE = `u.email_verified_at IS NULL AND NOT ${HAS_ENTRIES}
  AND NOT EXISTS (SELECT FROM suspensions x WHERE x.user_id = u.id)`

/** Deletes an account that was never verified; false when there is none to delete. */
export async function deleteUnverified(db: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `DELETE FROM users u WHERE u.id = $1 AND ${IS_DISPOSABLE}`,
    values: [id],
  })
  return rowCount === 1
}

/** What a profile form changes; `undefined` leaves a column as it is. */
export type ProfileChange = {
  name: string
  password_hash?: string | undefined
  pending_email?: string | null | undefined
  link_nonce?: string | undefined
  avatar?: { key: string; placeholder: string } | undefined
}

export async function changeProfile(db: Queryable, id: number, change: ProfileChange): Promise<void> {
  const { name, password_hash, pending_email, link_nonce, avatar } = change
  await db.query({
    text: `UPDATE users SET name = $2, password_hash = coalesce($3, password_hash), link_nonce = coalesce($4, link_nonce),
        avatar_key = coalesce($5, avatar_key), avatar_placeholder = coalesce($6, avatar_placeholder),
        pending_email = CASE WHEN $7 THEN $8 ELSE pending_email END
      WHERE id = $1`,
    values: [
      id,
      name,
      password_hash,
      link_nonce,
      avatar?.key,
      avatar?.placeholder,
      pending_email !== undefined,
      pending_email,
    ],
  })
}

/** Takes a member's picture away. */
export async function clearAvatar(db: Queryable, id: number): Promise<void> {
  await db.query({
    text: 'UPDATE users SET avatar_key = NULL, avatar_placeholder = NULL WHERE id = $1',
    values: [id],
  })
}

/** Remembers from where to where an address is to change; answers the id that the mails about it go by. */
export async function addEmailChange(
  db: Queryable,
  change: { user_id: number; old_email: string; new_email: string; now: Date },
): Promise<number> {
  const { rows } = await db.query<{ id: number }>({
    text: 'INSERT INTO email_changes (user_id, old_email, new_email, created_at) VALUES ($1, $2, $3, $4) RETURNING id',
    values: [change.user_id, change.old_email, change.new_email, change.now],
  })
  return Number(rows[0]?.id)
}

export type EmailChangeRow = { user_id: number; old_email: string; new_email: string }

export async function findEmailChange(db: Queryable, id: number): Promise<EmailChangeRow | undefined> {
  const { rows } = await db.query<EmailChangeRow>({
    text: 'SELECT user_id, old_email, new_email FROM email_changes WHERE id = $1',
    values: [id],
  })
  return rows[0]
}

/** Deletes accounts never verified and what is remembered of changed addresses, both from before `older`. */
export async function deleteOlder(db: Queryable, older: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: `DELETE FROM users u WHERE u.created_at < $1 AND ${IS_DISPOSABLE}`,
    values: [older],
  })
  await db.query({ text: 'DELETE FROM email_changes WHERE created_at < $1', values: [older] })
  return rowCount ?? 0
}

/** Gives up addresses that wait for a link which has expired. */
export async function dropStalePendingEmails(db: Queryable, linksOlderThan: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: `UPDATE users u SET pending_email = NULL WHERE u.pending_email IS NOT NULL
      AND NOT EXISTS (SELECT FROM email_changes c WHERE c.user_id = u.id AND c.created_at >= $1)`,
    values: [linksOlderThan],
  })
  return rowCount ?? 0
}
