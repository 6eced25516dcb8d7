import type { Supplements } from '@stampus/contract/accounts'
import type { Language } from '@stampus/contract/values/languages'
import type { Queryable } from '../../platform/db/database.ts'
import { names } from '../../platform/db/names.ts'
import { many, maybe, run, some, values } from '../../platform/db/query.ts'
import { columns, type Row, update } from '../../platform/db/rows.ts'
import { parameter, type Sql, sql } from '../../platform/db/sql.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { createSessionStore, type LiveSince } from '../../platform/sessions/sessions.store.ts'

const USER = names(
  'id name email password_hash email_verified_at link_nonce pending_email avatar_key avatar_placeholder created_at',
  'language voided_password_hash password_voided_at',
)

/** `voided_password_hash` is the password that a verification without a password made void. */
export type UserRow = Row<'users', (typeof USER)[number]> & { suspended: boolean }

export const USER_COLUMNS = sql`${columns('u', USER)},
  EXISTS (SELECT FROM suspensions x WHERE x.user_id = u.id AND x.ended_at IS NULL) AS suspended`

/** True for an account `u` that is neither deleted nor replaced by another registration of its address. */
export const IS_LIVE = sql`u.deleted_at IS NULL AND u.retired_at IS NULL`

export const findUser = (db: Queryable, id: number) =>
  maybe<UserRow>(db, 'accounts.find')`SELECT ${USER_COLUMNS} FROM users u WHERE u.id = ${id} AND ${IS_LIVE}`

export const lockUser = (db: Queryable, id: number) =>
  maybe<UserRow>(db, 'accounts.lock')`
    SELECT ${USER_COLUMNS} FROM users u WHERE u.id = ${id} AND ${IS_LIVE} FOR NO KEY UPDATE OF u`

/** Whether an account belongs to an operator: it has or had their sign-in address or another address of theirs. */
export const isOwnAccount = (db: Queryable, operatorId: number, id: number) =>
  some(db)`SELECT FROM own_accounts WHERE operator_id = ${operatorId} AND user_id = ${id} LIMIT 1`

/** The live accounts of an `emailKey`: the verified one, or its registrations, the newest first. */
export const findAccounts = (db: Queryable, emailKey: string) =>
  many<UserRow>(db, 'accounts.find-by-key')`
    SELECT ${USER_COLUMNS} FROM users u WHERE u.email_key = ${emailKey} AND ${IS_LIVE}
    ORDER BY u.email_verified_at IS NULL, u.id DESC`

export async function findVerifiedAccount(db: Queryable, emailKey: string): Promise<UserRow | undefined> {
  const [first] = await findAccounts(db, emailKey)
  return first?.email_verified_at ? first : undefined
}

type UserChange = {
  name: string
  password_hash?: string | undefined
  pending_email?: string | null | undefined
  link_nonce?: string | undefined
  avatar?: { key: string; placeholder: string } | undefined
}

export function updateUser(db: Queryable, id: number, { avatar, ...change }: UserChange): Promise<void> {
  const picture = avatar && { avatar_key: avatar.key, avatar_placeholder: avatar.placeholder }
  const voided = change.password_hash === undefined ? {} : { voided_password_hash: null, password_voided_at: null }
  return run(db)`${update('users', { ...change, ...picture, ...voided })} WHERE id = ${id}`
}

/** Stores another hash of the same password, unless the password has changed. */
export const renewPassword = (tx: Queryable, user: Pick<UserRow, 'id' | 'password_hash'>, renewed: string) =>
  run(tx)`
    UPDATE users SET password_hash = ${renewed} WHERE id = ${user.id} AND password_hash = ${user.password_hash}`

export function saveLanguage(db: Queryable, id: number, chosen: Language): Promise<void> {
  const language = parameter(chosen)
  return run(db)`
    UPDATE users SET language = ${language}
    WHERE id = ${id} AND deleted_at IS NULL AND language IS DISTINCT FROM ${language}`
}

export const clearAvatar = (db: Queryable, id: number) =>
  run(db)`UPDATE users SET avatar_key = NULL, avatar_placeholder = NULL WHERE id = ${id}`

type Consent = { userId: number; supplements: Supplements; at: Date }

/** Records that a member accepts these supplements. Those accepted before keep their time. */
export function insertConsents(db: Queryable, { userId, supplements, at }: Consent): Promise<void> {
  const [member, now] = [parameter(userId), parameter(at)]
  return run(db, 'consents.insert')`
    INSERT INTO consents (user_id, page, supplement, accepted_at)
    VALUES (${member}, 'terms', ${supplements.terms}, ${now}), (${member}, 'privacy', ${supplements.privacy}, ${now})
    ON CONFLICT DO NOTHING`
}

type Versions = { [Page in keyof Supplements]: number | Sql }

export const hasConsented = (userId: unknown, { terms, privacy }: Versions) => sql`(
  SELECT coalesce(bool_or(c.page = 'terms' AND c.supplement >= ${terms}), false)
    AND coalesce(bool_or(c.page = 'privacy' AND c.supplement >= ${privacy}), false)
  FROM consents c WHERE c.user_id = ${userId})`

export const memberSessions = createSessionStore({
  sessions: 'sessions',
  devices: 'trusted_devices',
  owner: 'user_id',
  lifetime: { idleMs: 30 * DAY_MS, totalMs: 90 * DAY_MS },
})

type MemberSessionRow = Row<'users', 'id' | 'email' | 'email_verified_at'> & { suspended: boolean; last_used_at: Date }

export const findMemberSession = (db: Queryable, tokenHash: Buffer, { usedAfter, madeAfter }: LiveSince) =>
  maybe<MemberSessionRow>(db, 'sessions.caller')`
    SELECT u.id, u.email, u.email_verified_at, s.last_used_at, x.id IS NOT NULL AS suspended
    FROM sessions s JOIN users u ON u.id = s.user_id
    LEFT JOIN suspensions x ON x.user_id = u.id AND x.ended_at IS NULL
    WHERE s.token_hash = ${tokenHash} AND s.last_used_at > ${usedAfter} AND s.created_at > ${madeAfter}`

/** Keeps a session from being ended until the transaction ends. False if it has ended. Lock the member first. */
export const lockMemberSession = (tx: Queryable, tokenHash: Buffer) =>
  some(tx, 'sessions.lock')`SELECT FROM sessions WHERE token_hash = ${tokenHash} FOR KEY SHARE`

type NewSession = Row<'sessions', 'token_hash' | 'user_id'> & { password_hash: string; now: Date }

/** False if suspended or the password changed. Locks the member: a password change then ends this session too. */
export function addMemberSession(db: Queryable, { token_hash, user_id, password_hash, now }: NewSession) {
  const at = parameter(now)
  return some(db)`
    INSERT INTO sessions (token_hash, user_id, created_at, last_used_at)
    SELECT ${token_hash}, u.id, ${at}, ${at} FROM users u WHERE u.id = ${user_id} AND u.password_hash = ${password_hash}
      AND NOT EXISTS (SELECT FROM suspensions x WHERE x.user_id = u.id AND x.ended_at IS NULL)
    FOR SHARE OF u`
}

/** Members with expired sessions on whose devices vouchers are still open. */
export const listMembersWithOpenedVouchers = (db: Queryable, { usedAfter, madeAfter }: LiveSince) =>
  values(db)`
    SELECT DISTINCT s.user_id FROM sessions s JOIN voucher_keys k ON k.token_hash = s.token_hash
    WHERE s.last_used_at <= ${usedAfter} OR s.created_at <= ${madeAfter}`
