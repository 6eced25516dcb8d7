import type { Language } from '@stampus/contract/values/languages'
import type { Queryable } from '../../platform/db/database.ts'

/** A member as the accounts domain needs one. */
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
  /** The language of their mails, null if never chosen. */
  language: Language | null
  /** The password that a verification without any password made void, and when. */
  voided_password_hash: string | null
  password_voided_at: Date | null
  suspended: boolean
}

/** The columns of `UserRow`, for a query on `users u`. */
export const USER_COLUMNS = `u.id, u.name, u.email, u.password_hash, u.email_verified_at, u.link_nonce, u.pending_email,
  u.avatar_key, u.avatar_placeholder, u.created_at, u.language, u.voided_password_hash, u.password_voided_at,
  EXISTS (SELECT FROM suspensions x WHERE x.user_id = u.id AND x.ended_at IS NULL) AS suspended`

/** True for an account `u` that is neither deleted nor replaced by another registration of its address. */
export const IS_LIVE = 'u.deleted_at IS NULL AND u.retired_at IS NULL'

/** A live account. */
export async function findUser(db: Queryable, id: number): Promise<UserRow | undefined> {
  const { rows } = await db.query<UserRow>({
    name: 'accounts.find',
    text: `SELECT ${USER_COLUMNS} FROM users u WHERE u.id = $1 AND ${IS_LIVE}`,
    values: [id],
  })
  return rows[0]
}

/** As `findUser`. Locks the row until the transaction ends. */
export async function lockUser(db: Queryable, id: number): Promise<UserRow | undefined> {
  const { rows } = await db.query<UserRow>({
    name: 'accounts.lock',
    text: `SELECT ${USER_COLUMNS} FROM users u WHERE u.id = $1 AND ${IS_LIVE} FOR NO KEY UPDATE OF u`,
    values: [id],
  })
  return rows[0]
}

/** Whether an account belongs to an operator: it has or had their sign-in address or another address of theirs. */
export async function isOwnAccount(db: Queryable, operatorId: number, id: number): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'SELECT FROM own_accounts WHERE operator_id = $1 AND user_id = $2 LIMIT 1',
    values: [operatorId, id],
  })
  return rowCount === 1
}

/** The live accounts of an address in the form of `emailKey`: the verified one, or its registrations, the newest first. */
export async function findAccounts(db: Queryable, emailKey: string): Promise<UserRow[]> {
  const { rows } = await db.query<UserRow>({
    name: 'accounts.find-by-key',
    text: `SELECT ${USER_COLUMNS} FROM users u WHERE u.email_key = $1 AND ${IS_LIVE}
      ORDER BY u.email_verified_at IS NULL, u.id DESC`,
    values: [emailKey],
  })
  return rows
}

/** The verified account of an address, or undefined. */
export async function findVerifiedAccount(db: Queryable, emailKey: string): Promise<UserRow | undefined> {
  const [first] = await findAccounts(db, emailKey)
  return first?.email_verified_at ? first : undefined
}

/** New values of a member's row; `undefined` leaves a column as it is. */
type UserChange = {
  name: string
  password_hash?: string | undefined
  pending_email?: string | null | undefined
  link_nonce?: string | undefined
  avatar?: { key: string; placeholder: string } | undefined
}

export async function updateUser(db: Queryable, id: number, change: UserChange): Promise<void> {
  const { name, password_hash, pending_email, link_nonce, avatar } = change
  await db.query({
    text: `UPDATE users SET name = $2, password_hash = coalesce($3, password_hash),
        voided_password_hash = CASE WHEN $3::text IS NULL THEN voided_password_hash END,
        password_voided_at = CASE WHEN $3::text IS NULL THEN password_voided_at END,
        link_nonce = coalesce($4, link_nonce),
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

/** Stores another hash of the same password, unless the password has changed. */
export async function renewPassword(
  tx: Queryable,
  { id, password_hash }: Pick<UserRow, 'id' | 'password_hash'>,
  renewed: string,
): Promise<void> {
  await tx.query({
    text: 'UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2',
    values: [id, password_hash, renewed],
  })
}

export async function saveLanguage(db: Queryable, id: number, language: Language): Promise<void> {
  await db.query({
    text: 'UPDATE users SET language = $2 WHERE id = $1 AND deleted_at IS NULL AND language IS DISTINCT FROM $2',
    values: [id, language],
  })
}

/** Removes a member's picture. */
export async function clearAvatar(db: Queryable, id: number): Promise<void> {
  await db.query({
    text: 'UPDATE users SET avatar_key = NULL, avatar_placeholder = NULL WHERE id = $1',
    values: [id],
  })
}
