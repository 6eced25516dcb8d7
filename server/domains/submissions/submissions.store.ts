import { ownById } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { maybe, maybeValue, some, value } from '../../platform/db/query.ts'
import { insert } from '../../platform/db/rows.ts'
import { parameter, sql } from '../../platform/db/sql.ts'
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

/** Violates `submissions_sent_once` when the member has sent the same receipt before. */
export function insertSubmission(tx: Queryable, given: NewSubmission): Promise<number> {
  const user = parameter(given.userId)
  const row = {
    user_id: user,
    merchant_id: given.merchantId,
    purchase_date: given.purchaseDate,
    amount_sen: given.amountSen,
    invoice_no: given.invoiceNo,
    invoice_key: given.invoiceKey,
    file_sha256: given.fileSha256,
    original_key: given.files.original,
    picture_key: given.files.full,
    thumb_key: given.files.thumb,
    placeholder: given.placeholder,
    picture_width: given.width,
    picture_height: given.height,
    created_at: given.at,
    corrects: sql`(SELECT s.id FROM ${ownById(user, parameter(given.corrects))}
      AND EXISTS (SELECT FROM decisions d WHERE d.submission_id = s.id AND d.status = 'rejected'))`,
  }
  return value(tx, 'submissions.insert')`${insert('submissions', row)} RETURNING id`
}

/** False when the account is deleted. The lock has the member's receipts counted and written one after the other. */
export const lockAccount = (tx: Queryable, userId: number) => some(tx, 'submissions.account')`
  SELECT FROM users WHERE id = ${userId} AND deleted_at IS NULL FOR NO KEY UPDATE`

/** Neither rejected nor withdrawn. */
export const findOwnDuplicate = (db: Queryable, userId: number, { merchantId, invoiceKey, purchaseDate }: Invoice) =>
  maybeValue(db, 'submissions.sent')`
    SELECT id FROM submissions
    WHERE user_id = ${userId} AND merchant_id = ${merchantId} AND invoice_key = ${invoiceKey} AND purchase_date = ${purchaseDate}
      AND status NOT IN ('rejected', 'withdrawn')`

/** Undefined when there is no such merchant. */
export const isMerchantActive = (db: Queryable, merchantId: number) =>
  maybeValue<boolean>(db, 'submissions.merchant')`SELECT is_active FROM merchants WHERE id = ${merchantId}`

/** Null: no such rule. `taken` is how many of the member's receipts count against the daily limit. */
export type MerchantRules = { minimumSpendSen: number | null; receiptsPerDay: number | null; taken: number }

/** Rejected and withdrawn receipts do not count. */
export function findMerchantRules(
  db: Queryable,
  { merchantId, userId }: { merchantId: number; userId: number },
  day: { from: Date; until: Date },
) {
  const merchant = parameter(merchantId)
  return maybe<MerchantRules>(db, 'submissions.rules')`
    SELECT minimum_spend_sen AS "minimumSpendSen", receipts_per_day AS "receiptsPerDay",
      CASE WHEN receipts_per_day IS NULL THEN 0 ELSE (
        SELECT count(*)::int FROM submissions s
        WHERE s.user_id = ${userId} AND s.created_at >= ${day.from} AND s.created_at < ${day.until}
          AND s.merchant_id = ${merchant} AND s.status NOT IN ('rejected', 'withdrawn')) END AS taken
    FROM merchants WHERE id = ${merchant}`
}
