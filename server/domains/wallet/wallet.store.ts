import type { WalletEntry } from '@stampus/contract/console/members'
import { PAGE_SIZE, UNDO_MS } from '@stampus/contract/limits'
import type { EntryKind, StampEntry } from '@stampus/contract/wallet'
import { consolePageClause, unseen } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { raw } from '../../platform/db/sql.ts'
import type { Recipient } from '../../platform/mail/layout.ts'

/** A member's balance in stamps: the sum of their ledger entries. It may be negative. */
export async function findBalance(db: Queryable, userId: number): Promise<number> {
  const { rows } = await db.query<{ balance: number }>({
    name: 'wallet.balance',
    text: 'SELECT COALESCE(sum(stamps), 0)::bigint AS balance FROM ledger_entries WHERE user_id = $1',
    values: [userId],
  })
  return rows[0]?.balance ?? 0
}

/** A member's stamps. */
export type Wallet = {
  /** The sum of the ledger entries. It may be negative. */
  balance: number
  /** The balance without approvals that can still be undone. Only these stamps can be spent. */
  available: number
  /** The stamps that the member's pending receipts would earn, each by the rule of the time when it was sent. */
  pending: number
}

export async function findWallet(db: Queryable, userId: number, now: Date): Promise<Wallet> {
  const { rows } = await db.query<Wallet>({
    name: 'wallet.show',
    text: `SELECT l.balance, l.available, p.pending
      FROM ${WALLET} l,
        (SELECT COALESCE(sum(LEAST(e.max_stamps, GREATEST(e.min_stamps, s.amount_sen / e.sen_per_stamp))), 0)::bigint AS pending
         FROM submissions s
         CROSS JOIN LATERAL (SELECT * FROM earning_rules r WHERE r.starts_at <= s.created_at
           ORDER BY r.starts_at DESC LIMIT 1) e
         WHERE s.user_id = $1 AND s.status = 'pending' AND s.amount_sen > 0) p`,
    values: [userId, ...undoableSince(now)],
  })
  return rows[0] ?? { balance: 0, available: 0, pending: 0 }
}

/** SQL condition: a manager's reversal set decision `d`, so it cannot be undone. */
export const IS_REVERSAL = `EXISTS (SELECT FROM reversals r WHERE r.status <> 'pending' AND r.decision_id = (
  SELECT max(p.id) FROM decisions p WHERE p.submission_id = d.submission_id AND p.id < d.id))`

/**
 * SQL: the stamps of a member's approvals that can still be undone: those after $3, or of a batch that ended after it.
 * $2 is earlier than any of them: a batch includes only approvals that could still be undone when it ended. The subqueries
 * hide the times from PostgreSQL's planner: seeing them, it would plan every call. A decision is read only of such an approval;
 * joined to all of a busy member, it would be looked for in whole tables.
 */
const undoableOf = (user: string) => `(SELECT COALESCE(sum(a.stamps), 0)::bigint
  FROM ledger_entries a
  WHERE a.user_id = ${user} AND a.kind = 'approval' AND a.created_at >= (SELECT $2::timestamptz)
    AND (SELECT coalesce(b.batch_ended_at, a.created_at) FROM decisions d LEFT JOIN bulk_approvals b ON b.decision_id = d.id
      WHERE d.id = a.decision_id AND NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id)
        AND NOT ${IS_REVERSAL}) >= (SELECT $3::timestamptz))`

/** SQL: the balance of a member and what of it is available; $2 and $3 come from `undoableSince`. */
export const walletOf = (user: string) => `(SELECT s.balance, s.balance - ${undoableOf(user)} AS available
  FROM (SELECT COALESCE(sum(stamps), 0)::bigint AS balance FROM ledger_entries WHERE user_id = ${user}) s)`
/** SQL: those of member $1. */
export const WALLET = walletOf('$1')

export function undoableSince(now: Date): [Date, Date] {
  const undo = now.getTime() - UNDO_MS
  return [new Date(undo - UNDO_MS), new Date(undo)]
}

