import type { FactName } from '@stampus/contract/ocrPreview'
import { anyId } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { many, rowCount, run } from '../../../platform/db/query.ts'
import { parameter, raw } from '../../../platform/db/sql.ts'
import { FILLED_IN } from '../../receipt-ocr/filled-in/filled-in.store.ts'
import type { SecondReading } from '../../receipt-ocr/filled-in/second-reading.store.ts'
import { IN_FORCE } from '../decisions.store.ts'
import { isAvailable, PICTURE, type PictureRow } from '../queue.store.ts'

/** A copy that shows fewer numbers, with the rest covered, is not found as a look-alike. */
const NUMBERS_AT_LEAST = 5

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

export const findUnescalated = (
  db: Queryable,
  { operatorId, now, from, to, size }: { operatorId: number; now: Date; from: number; to: number; size: number },
) => many<BulkRow>(db, 'bulk.find')`
  SELECT s.id, s.created_at, s.purchase_date, s.amount_sen, s.invoice_no, u.name AS member_name, m.name AS merchant_name,
    s.thumb_key, ${PICTURE}, r.ocr_version, r.second_reading, ${FILLED_IN} AS filled_in,
    coalesce(l.failed_tries = 0 AND l.keypoints <> '' AND cardinality(r.numbers) >= ${raw(NUMBERS_AT_LEAST)}, false)
      AS is_compared
  FROM submissions s
  LEFT JOIN receipt_ocr r ON r.submission_id = s.id
  LEFT JOIN picture_fingerprints l ON l.submission_id = s.id
  JOIN users u ON u.id = s.user_id
  JOIN merchants m ON m.id = s.merchant_id
  WHERE ${isAvailable(parameter(operatorId), parameter(now))} AND NOT s.escalated AND s.id BETWEEN ${from} AND ${to}
  ORDER BY s.id LIMIT ${size}`

/** Locks the members of a batch, so that none of them spends stamps until the transaction ends. */
export const lockSenders = (tx: Queryable, submissionIds: number[]) => run(tx, 'bulk.senders')`
  SELECT FROM users WHERE id IN (SELECT user_id FROM submissions WHERE id = ${anyId(submissionIds)})
  ORDER BY id FOR NO KEY UPDATE`

/** Leaves out approvals undone meanwhile or from before `undoableSince`. Returns how many are recorded. */
export const insertBatch = (
  tx: Queryable,
  batch: { operatorId: number; submissionIds: number[]; undoableSince: Date; endedAt: Date },
) => rowCount(tx, 'bulk.end')`
  INSERT INTO bulk_approvals (decision_id, batch_ended_at)
  SELECT d.id, ${batch.endedAt} FROM decisions d
  WHERE d.submission_id = ${anyId(batch.submissionIds)} AND d.operator_id = ${batch.operatorId}
    AND d.created_at >= ${batch.undoableSince} AND ${IN_FORCE}`
