import type { ReceiptStatus } from '@stampus/contract/console/receiptStatus'
import type { ReasonCode } from '@stampus/contract/reasons'
import type { Queryable } from '../../platform/db/database.ts'
import { merchantsOf } from '../own-accounts/ties.store.ts'

/**
 * `hasPicture` is false after the account was deleted or the retention time ended: the submission can no longer be
 * decided.
 */
export type LockedSubmission = {
  id: number
  userId: number
  status: ReceiptStatus
  amountSen: number
  hasPicture: boolean
  isEscalated: boolean
  sentAt: Date
}

/**
 * Locks the member who sent a submission. Call it before locking the submission: deleting an account and resubmitting
 * a receipt take the locks in this order.
 */
export async function lockSender(tx: Queryable, submissionId: number): Promise<void> {
  await tx.query({
    name: 'submissions.sender',
    text: 'SELECT FROM users WHERE id = (SELECT user_id FROM submissions WHERE id = $1) FOR NO KEY UPDATE',
    values: [submissionId],
  })
}

/** Locks the submission against other decisions, undos and leases until the transaction ends. */
export async function lockSubmission(tx: Queryable, id: number): Promise<LockedSubmission | undefined> {
  const { rows } = await tx.query<LockedSubmission>({
    name: 'submissions.lock',
    text: `SELECT id, user_id AS "userId", status, amount_sen AS "amountSen", picture_key IS NOT NULL AS "hasPicture",
             escalated AS "isEscalated", created_at AS "sentAt"
           FROM submissions WHERE id = $1 FOR UPDATE`,
    values: [id],
  })
  return rows[0]
}

export type Outcome = {
  status: 'approved' | 'rejected'
  reason: string | null
  notes: string | null
  stamps: number
  at: Date
}

/**
 * Shows a decision on its submission. Violates `submissions_approved_once` when the same receipt is approved already.
 */
export async function updateOutcome(tx: Queryable, id: number, outcome: Outcome): Promise<void> {
  await tx.query({
    name: 'submissions.settle',
    text: `UPDATE submissions SET status = $2, rejection_reason = $3, admin_notes = $4, stamps = $5, decided_at = $6
           WHERE id = $1`,
    values: [id, outcome.status, outcome.reason, outcome.notes, outcome.stamps, outcome.at],
  })
}

/** A receipt's facts. The amount is in sen. */
export type ReceiptFacts = {
  merchant_id: number
  invoice_number: string
  purchase_date: string
  purchase_amount: number
}

/** Updates the facts of a submission. Violates a unique index when they make it a duplicate. */
export async function updateFacts(
  tx: Queryable,
  submissionId: number,
  facts: ReceiptFacts & { invoiceKey: string },
): Promise<void> {
  await tx.query({
    name: 'corrections.apply',
    text: `UPDATE submissions SET merchant_id = $2, invoice_no = $3, invoice_key = $4, purchase_date = $5, amount_sen = $6
           WHERE id = $1`,
    values: [
      submissionId,
      facts.merchant_id,
      facts.invoice_number,
      facts.invoiceKey,
      facts.purchase_date,
      facts.purchase_amount,
    ],
  })
}

/** Marks whether a submission is escalated to managers. */
export async function markEscalated(tx: Queryable, id: number, isEscalated: boolean): Promise<void> {
  await tx.query({
    name: 'submissions.mark-escalated',
    text: 'UPDATE submissions SET escalated = $2 WHERE id = $1',
    values: [id, isEscalated],
  })
}

/** SQL: since when submission `s` has been waiting for a decision. A manager who reopens it restarts the clock. */
export const WAITING_SINCE = 'coalesce(s.reopened_at, s.created_at)'

/** Makes a submission pending again. Violates `submissions_sent_once` when its member has sent the receipt again. */
export async function reopenSubmission(tx: Queryable, id: number): Promise<void> {
  await tx.query({
    name: 'submissions.reopen',
    text: `UPDATE submissions
           SET status = 'pending', rejection_reason = NULL, admin_notes = NULL, stamps = 0, decided_at = NULL
           WHERE id = $1`,
    values: [id],
  })
}

/** Records that a manager reopened the submission. */
export async function markReopened(tx: Queryable, id: number, at: Date): Promise<void> {
  await tx.query({
    name: 'submissions.mark-reopened',
    text: 'UPDATE submissions SET reopened_at = $2 WHERE id = $1',
    values: [id, at],
  })
}

/**
 * SQL condition: this operator (`$1` or a column) may neither see nor judge submission `s`, because it is their own
 * or comes from their own merchant.
 */