/** Adds the stamps of an approval to the member's ledger. Adds no entry for 0 stamps. */
export async function credit(
  tx: Queryable,
  entry: { userId: number; decisionId: number; stamps: number; at: Date },
): Promise<void> {
  if (entry.stamps === 0) return
  await tx.query({
    name: 'wallet.credit',
    text: `INSERT INTO ledger_entries (user_id, kind, stamps, decision_id, created_at)
           VALUES ($1, 'approval', $2, $3, $4)`,
    values: [entry.userId, entry.stamps, entry.decisionId, entry.at],
  })
}

/** Adds an entry that cancels the credit of a decision, if there is one. Ledger entries are never edited. */
export async function reverseCredit(tx: Queryable, entry: { decisionId: number; at: Date }): Promise<void> {
  await tx.query({
    name: 'wallet.reverse',
    text: `INSERT INTO ledger_entries (user_id, kind, stamps, decision_id, created_at)
           SELECT user_id, 'undo', -stamps, decision_id, $2
           FROM ledger_entries WHERE decision_id = $1 AND kind = 'approval'`,
    values: [entry.decisionId, entry.at],
  })
}

/** SQL: takes the stamps of the claimed voucher in a row of `event_id`, `user_id`, `stamps` and `claimed_at` from its member. */
export const redeemSql = (
  row: string,
) => `INSERT INTO ledger_entries (user_id, kind, stamps, voucher_event_id, created_at)
  SELECT user_id, 'redemption', -stamps, event_id, claimed_at FROM ${row}`

/** Gives the stamps of a voucher back to the member. */
export async function returnStamps(
  tx: Queryable,
  entry: { userId: number; eventId: number; stamps: number; at: Date },
): Promise<void> {
  await tx.query({
    name: 'wallet.return',
    text: `INSERT INTO ledger_entries (user_id, kind, stamps, voucher_event_id, created_at)
           VALUES ($1, 'redemption_return', $2, $3, $4)`,
    values: [entry.userId, entry.stamps, entry.eventId, entry.at],
  })
}

/** Takes the stamps of a voucher again that were given back, because it was handed over after all. */
export async function retakeStamps(
  tx: Queryable,
  entry: { userId: number; eventId: number; stamps: number; at: Date },
): Promise<void> {
  await tx.query({
    text: `INSERT INTO ledger_entries (user_id, kind, stamps, voucher_event_id, created_at)
           VALUES ($1, 'redemption', $2, $3, $4)`,
    values: [entry.userId, -entry.stamps, entry.eventId, entry.at],
  })
}

/** SQL: whether the voucher of event `e` was handed over when that happened. */
export const WAS_USED_THEN = `(SELECT x.kind FROM voucher_events x
  WHERE x.voucher_id = e.voucher_id AND x.id < e.id ORDER BY x.id DESC LIMIT 1) = 'used'`

/** SQL: the voucher of ledger entry `l`, and why an operator voided it. */
const VOUCHER_JOINS = `LEFT JOIN voucher_events e ON e.id = l.voucher_event_id
      LEFT JOIN vouchers v ON v.id = e.voucher_id
      LEFT JOIN rewards w ON w.id = v.reward_id
      LEFT JOIN voucher_reasons x ON x.event_id = e.id`
const VOUCHER_REASON = "coalesce(x.reason, CASE e.kind WHEN 'recalled' THEN w.recall_reason END)"

/** A ledger entry as operators see it. It comes from a decision on a submission, a stamp adjustment or a voucher. */
export type WalletEntryRow = {
  id: number
  kind: EntryKind
  stamps: number
  created_at: Date
  submission_id: number | null
  voucher_id: number | null
  voucher_title: string | null
  voucher_end: WalletEntry['voucher_end']
  reversed_submission_id: number | null
  reason: string | null
  operator: string | null
}

