import type { WalletEntry } from '@stampus/contract/console/members'
import { PAGE_SIZE, UNDO_MS } from '@stampus/contract/limits'
import type { EntryKind, StampEntry } from '@stampus/contract/wallet'
import { consolePageClause, unseen } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { RowOf } from '../../platform/db/nested.ts'
import { many, maybe, maybeValue, one, run, some, value } from '../../platform/db/query.ts'
import { insert, type Row } from '../../platform/db/rows.ts'
import { type Parameter, parameter, raw, type Sql, sql } from '../../platform/db/sql.ts'
import type { Recipient } from '../../platform/mail/layout.ts'

/** The sum of the ledger entries, in stamps. It may be negative. */
export const findBalance = (db: Queryable, userId: number) =>
  value(db, 'wallet.balance')`
    SELECT COALESCE(sum(stamps), 0)::bigint AS balance FROM ledger_entries WHERE user_id = ${userId}`

export type Wallet = {
  balance: number
  /** The balance without approvals that can still be undone. Only these stamps can be spent. */
  available: number
  /** The stamps that the member's pending receipts would earn, each by the rule of the time when it was sent. */
  pending: number
}

export function findWallet(db: Queryable, userId: number, now: Date): Promise<Wallet> {
  const user = parameter(userId)
  return one<Wallet>(db, 'wallet.show')`
    SELECT l.balance, l.available, p.pending
    FROM ${walletOf(user, now)} l,
      (SELECT COALESCE(sum(LEAST(e.max_stamps, GREATEST(e.min_stamps, s.amount_sen / e.sen_per_stamp))), 0)::bigint AS pending
       FROM submissions s
       CROSS JOIN LATERAL (SELECT * FROM earning_rules r WHERE r.starts_at <= s.created_at
         ORDER BY r.starts_at DESC LIMIT 1) e
       WHERE s.user_id = ${user} AND s.status = 'pending' AND s.amount_sen > 0) p`
}

/** A condition: a manager's reversal set decision `d`, so it cannot be undone. */
export const IS_REVERSAL = sql`EXISTS (SELECT FROM reversals r WHERE r.status <> 'pending' AND r.decision_id = (
  SELECT max(p.id) FROM decisions p WHERE p.submission_id = d.submission_id AND p.id < d.id))`

/**
 * The balance, and without the stamps of approvals that can still be undone: those of the last seconds, and of a batch
 * that ended then, none older than twice that time. The subqueries hide the times from the planner, which would plan
 * every call; a decision is read only of such an approval, not looked for in whole tables.
 */
export function walletOf(user: Sql | Parameter, now: Date): Sql {
  const undoableSince = now.getTime() - UNDO_MS
  const undoable = sql`(SELECT COALESCE(sum(a.stamps), 0)::bigint
    FROM ledger_entries a
    WHERE a.user_id = ${user} AND a.kind = 'approval'
      AND a.created_at >= (SELECT ${new Date(undoableSince - UNDO_MS)}::timestamptz)
      AND (SELECT coalesce(b.batch_ended_at, a.created_at) FROM decisions d LEFT JOIN bulk_approvals b ON b.decision_id = d.id
        WHERE d.id = a.decision_id AND NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id)
          AND NOT ${IS_REVERSAL}) >= (SELECT ${new Date(undoableSince)}::timestamptz))`
  return sql`(SELECT s.balance, s.balance - ${undoable} AS available
    FROM (SELECT COALESCE(sum(stamps), 0)::bigint AS balance FROM ledger_entries WHERE user_id = ${user}) s)`
}

type Credit = { userId: number; decisionId: number; stamps: number; at: Date }

/** No entry for 0 stamps. */
export async function credit(tx: Queryable, { userId, decisionId, stamps, at }: Credit): Promise<void> {
  if (stamps === 0) return
  const entry = { user_id: userId, kind: 'approval', stamps, decision_id: decisionId, created_at: at }
  await run(tx, 'wallet.credit')`${insert('ledger_entries', entry)}`
}

/** If there is a credit. Ledger entries are never edited. */
export const reverseCredit = (tx: Queryable, { decisionId, at }: Pick<Credit, 'decisionId' | 'at'>) =>
  run(tx, 'wallet.reverse')`
    INSERT INTO ledger_entries (user_id, kind, stamps, decision_id, created_at)
    SELECT user_id, 'undo', -stamps, decision_id, ${at}
    FROM ledger_entries WHERE decision_id = ${decisionId} AND kind = 'approval'`

/** `row` has `event_id`, `user_id`, `stamps` and `claimed_at` of a claimed voucher. */
export const redeemFrom = (row: Sql) => sql`
  INSERT INTO ledger_entries (user_id, kind, stamps, voucher_event_id, created_at)
  SELECT user_id, 'redemption', -stamps, event_id, claimed_at FROM ${row}`