export const hasConflict = (operator: string) => `(
  s.merchant_id IN ${merchantsOf('operator', operator)}
  OR s.user_id IN ${accountsOf(operator)})`

const accountsOf = (operator: string) => `(SELECT a.user_id FROM own_accounts a WHERE a.operator_id = ${operator})`

/** SQL condition: operator `$1` has a conflict of interest with submission `s`. */
export const HAS_CONFLICT = hasConflict('$1')

export async function hasConflictOfInterest(db: Queryable, operatorId: number, submissionId: number): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'ties.one',
    text: `SELECT FROM submissions s WHERE s.id = $2 AND ${HAS_CONFLICT}`,
    values: [operatorId, submissionId],
  })
  return rowCount === 1
}

/** The merchants and the members whose submissions this operator may neither see nor judge. */
export async function findConflicts(
  db: Queryable,
  operatorId: number,
): Promise<{ merchantIds: number[]; userIds: number[] }> {
  const { rows } = await db.query<{ merchantIds: number[]; userIds: number[] }>({
    name: 'ties.all',
    text: `SELECT ARRAY${merchantsOf('operator', '$1')} AS "merchantIds", ARRAY${accountsOf('$1')} AS "userIds"`,
    values: [operatorId],
  })
  const [row] = rows
  if (!row) throw new Error('The ties of an operator were not read')
  return row
}

const PURCHASE_LOCKS = 41

/**
 * Locks a purchase, that is a submission with everything it corrects and everything that corrects it, against other
 * approvals until the transaction ends.
 */
export async function lockPurchase(tx: Queryable, submissionId: number): Promise<void> {
  await tx.query({
    name: 'resent.hold',
    text: `WITH RECURSIVE earlier (id, corrects) AS (
             SELECT id, corrects FROM submissions WHERE id = $1
             UNION SELECT s.id, s.corrects FROM earlier e JOIN submissions s ON s.id = e.corrects)
           SELECT pg_advisory_xact_lock($2, hashint8(min(id))) FROM earlier`,
    values: [submissionId, PURCHASE_LOCKS],
  })
}

/** The sub-selects keep PostgreSQL, which expects hundreds of receipts in a purchase, from walking whole indexes. */
const purchaseOf = (id: string) => `WITH RECURSIVE purchase (id) AS (
    SELECT ${id}
    UNION SELECT next.id FROM purchase r CROSS JOIN LATERAL (
      SELECT (SELECT corrects FROM submissions WHERE id = r.id) AS id
      UNION ALL SELECT id FROM submissions WHERE corrects = r.id) next WHERE next.id IS NOT NULL)`

const ALL_REASON_CODES = `SELECT coalesce(json_agg(d.reason_code), '[]') FROM purchase r CROSS JOIN LATERAL (
      SELECT e.reason_code FROM decisions e WHERE e.submission_id = r.id AND e.status = 'rejected'
        AND NOT EXISTS (SELECT FROM decision_undos n WHERE n.decision_id = e.id) OFFSET 0) d`

const APPROVED = `SELECT min((SELECT s.id FROM submissions s WHERE s.id = r.id AND s.id <> $1 AND s.status = 'approved'))
    FROM purchase r`

/**
 * SQL: the reason codes of all rejections in force on the purchase of submission `s`. Null means a reason in the
 * reviewer's own words.
 */
export const REASON_CODES = `(${purchaseOf('s.id')} ${ALL_REASON_CODES})`

/** Finds the approved submission of the same purchase, even if other facts were typed for it. */
export async function findApprovedResubmission(tx: Queryable, submissionId: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number | null }>({
    name: 'resent.approved',
    text: `${purchaseOf('$1::bigint')} SELECT (${APPROVED}) AS id`,
    values: [submissionId],
  })
  return rows[0]?.id ?? undefined
}

/** The approved submission of the same purchase, and the reason codes of all its rejections in force. */
type Purchase = { approvedInstead: number | null; reasonCodes: (ReasonCode | null)[] }

/** Finds what a member should know about the purchase of a rejected submission. */
export async function findPurchase(db: Queryable, submissionId: number): Promise<Purchase> {
  const { rows } = await db.query<Purchase>({
    name: 'resent.purchase',
    text: `${purchaseOf('$1::bigint')} SELECT (${APPROVED}) AS "approvedInstead", (${ALL_REASON_CODES}) AS "reasonCodes"`,
    values: [submissionId],
  })
  return rows[0] ?? { approvedInstead: null, reasonCodes: [] }
}
