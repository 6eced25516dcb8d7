import type { FactName } from '@stampus/contract/ocrPreview'
import { anyId } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { raw } from '../../../platform/db/sql.ts'
import { FILLED_IN } from '../../receipt-ocr/filled-in/filled-in.store.ts'
import type { SecondReading } from '../../receipt-ocr/filled-in/second-reading.store.ts'
import { AVAILABLE, type PictureRow } from '../queue.store.ts'

/** A copy that shows fewer numbers, with the rest covered, is not found as a look-alike. */
const NUMBERS_AT_LEAST = 5

/** A waiting receipt in the bulk list, with the facts that its signals need. */
export type BulkRow = PictureRow & {
  id: number
  created_at: Date
  purchase_date: string
  amount_sen: number
  invoice_no: string
  member_name: string
  merchant_name: string
  thumb_key: string
  /** The OCR release that read its picture. Null before that. */
  ocr_version: number | null
  /** Whether its picture was compared with others and shows enough for that. */
  is_compared: boolean
  filled_in: FactName[]
  /** Null before the other engine has read its picture. */
  second_reading: SecondReading | null
}

/** Finds available, not escalated receipts in an id range, oldest first. */
export async function findUnescalated(
  db: Queryable,
  query: { operatorId: number; now: Date; from: number; to: number; size: number },
): Promise<BulkRow[]> {
  const { rows } = await db.query<BulkRow>({
    name: 'bulk.find',
    text: `SELECT s.id, s.created_at, s.purchase_date, s.amount_sen, s.invoice_no, u.name AS member_name,
             m.name AS merchant_name, s.picture_key, s.thumb_key, s.placeholder,
             s.picture_width AS width, s.picture_height AS height, r.ocr_version, r.second_reading, ${FILLED_IN} AS filled_in,
             coalesce(l.failed_tries = 0 AND l.landmarks <> '' AND cardinality(r.numbers) >= ${NUMBERS_AT_LEAST}, false)
               AS is_compared
           FROM submissions s
           LEFT JOIN receipt_ocr r ON r.submission_id = s.id
           LEFT JOIN picture_landmarks l ON l.submission_id = s.id
           JOIN users u ON u.id = s.user_id
           JOIN merchants m ON m.id = s.merchant_id
           WHERE ${AVAILABLE} AND NOT s.escalated AND s.id BETWEEN $3 AND $4
           ORDER BY s.id LIMIT $5`,
    values: [query.operatorId, query.now, query.from, query.to, query.size],
  })
  return rows
}

/** Locks the members of a batch, so that none of them spends stamps until the transaction ends. */
export async function lockSenders(tx: Queryable, submissionIds: number[]): Promise<void> {
  await tx.query({
    name: 'bulk.senders',
    text: `SELECT FROM users WHERE id IN (SELECT user_id FROM submissions WHERE id = ${anyId(raw('$1'))})
           ORDER BY id FOR NO KEY UPDATE`,
    values: [submissionIds],
  })
}

/**
 * Records when a batch of approvals ended, and returns for how many. Leaves out approvals that were undone meanwhile, and those
 * from before `undoableSince`.
 */
export async function insertBatch(
  tx: Queryable,
  batch: { operatorId: number; submissionIds: number[]; undoableSince: Date; endedAt: Date },
): Promise<number> {
  const { rowCount } = await tx.query({
    name: 'bulk.end',
    text: `INSERT INTO bulk_approvals (decision_id, batch_ended_at)
           SELECT d.id, $3 FROM decisions d
           WHERE d.submission_id = ${anyId(raw('$2'))} AND d.operator_id = $1 AND d.created_at >= $4
             AND NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id)`,
    values: [batch.operatorId, batch.submissionIds, batch.endedAt, batch.undoableSince],
  })
  return rowCount ?? 0
}
