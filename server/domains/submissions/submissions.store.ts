import type { Status } from '@stampus/contract/submissions'
import type { Queryable } from '../../platform/db/database.ts'
import type { ReceiptFiles } from './receipt-pictures.ts'

/** What makes two submissions the same receipt. */
export type Invoice = { merchantId: number; invoiceKey: string; purchaseDate: string }

export type NewSubmission = Invoice & {
  userId: number
  amountSen: number
  invoiceNo: string
  /** Stored only if it names a rejected submission of the same member. */
  corrects: number | undefined
  fileSha256: Buffer
  files: ReceiptFiles
  placeholder: string
  width: number
  height: number
  at: Date
}

/**
 * Inserts a pending submission and returns its id. Violates `submissions_sent_once` when the member has sent the same
 * receipt before.
 */
export async function insertSubmission(tx: Queryable, given: NewSubmission): Promise<number> {
  const { rows } = await tx.query<{ id: number }>({
    name: 'submissions.insert',
    text: `INSERT INTO submissions (user_id, merchant_id, purchase_date, amount_sen, invoice_no, invoice_key, file_sha256,
             original_key, picture_key, thumb_key, placeholder, picture_width, picture_height, created_at, corrects)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
             (SELECT s.id FROM submissions s WHERE s.id = $15 AND s.user_id = $1
               AND EXISTS (SELECT FROM decisions d WHERE d.submission_id = s.id AND d.status = 'rejected'))) RETURNING id`,
    values: [
      given.userId,
      given.merchantId,
      given.purchaseDate,
      given.amountSen,
      given.invoiceNo,
      given.invoiceKey,
      given.fileSha256,
      given.files.original,
      given.files.full,
      given.files.thumb,
      given.placeholder,
      given.width,
      given.height,
      given.at,
      given.corrects,
    ],
  })
  const [row] = rows
  if (!row) throw new Error('The insert of a submission returned no row')
  return row.id
}

/**
 * Locks the member's account until the transaction ends, so that their receipts are counted and written one after the
 * other. Returns false when the account is deleted.
 */
export async function lockAccount(tx: Queryable, userId: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'submissions.account',
    text: 'SELECT FROM users WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
    values: [userId],
  })
  return rowCount === 1
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

/** Finds the member's submission of the same receipt that is not rejected. */
export async function findOwnDuplicate(db: Queryable, userId: number, invoice: Invoice): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number }>({
    name: 'submissions.sent',
    text: `SELECT id FROM submissions
           WHERE user_id = $1 AND merchant_id = $2 AND invoice_key = $3 AND purchase_date = $4 AND status <> 'rejected'`,
    values: [userId, invoice.merchantId, invoice.invoiceKey, invoice.purchaseDate],
  })
  return rows[0]?.id
}

/** Whether the merchant accepts receipts. Undefined when there is no such merchant. */
export async function isMerchantActive(db: Queryable, merchantId: number): Promise<boolean | undefined> {
  const { rows } = await db.query<{ is_active: boolean }>({
    name: 'submissions.merchant',
    text: 'SELECT is_active FROM merchants WHERE id = $1',
    values: [merchantId],
  })
  return rows[0]?.is_active
}

/**
 * `hasPicture` is false after the account was deleted or the retention time ended: the submission can no longer be
 * decided.
 */
export type LockedSubmission = {
  id: number
  userId: number
  status: Status
  amountSen: number
  hasPicture: boolean
  isEscalated: boolean
}

/** Locks the submission against other decisions, undos and leases until the transaction ends. */
export async function lockSubmission(tx: Queryable, id: number): Promise<LockedSubmission | undefined> {
  const { rows } = await tx.query<LockedSubmission>({
    name: 'submissions.lock',
    text: `SELECT id, user_id AS "userId", status, amount_sen AS "amountSen", picture_key IS NOT NULL AS "hasPicture",
             escalated AS "isEscalated"
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
 * A merchant's rules for receipts (null: no such rule) and how many of the member's receipts count against the daily
 * limit.
 */
export type MerchantRules = { minimumSpendSen: number | null; receiptsPerDay: number | null; taken: number }

/** Finds the merchant's rules and counts the member's receipts of one day there. Rejected receipts do not count. */
export async function findMerchantRules(
  db: Queryable,
  { merchantId, userId }: { merchantId: number; userId: number },
  day: { from: Date; until: Date },
): Promise<MerchantRules | undefined> {
  const { rows } = await db.query<MerchantRules>({
    name: 'submissions.rules',
    text: `SELECT minimum_spend_sen AS "minimumSpendSen", receipts_per_day AS "receiptsPerDay",
             CASE WHEN receipts_per_day IS NULL THEN 0 ELSE (
               SELECT count(*)::int FROM submissions s
               WHERE s.user_id = $2 AND s.created_at >= $3 AND s.created_at < $4 AND s.merchant_id = $1 AND s.status <> 'rejected') END AS taken
           FROM merchants WHERE id = $1`,
    values: [merchantId, userId, day.from, day.until],
  })
  return rows[0]
}

type Appealed = { status: Status; hasPicture: boolean }

/** Locks a member's own submission against decisions until the transaction ends. */
export async function lockOwnSubmission(
  tx: Queryable,
  userId: number,
  submissionId: number,
): Promise<Appealed | undefined> {
  const { rows } = await tx.query<Appealed>({
    name: 'appeals.lock-own',
    text: `SELECT status, picture_key IS NOT NULL AS "hasPicture" FROM submissions
           WHERE user_id = $1 AND id = $2 FOR UPDATE`,
    values: [userId, submissionId],
  })
  return rows[0]
}

/** Inserts an appeal. Returns false when the submission was appealed before. */
export async function insertAppeal(
  tx: Queryable,
  given: { submissionId: number; message: string; at: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'appeals.insert',
    text: `INSERT INTO appeals (submission_id, message, created_at) VALUES ($1, $2, $3)
           ON CONFLICT (submission_id) DO NOTHING`,
    values: [given.submissionId, given.message, given.at],
  })
  return rowCount === 1
}

/** Closes an appeal that was answered. */
export async function closeAppeal(tx: Queryable, appealId: number): Promise<void> {
  await tx.query({
    name: 'appeals.close',
    text: 'UPDATE appeals SET is_open = false WHERE id = $1',
    values: [appealId],
  })
}
