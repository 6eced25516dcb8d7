import type { Queryable } from '../../../platform/db/database.ts'
import { many, rowCount, run, some } from '../../../platform/db/query.ts'
import { insert, type Row } from '../../../platform/db/rows.ts'
import { parameter, sql } from '../../../platform/db/sql.ts'

export type KnownMarks = { id: number; numbers: string[]; codes: number[] }

/** The approved receipts among these that could still be sent: those bought on `since` or later. */
export const listKnownMarks = (tx: Queryable, ids: number[], since: string) => many<KnownMarks>(tx)`
  SELECT s.id, coalesce(r.numbers, '{}') AS numbers,
    ARRAY(SELECT c.code FROM keypoint_codes c WHERE c.submission_id = s.id) AS codes
  FROM submissions s LEFT JOIN receipt_ocr r ON r.submission_id = s.id
  WHERE s.id = ANY(${ids}) AND s.status = 'approved' AND s.purchase_date >= ${since}`

type Hashes = { id: number; numbers: Buffer[]; codes: Buffer[] }

export const insertDeletedReceipt = (tx: Queryable, { id, numbers, codes }: Hashes) =>
  run(tx)`${insert('deleted_receipts', { submission_id: id, number_hashes: numbers, keypoint_code_hashes: codes })}`

export type DeletedReceipt = Row<'deleted_receipts', 'number_hashes' | 'keypoint_code_hashes'> &
  Row<'submissions', 'id' | 'invoice_no' | 'purchase_date' | 'amount_sen'>

/** The receipts of deleted accounts that share most of these numbers or codes, the oldest first of equal ones. */
export function findDeletedReceipts(tx: Queryable, given: Omit<Hashes, 'id'> & { since: Date }) {
  const numbers = sql`${parameter(given.numbers)}::bytea[]`
  const codes = sql`${parameter(given.codes)}::bytea[]`
  return many<DeletedReceipt>(tx, 'duplicates.deleted')`
    SELECT id, number_hashes, keypoint_code_hashes, invoice_no, purchase_date, amount_sen FROM (
      SELECT s.id, d.number_hashes, d.keypoint_code_hashes, s.invoice_no, s.purchase_date, s.amount_sen,
        (SELECT count(*) FROM unnest(d.number_hashes) x WHERE x = ANY(${numbers})) AS numbers,
        (SELECT count(*) FROM unnest(d.keypoint_code_hashes) x WHERE x = ANY(${codes})) AS codes
      FROM deleted_receipts d JOIN submissions s ON s.id = d.submission_id
      WHERE (d.number_hashes && ${numbers} OR d.keypoint_code_hashes && ${codes}) AND s.created_at > ${given.since}) alike
    ORDER BY least(CASE WHEN numbers > 0 THEN rank() OVER (ORDER BY numbers DESC) END,
      CASE WHEN codes > 0 THEN rank() OVER (ORDER BY codes DESC) END), id LIMIT 200`
}

export const hasDeletedReceipts = (tx: Queryable) =>
  some(tx, 'duplicates.has-deleted')`SELECT FROM deleted_receipts LIMIT 1`

/** Deletes what stayed of receipts that were bought before a day, and what they are duplicates of. */
export const removeDeletedReceipts = (db: Queryable, before: string) => rowCount(db)`
  WITH old AS (
    DELETE FROM deleted_receipts d USING submissions s WHERE s.id = d.submission_id AND s.purchase_date < ${before}
    RETURNING d.submission_id),
  pairs AS (
    DELETE FROM receipt_duplicates t USING old WHERE t.submission_id = old.submission_id OR t.duplicate_id = old.submission_id)
  SELECT FROM old`