type OfVoucher = { userId: number; eventId: number; stamps: number; at: Date }

const entryOf = (kind: EntryKind, { userId, eventId, stamps, at }: OfVoucher) =>
  insert('ledger_entries', { user_id: userId, kind, stamps, voucher_event_id: eventId, created_at: at })

export const returnStamps = (tx: Queryable, voucher: OfVoucher) =>
  run(tx, 'wallet.return')`${entryOf('redemption_return', voucher)}`

/** Takes stamps again that were given back, because the voucher was handed over after all. */
export const retakeStamps = (tx: Queryable, voucher: OfVoucher) =>
  run(tx)`${entryOf('redemption', { ...voucher, stamps: -voucher.stamps })}`

/** A condition: the voucher of event `e` was handed over when that happened. */
export const WAS_USED_THEN = sql`(SELECT x.kind FROM voucher_events x
  WHERE x.voucher_id = e.voucher_id AND x.id < e.id ORDER BY x.id DESC LIMIT 1) = 'used'`

/** The voucher of ledger entry `l`, and why an operator voided it. */
const VOUCHER_JOINS = sql`LEFT JOIN voucher_events e ON e.id = l.voucher_event_id
    LEFT JOIN vouchers v ON v.id = e.voucher_id
    LEFT JOIN rewards w ON w.id = v.reward_id
    LEFT JOIN voucher_reasons x ON x.event_id = e.id`
const VOUCHER_REASON = sql`coalesce(x.reason, CASE e.kind WHEN 'recalled' THEN w.recall_reason END)`

export const listEntries = (db: Queryable, userId: number, page: number) =>
  many<RowOf<WalletEntry>>(db)`
    SELECT l.id, l.kind, l.stamps, l.created_at, d.submission_id, v.id AS "voucher.id", v.title AS "voucher.title",
      CASE l.kind WHEN 'redemption_return' THEN e.kind END AS voucher_end, rv.submission_id AS reversed_submission_id,
      coalesce(c.reason, ${VOUCHER_REASON}) AS reason, o.name AS operator
    FROM ledger_entries l
    LEFT JOIN decisions d ON d.id = l.decision_id
    LEFT JOIN stamp_adjustments c ON c.id = l.stamp_adjustment_id
    ${VOUCHER_JOINS}
    LEFT JOIN reversals rv ON rv.id = e.reversal_id
    LEFT JOIN operators o ON o.id = coalesce(c.operator_id, e.operator_id)
    WHERE l.user_id = ${userId} ORDER BY l.id DESC ${consolePageClause(page)}`

/** Whether this id belongs to a member, also a deleted one. */
export const hasLedger = (db: Queryable, userId: number) => some(db)`SELECT FROM users WHERE id = ${userId}`

export type EarningReceipt = Row<'merchants', 'logo_key' | 'logo_placeholder'> & {
  id: number
  merchant: string
  amount_sen: number
}
type OwnEntryRow = RowOf<Omit<StampEntry, 'submission' | 'voucher'>> & {
  submission: EarningReceipt | null
  voucher: Row<'vouchers', 'id' | 'title' | 'title_ms'> | null
}

/** One row more if there is a next page. Leaves out approvals that a reviewer took back, and their counter entries. */
export const listOwnEntries = (db: Queryable, userId: number, page: number) =>
  many<OwnEntryRow>(db, 'wallet.own-entries')`
    SELECT l.id, l.kind, l.stamps, l.created_at, s.id AS "submission.id", m.name AS "submission.merchant",
      s.amount_sen AS "submission.amount_sen", m.logo_key AS "submission.logo_key",
      m.logo_placeholder AS "submission.logo_placeholder", v.id AS "voucher.id", v.title AS "voucher.title",
      v.title_ms AS "voucher.title_ms",
      CASE l.kind WHEN 'undo' THEN r.reason WHEN 'correction' THEN c.reason ELSE ${VOUCHER_REASON} END AS reason
    FROM (
      SELECT l.* FROM (SELECT id FROM ledger_entries WHERE user_id = ${userId} ORDER BY id DESC OFFSET 0) o
      JOIN ledger_entries l USING (id)
      WHERE (SELECT true FROM decision_undos u LEFT JOIN reversals r ON r.decision_id = u.decision_id
        WHERE u.decision_id = l.decision_id AND r.id IS NULL) IS NULL
      ORDER BY o.id DESC LIMIT ${raw(PAGE_SIZE + 1)} OFFSET ${unseen((page - 1) * PAGE_SIZE)}) l
    LEFT JOIN decisions d ON d.id = l.decision_id
    LEFT JOIN submissions s ON s.id = d.submission_id AND s.status <> 'withdrawn'
    LEFT JOIN merchants m ON m.id = s.merchant_id
    LEFT JOIN reversals r ON r.decision_id = l.decision_id
    LEFT JOIN stamp_adjustments c ON c.id = l.stamp_adjustment_id
    ${VOUCHER_JOINS}
    ORDER BY l.id DESC`