/** One console page of a member's ledger entries, the newest first. */
export async function listEntries(db: Queryable, userId: number, page: number): Promise<WalletEntryRow[]> {
  const { rows } = await db.query<WalletEntryRow>({
    text: `SELECT l.id, l.kind, l.stamps, l.created_at, d.submission_id, v.id AS voucher_id, v.title AS voucher_title,
        CASE l.kind WHEN 'redemption_return' THEN e.kind END AS voucher_end, rv.submission_id AS reversed_submission_id,
        coalesce(c.reason, ${VOUCHER_REASON}) AS reason, o.name AS operator
      FROM ledger_entries l
      LEFT JOIN decisions d ON d.id = l.decision_id
      LEFT JOIN stamp_adjustments c ON c.id = l.stamp_adjustment_id
      ${VOUCHER_JOINS}
      LEFT JOIN reversals rv ON rv.id = e.reversal_id
      LEFT JOIN operators o ON o.id = coalesce(c.operator_id, e.operator_id)
      WHERE l.user_id = $1 ORDER BY l.id DESC ${consolePageClause(page)}`,
    values: [userId],
  })
  return rows
}

/** Whether this id belongs to a member, also a deleted one. */
export async function hasLedger(db: Queryable, userId: number): Promise<boolean> {
  const { rowCount } = await db.query({ text: 'SELECT FROM users WHERE id = $1', values: [userId] })
  return rowCount === 1
}

/** A ledger entry as the member sees it. */
export type OwnEntryRow = {
  id: number
  kind: StampEntry['kind']
  stamps: number
  created_at: Date
  submission_id: number | null
  merchant: string | null
  amount_sen: number | null
  logo_key: string | null
  logo_placeholder: string | null
  voucher_id: number | null
  voucher_title: string | null
  voucher_title_ms: string | null
  reason: string | null
}

/**
 * One page of a member's own ledger entries, the newest first, with one row more if there is a next page. Leaves out
 * approvals that a reviewer took back, with their counter entries. Reversals have a reason and stay. Entries of a
 * withdrawn receipt stay without it.
 */
export async function listOwnEntries(db: Queryable, userId: number, page: number): Promise<OwnEntryRow[]> {
  const { rows } = await db.query<OwnEntryRow>({
    name: 'wallet.own-entries',
    text: `SELECT l.id, l.kind, l.stamps, l.created_at, s.id AS submission_id, m.name AS merchant, s.amount_sen,
        m.logo_key, m.logo_placeholder, v.id AS voucher_id, v.title AS voucher_title, v.title_ms AS voucher_title_ms,
        CASE l.kind WHEN 'undo' THEN r.reason WHEN 'correction' THEN c.reason ELSE ${VOUCHER_REASON} END AS reason
      FROM (
        SELECT l.* FROM (SELECT id FROM ledger_entries WHERE user_id = $1 ORDER BY id DESC OFFSET 0) o
        JOIN ledger_entries l USING (id)
        WHERE (SELECT true FROM decision_undos u LEFT JOIN reversals r ON r.decision_id = u.decision_id
          WHERE u.decision_id = l.decision_id AND r.id IS NULL) IS NULL
        ORDER BY o.id DESC LIMIT ${PAGE_SIZE + 1} OFFSET ${unseen(raw('$2'))}) l
      LEFT JOIN decisions d ON d.id = l.decision_id
      LEFT JOIN submissions s ON s.id = d.submission_id AND s.status <> 'withdrawn'
      LEFT JOIN merchants m ON m.id = s.merchant_id
      LEFT JOIN reversals r ON r.decision_id = l.decision_id
      LEFT JOIN stamp_adjustments c ON c.id = l.stamp_adjustment_id
      ${VOUCHER_JOINS}
      ORDER BY l.id DESC`,
    values: [userId, (page - 1) * PAGE_SIZE],
  })
  return rows
}

/** Stamps that a manager adds or takes. A repeated request has the same `requestId`. */
export type StampAdjustment = {
  userId: number
  operatorId: number
  stamps: number
  reason: string
  requestId: string
  at: Date
}

/** Locks a member so that adjustments run one after another. `own` means that the account belongs to the operator. */
export async function lockMember(
  tx: Queryable,
  { userId, operatorId }: Pick<StampAdjustment, 'userId' | 'operatorId'>,
): Promise<{ own: boolean; verified: boolean } | undefined> {
  const { rows } = await tx.query<{ own: boolean; verified: boolean }>({
    text: `SELECT u.email_verified_at IS NOT NULL AS verified,
        EXISTS (SELECT FROM own_accounts a WHERE a.operator_id = $2 AND a.user_id = u.id) AS own
      FROM users u WHERE u.id = $1 AND u.deleted_at IS NULL FOR NO KEY UPDATE OF u`,
    values: [userId, operatorId],
  })
  return rows[0]
}

