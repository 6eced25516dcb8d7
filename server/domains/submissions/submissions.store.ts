import { ownById } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { raw } from '../../platform/db/sql.ts'
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
             (SELECT s.id FROM ${ownById(raw('$1'), raw('$15'))}
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

/** Finds the member's submission of the same receipt that is neither rejected nor withdrawn. */
export async function findOwnDuplicate(db: Queryable, userId: number, invoice: Invoice): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number }>({
    name: 'submissions.sent',
    text: `SELECT id FROM submissions
           WHERE user_id = $1 AND merchant_id = $2 AND invoice_key = $3 AND purchase_date = $4
             AND status NOT IN ('rejected', 'withdrawn')`,
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
 * A merchant's rules for receipts (null: no such rule) and how many of the member's receipts count against the daily
 * limit.
 */
export type MerchantRules = { minimumSpendSen: number | null; receiptsPerDay: number | null; taken: number }

/** Finds the merchant's rules and counts the member's receipts of one day there. Rejected and withdrawn receipts do not count. */
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
               WHERE s.user_id = $2 AND s.created_at >= $3 AND s.created_at < $4 AND s.merchant_id = $1
                 AND s.status NOT IN ('rejected', 'withdrawn')) END AS taken
           FROM merchants WHERE id = $1`,
    values: [merchantId, userId, day.from, day.until],
  })
  return rows[0]
}