/** Stamps that a manager adds or takes. A repeated request has the same `requestId`. */
export type StampAdjustment = {
  userId: number
  operatorId: number
  stamps: number
  reason: string
  requestId: string
  at: Date
}

type Adjusted = Pick<StampAdjustment, 'userId' | 'operatorId'>

/** Locks a member, so that adjustments run one after another. `own`: the account belongs to the operator. */
export const lockMember = (tx: Queryable, { userId, operatorId }: Adjusted) =>
  maybe<{ own: boolean; verified: boolean }>(tx)`
    SELECT u.email_verified_at IS NOT NULL AS verified,
      EXISTS (SELECT FROM own_accounts a WHERE a.operator_id = ${operatorId} AND a.user_id = u.id) AS own
    FROM users u WHERE u.id = ${userId} AND u.deleted_at IS NULL FOR NO KEY UPDATE OF u`

/** Undefined if its request id was used before. */
export function insertStampAdjustment(tx: Queryable, entry: StampAdjustment): Promise<number | undefined> {
  const { userId: user_id, operatorId: operator_id, requestId: request_id, stamps, reason, at: created_at } = entry
  const given = insert('stamp_adjustments', { user_id, operator_id, stamps, reason, request_id, created_at })
  return maybeValue(tx)`
    WITH adjustment AS (${given} ON CONFLICT (request_id) DO NOTHING RETURNING *)
    INSERT INTO ledger_entries (user_id, kind, stamps, stamp_adjustment_id, created_at)
    SELECT user_id, 'correction', stamps, id, created_at FROM adjustment RETURNING stamp_adjustment_id AS id`
}

/** Whether exactly this adjustment was recorded under its request id. */
export const isStampAdjustmentRecorded = (tx: Queryable, entry: StampAdjustment) =>
  some(tx)`
    SELECT FROM stamp_adjustments
    WHERE request_id = ${entry.requestId} AND user_id = ${entry.userId} AND operator_id = ${entry.operatorId}
      AND stamps = ${entry.stamps} AND reason = ${entry.reason}`

/** What the mail about an adjustment says. `balance` is the current balance. */
export type StampAdjustmentToMail = Recipient & { stamps: number; reason: string; balance: number; name: string }

export const findStampAdjustmentToMail = (db: Queryable, id: number) =>
  maybe<StampAdjustmentToMail>(db)`
    SELECT c.stamps, c.reason, u.name, u.email, u.language,
      (SELECT sum(stamps)::bigint FROM ledger_entries l WHERE l.user_id = u.id) AS balance
    FROM stamp_adjustments c JOIN users u ON u.id = c.user_id
    WHERE c.id = ${id} AND u.deleted_at IS NULL`

/** The absolute stamps that an operator adjusted, reversed, gave back, took with ready vouchers, or asked for. */
export function sumAdjustedStamps(tx: Queryable, { userId, operatorId }: Adjusted, after: Date): Promise<number> {
  const [user, operator, since] = [parameter(userId), parameter(operatorId), parameter(after)]
  return value(tx, 'wallet.adjusted')`
    SELECT COALESCE(sum(abs(stamps)), 0)::bigint AS sum FROM (
      SELECT c.stamps FROM stamp_adjustments c
      WHERE c.user_id = ${user} AND c.operator_id = ${operator} AND c.created_at > ${since}
      UNION ALL
      SELECT COALESCE(n.stamps, 0) - was.stamps
      FROM submissions s
      JOIN reversals r ON r.submission_id = s.id AND r.operator_id = ${operator} AND r.created_at > ${since}
      JOIN decisions was ON was.id = r.decision_id
      LEFT JOIN decisions n ON r.status <> 'pending'
        AND n.id = (SELECT min(d.id) FROM decisions d WHERE d.submission_id = s.id AND d.id > was.id)
      WHERE s.user_id = ${user}
      UNION ALL
      SELECT v.stamps FROM vouchers v
      JOIN voucher_events e ON e.voucher_id = v.id AND e.kind = 'voided'
        AND e.stamps_back = (${WAS_USED_THEN}) AND e.operator_id = ${operator} AND e.created_at > ${since}
      WHERE v.user_id = ${user}
      UNION ALL
      SELECT w.stamps FROM confirmations w
      WHERE w.user_id = ${user} AND w.asked_by = ${operator} AND w.state = 'waiting' AND w.kind <> 'approval'
    ) adjusted`
}
