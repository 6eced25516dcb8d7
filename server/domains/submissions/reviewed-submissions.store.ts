import type { ReceiptStatus } from '@stampus/contract/console/receiptStatus'
import type { Queryable } from '../../platform/db/database.ts'

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
