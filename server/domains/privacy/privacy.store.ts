import type { Queryable } from '../../platform/db/database.ts'
import { many, maybeValue, one, some } from '../../platform/db/query.ts'
import type { Row } from '../../platform/db/rows.ts'
import { parameter, raw, sql } from '../../platform/db/sql.ts'
import type { Standing } from '../accounts/deleted-accounts.store.ts'

type Session = { signed_in_at: Date; last_used_at: Date }
type Unlock = Row<'browser_unlocks', 'asked_at' | 'opened_at'>
type EmailChange = { from: string; to: string; asked_at: Date }
type Suspension = { reason: string; began_at: Date; ended_at: Date | null }

/** Short lists of what is stored about an account. Former addresses are stored as hashes only, operators unnamed. */
export const readAccountData = async (db: Queryable, id: number) => ({
  sessions: await many<Session>(db)`
    SELECT created_at AS signed_in_at, last_used_at FROM sessions WHERE user_id = ${id} ORDER BY created_at`,
  known_browsers: await many<{ last_used_at: Date }>(db)`
    SELECT last_used_at FROM trusted_devices WHERE user_id = ${id} ORDER BY last_used_at`,
  email_changes: await many<EmailChange>(db)`
    SELECT old_email AS from, new_email AS to, created_at AS asked_at FROM email_changes WHERE user_id = ${id} ORDER BY id`,
  former_addresses: await many<{ left_at: Date }>(db)`
    SELECT left_at FROM former_addresses WHERE user_id = ${id} ORDER BY left_at`,
  // When the account, or an operator, gave up an address that both had.
  operator_links: await many<{ linked_at: Date }>(db)`
    SELECT linked_at FROM own_account_links WHERE user_id = ${id} ORDER BY linked_at, operator_id`,
  password_reset_links: await many<{ sent_at: Date }>(db)`
    SELECT created_at AS sent_at FROM password_resets WHERE user_id = ${id} ORDER BY id`,
  unlock_links: await many<Unlock>(db)`
    SELECT asked_at, opened_at FROM browser_unlocks WHERE user_id = ${id} ORDER BY id`,
  consents: await many<Row<'consents', 'page' | 'supplement' | 'accepted_at'>>(db)`
    SELECT page, supplement, accepted_at FROM consents WHERE user_id = ${id} ORDER BY accepted_at, page, supplement`,
  suspensions: await many<Suspension>(db)`
    SELECT reason, created_at AS began_at, ended_at FROM suspensions WHERE user_id = ${id} ORDER BY id`,
})

/** The holder of an export address: a hash of a session and the member's password. */
const HOLDER = sql`encode(sha256(s.token_hash || convert_to(u.password_hash, 'UTF8')), 'hex')`

export const findHolder = (db: Queryable, tokenHash: Buffer) =>
  maybeValue<string>(db)`
    SELECT ${HOLDER} FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = ${tokenHash}`

type Holding = { userId: number; holder: string; usedAfter: Date; madeAfter: Date }

/** Whether the session and the password of a holder are still valid and the member is not suspended. */
export const isLiveHolder = (db: Queryable, { userId, holder, usedAfter, madeAfter }: Holding) =>
  some(db)`
    SELECT FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.user_id = ${userId} AND ${HOLDER} = ${holder}
      AND s.last_used_at > ${usedAfter} AND s.created_at > ${madeAfter}
      AND NOT EXISTS (SELECT FROM suspensions x WHERE x.user_id = u.id AND x.ended_at IS NULL)`

type Deleted = { id: number; at: Date }

export const listDeletedMembers = (db: Queryable, from: Date) =>
  many<Deleted>(db)`SELECT id, deleted_at AS at FROM users WHERE deleted_at >= ${from}`

/** Of members who were deleted, those whom a restored database still has. A later member may have got the same number. */
export const listUndeleted = (db: Queryable, deleted: Deleted[]) =>
  many<Deleted>(db)`
    SELECT u.id, d.at FROM unnest(${deleted.map(({ id }) => id)}::bigint[], ${deleted.map(({ at }) => at)}::timestamptz[]) d (id, at)
    JOIN users u ON u.id = d.id WHERE u.deleted_at IS NULL AND u.created_at < d.at ORDER BY d.at`

const REJECTIONS = raw(3)

/** Whether a member has a negative balance, reversed approvals, or three rejected receipts. */
export function findStanding(tx: Queryable, userId: number) {
  const id = parameter(userId)
  return one<Standing>(tx)`
    SELECT coalesce((SELECT sum(l.stamps) FROM ledger_entries l WHERE l.user_id = ${id}), 0) < 0 AS negative_balance,
      EXISTS (SELECT FROM submissions s JOIN reversals r ON r.submission_id = s.id
        JOIN decisions d ON d.id = r.decision_id
        WHERE s.user_id = ${id} AND d.status = 'approved') AS reversals,
      (SELECT count(*) FROM submissions s
        WHERE s.user_id = ${id} AND s.status = 'rejected') >= ${REJECTIONS} AS rejections`
}
