import type { Queryable } from '../../../platform/db/database.ts'

/** What is known of receipts: the numbers that OCR found, and the codes of their pictures. */
export type KnownMarks = { id: number; numbers: string[]; codes: number[] }

/** The approved receipts among these that could still be sent: those bought on `since` or later. */
export async function listKnownMarks(tx: Queryable, ids: number[], since: string): Promise<KnownMarks[]> {
  const { rows } = await tx.query<KnownMarks>({
    text: `SELECT s.id, coalesce(r.numbers, '{}') AS numbers,
        ARRAY(SELECT c.code FROM picture_codes c WHERE c.submission_id = s.id) AS codes
      FROM submissions s LEFT JOIN receipt_ocr r ON r.submission_id = s.id
      WHERE s.id = ANY($1) AND s.status = 'approved' AND s.purchase_date >= $2`,
    values: [ids, since],
  })
  return rows
}

export async function insertDeletedReceipt(
  tx: Queryable,
  { id, numbers, codes }: { id: number; numbers: Buffer[]; codes: Buffer[] },
): Promise<void> {
  await tx.query({
    text: 'INSERT INTO deleted_receipts (submission_id, number_hashes, code_hashes) VALUES ($1, $2, $3)',
    values: [id, numbers, codes],
  })
}

/** A receipt of a deleted account, with its decided facts. */
export type DeletedReceipt = {
  id: number
  number_hashes: Buffer[]
  code_hashes: Buffer[]
  invoice_no: string
  purchase_date: string
  amount_sen: number
}

/** The receipts of deleted accounts, sent after `since`, that share most of these numbers or most of these codes, the oldest first of equal ones. */
export async function findDeletedReceipts(
  tx: Queryable,
  { numbers, codes, since }: { numbers: Buffer[]; codes: Buffer[]; since: Date },
): Promise<DeletedReceipt[]> {
  const { rows } = await tx.query<DeletedReceipt>({
    name: 'duplicates.deleted',
    text: `SELECT id, number_hashes, code_hashes, invoice_no, purchase_date, amount_sen FROM (
        SELECT s.id, d.number_hashes, d.code_hashes, s.invoice_no, s.purchase_date, s.amount_sen,
          (SELECT count(*) FROM unnest(d.number_hashes) x WHERE x = ANY($1::bytea[])) AS numbers,
          (SELECT count(*) FROM unnest(d.code_hashes) x WHERE x = ANY($2::bytea[])) AS codes
        FROM deleted_receipts d JOIN submissions s ON s.id = d.submission_id
        WHERE (d.number_hashes && $1::bytea[] OR d.code_hashes && $2::bytea[]) AND s.created_at > $3) alike
      ORDER BY least(CASE WHEN numbers > 0 THEN rank() OVER (ORDER BY numbers DESC) END,
        CASE WHEN codes > 0 THEN rank() OVER (ORDER BY codes DESC) END), id LIMIT 200`,
    values: [numbers, codes, since],
  })
  return rows
}

export async function hasDeletedReceipts(tx: Queryable): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'duplicates.has-deleted',
    text: 'SELECT FROM deleted_receipts LIMIT 1',
  })
  return rowCount === 1
}

/** Deletes what stayed of receipts that were bought before a day, and what they are duplicates of. */
export async function removeDeletedReceipts(db: Queryable, before: string): Promise<number> {
  const { rowCount } = await db.query({
    text: `WITH old AS (
        DELETE FROM deleted_receipts d USING submissions s WHERE s.id = d.submission_id AND s.purchase_date < $1 RETURNING d.submission_id),
      pairs AS (
        DELETE FROM receipt_duplicates t USING old WHERE t.submission_id = old.submission_id OR t.duplicate_id = old.submission_id)
      SELECT FROM old`,
    values: [before],
  })
  return rowCount ?? 0
}