/** Adds an adjustment with its ledger entry and returns its id, or undefined if its request id was used before. */
export async function insertAdjustment(tx: Queryable, entry: StampAdjustment): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>({
    text: `WITH correction AS (
        INSERT INTO stamp_adjustments (user_id, operator_id, stamps, reason, request_id, created_at)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (request_id) DO NOTHING RETURNING *)
      INSERT INTO ledger_entries (user_id, kind, stamps, stamp_adjustment_id, created_at)
      SELECT user_id, 'correction', stamps, id, created_at FROM correction RETURNING stamp_adjustment_id AS id`,
    values: [entry.userId, entry.operatorId, entry.stamps, entry.reason, entry.requestId, entry.at],
  })
  return rows[0]?.id
}

/** Whether exactly this adjustment was recorded under its request id before. */
export async function isAdjustmentRecorded(tx: Queryable, entry: StampAdjustment): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `SELECT FROM stamp_adjustments
      WHERE request_id = $1 AND user_id = $2 AND operator_id = $3 AND stamps = $4 AND reason = $5`,
    values: [entry.requestId, entry.userId, entry.operatorId, entry.stamps, entry.reason],
  })
  return rowCount === 1
}

/** What the mail about an adjustment says. `balance` is the current balance. */
export type AdjustmentToMail = Recipient & { stamps: number; reason: string; balance: number; name: string }

/** An adjustment with its member, unless the account is deleted. */
export async function findAdjustmentToMail(db: Queryable, id: number): Promise<AdjustmentToMail | undefined> {
  const { rows } = await db.query<AdjustmentToMail>({
    text: `SELECT c.stamps, c.reason, u.name, u.email, u.language,
        (SELECT sum(stamps)::bigint FROM ledger_entries l WHERE l.user_id = u.id) AS balance
      FROM stamp_adjustments c JOIN users u ON u.id = c.user_id
      WHERE c.id = $1 AND u.deleted_at IS NULL`,
    values: [id],
  })
  return rows[0]
}

/**
 * Sums the absolute stamps that an operator adjusted, reversed, gave back for used vouchers, took with ready ones, or asked to have confirmed for a
 * member since `since`.
 */
export async function sumAdjustedStamps(
  tx: Queryable,
  query: { operatorId: number; userId: number; since: Date },
): Promise<number> {
  const { rows } = await tx.query<{ sum: number }>({
    name: 'wallet.adjusted',
    text: `SELECT COALESCE(sum(abs(stamps)), 0)::bigint AS sum FROM (
             SELECT c.stamps FROM stamp_adjustments c
             WHERE c.user_id = $2 AND c.operator_id = $1 AND c.created_at > $3
             UNION ALL
             SELECT COALESCE(n.stamps, 0) - was.stamps
             FROM submissions s
             JOIN reversals r ON r.submission_id = s.id AND r.operator_id = $1 AND r.created_at > $3
             JOIN decisions was ON was.id = r.decision_id
             LEFT JOIN decisions n ON r.status <> 'pending'
               AND n.id = (SELECT min(d.id) FROM decisions d WHERE d.submission_id = s.id AND d.id > was.id)
             WHERE s.user_id = $2
             UNION ALL
             SELECT v.stamps FROM vouchers v
             JOIN voucher_events e ON e.voucher_id = v.id AND e.kind = 'voided'
               AND e.stamps_back = (${WAS_USED_THEN}) AND e.operator_id = $1 AND e.created_at > $3
             WHERE v.user_id = $2
             UNION ALL
             SELECT w.stamps FROM confirmations w
             WHERE w.user_id = $2 AND w.asked_by = $1 AND w.state = 'waiting' AND w.kind <> 'approval'
           ) adjusted`,
    values: [query.operatorId, query.userId, query.since],
  })
  return rows[0]?.sum ?? 0
}
