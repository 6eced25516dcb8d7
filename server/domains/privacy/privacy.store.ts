import type pg from 'pg'
import type { Queryable } from '../../platform/db/database.ts'
import type { Standing } from '../accounts/deleted-accounts.store.ts'

/** The times of each session of a member. */
export function listSessions(db: Queryable, userId: number) {
  return listOf<{ signed_in_at: Date; last_used_at: Date }>(
    db,
    userId,
    'SELECT created_at AS signed_in_at, last_used_at FROM sessions WHERE user_id = $1 ORDER BY created_at',
  )
}

/** When each trusted browser was last used to log in. */
export function listKnownBrowsers(db: Queryable, userId: number) {
  return listOf<{ last_used_at: Date }>(
    db,
    userId,
    'SELECT last_used_at FROM trusted_devices WHERE user_id = $1 ORDER BY last_used_at',
  )
}

/** The address changes that are still stored. */
export function listEmailChanges(db: Queryable, userId: number) {
  return listOf<{ from: string; to: string; asked_at: Date }>(
    db,
    userId,
    'SELECT old_email AS from, new_email AS to, created_at AS asked_at FROM email_changes WHERE user_id = $1 ORDER BY id',
  )
}

/** When the account gave up each earlier address. The addresses are stored only as hashes. */
export function listFormerAddresses(db: Queryable, userId: number) {
  return listOf<{ left_at: Date }>(
    db,
    userId,
    'SELECT left_at FROM former_addresses WHERE user_id = $1 ORDER BY left_at',
  )
}

/** When the account, or an operator, gave up an address that both had. The operators stay unnamed. */
export function listOperatorLinks(db: Queryable, userId: number) {
  return listOf<{ linked_at: Date }>(
    db,
    userId,
    'SELECT linked_at FROM own_account_links WHERE user_id = $1 ORDER BY linked_at, operator_id',
  )
}

/** When support sent each password reset link that is still stored. */
export function listResets(db: Queryable, userId: number) {
  return listOf<{ sent_at: Date }>(
    db,
    userId,
    'SELECT created_at AS sent_at FROM password_resets WHERE user_id = $1 ORDER BY id',
  )
}

/** The unlock links that are still stored. */
export function listUnlocks(db: Queryable, userId: number) {
  return listOf<{ asked_at: Date; opened_at: Date | null }>(
    db,
    userId,
    'SELECT asked_at, opened_at FROM browser_unlocks WHERE user_id = $1 ORDER BY id',
  )
}

/** All suspensions of a member. */
export function listSuspensions(db: Queryable, userId: number) {
  return listOf<{ reason: string; began_at: Date; ended_at: Date | null }>(
    db,
    userId,
    'SELECT reason, created_at AS began_at, ended_at FROM suspensions WHERE user_id = $1 ORDER BY id',
  )
}

async function listOf<Row extends pg.QueryResultRow>(db: Queryable, userId: number, text: string): Promise<Row[]> {
  return (await db.query<Row>({ text, values: [userId] })).rows
}

/** The holder of an export address: a hash of a session and the member's password. */
const HOLDER = "encode(sha256(s.token_hash || convert_to(u.password_hash, 'UTF8')), 'hex')"

type ExportedConsent = { page: string; supplement: number; accepted_at: Date }

/** The supplements of the legal pages that a member accepted. */
export async function listConsents(db: Queryable, userId: number): Promise<ExportedConsent[]> {
  const { rows } = await db.query<ExportedConsent>({
    text: 'SELECT page, supplement, accepted_at FROM consents WHERE user_id = $1 ORDER BY accepted_at, page, supplement',
    values: [userId],
  })
  return rows
}

/** The holder for a session, or undefined if the session has just ended. */
export async function findHolder(db: Queryable, tokenHash: Buffer): Promise<string | undefined> {
  const { rows } = await db.query<{ holder: string }>({
    text: `SELECT ${HOLDER} AS holder FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.token_hash = $1`,
    values: [tokenHash],
  })
  return rows[0]?.holder
}

/** Whether the session and the password of a holder are still valid and the member is not suspended. */
export async function isLiveHolder(
  db: Queryable,
  { userId, holder, usedAfter, madeAfter }: { userId: number; holder: string; usedAfter: Date; madeAfter: Date },
): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `SELECT FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.user_id = $1 AND ${HOLDER} = $2 AND s.last_used_at > $3 AND s.created_at > $4
        AND NOT EXISTS (SELECT FROM suspensions x WHERE x.user_id = u.id AND x.ended_at IS NULL)`,
    values: [userId, holder, usedAfter, madeAfter],
  })
  return rowCount === 1
}

const REJECTIONS = 3

/** Whether a member has a negative balance, reversed approvals, or three rejected receipts. */
export async function findStanding(tx: Queryable, userId: number): Promise<Standing> {
  const { rows } = await tx.query<Standing>({
    text: `SELECT coalesce((SELECT sum(l.stamps) FROM ledger_entries l WHERE l.user_id = $1), 0) < 0 AS negative_balance,
        EXISTS (SELECT FROM submissions s JOIN reversals r ON r.submission_id = s.id
          JOIN decisions d ON d.id = r.decision_id
          WHERE s.user_id = $1 AND d.status = 'approved') AS reversals,
        (SELECT count(*) FROM submissions s WHERE s.user_id = $1 AND s.status = 'rejected') >= ${REJECTIONS} AS rejections`,
    values: [userId],
  })
  const [standing] = rows
  if (!standing) throw new Error('A standing has one row')
  return standing
}
