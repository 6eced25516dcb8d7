import type { Queryable } from '../../../platform/db/database.ts'
import type { Engine } from '../../../platform/ocr/engine.ts'
import { OCR_JOBS } from '../receipt-ocr.store.ts'

/** What the other engine read. Null: not found, or the reading failed. */
export type SecondReading = {
  engine: Engine | null
  total_sen: number | null
  date: string | null
  invoice: string | null
}

/** SQL: pending receipt `s` with a picture and the result `r` of release `$1`, of which the second reading is missing. */
const NEEDS_SECOND = `s.status = 'pending' AND s.picture_key IS NOT NULL AND r.ocr_version = $1 AND r.result IS NOT NULL
  AND r.second_reading IS NULL AND EXISTS (SELECT FROM filled_in_facts f WHERE f.submission_id = s.id)`

/** `engine` read the picture first. */
type ReceiptForSecond = { userId: number; pictureKey: string; engine: Engine | null }

/** The receipt, if it has a fact that was filled in and its picture was read once by this release. */
export async function findReceiptForSecond(
  db: Queryable,
  submissionId: number,
  ocrVersion: number,
): Promise<ReceiptForSecond | undefined> {
  const { rows } = await db.query<ReceiptForSecond>({
    name: 'second-reading.missing',
    text: `SELECT s.user_id AS "userId", s.picture_key AS "pictureKey", r.result->>'engine' AS engine
           FROM submissions s JOIN receipt_ocr r ON r.submission_id = s.id WHERE s.id = $2 AND ${NEEDS_SECOND}`,
    values: [ocrVersion, submissionId],
  })
  return rows[0]
}

/** Receipts sent before an instant that lack their second reading and have no job. Those with the fewest failed jobs come first, then the oldest. */
export async function findWithoutSecond(
  db: Queryable,
  { ocrVersion, before, limit }: { ocrVersion: number; before: Date; limit: number },
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    name: 'second-reading.without-job',
    text: `SELECT s.id FROM submissions s JOIN receipt_ocr r ON r.submission_id = s.id
           ${OCR_JOBS}
           WHERE ${NEEDS_SECOND} AND s.created_at < $2 AND asked.waits IS NOT TRUE
           ORDER BY coalesce(asked.failed, 0), s.id LIMIT $3`,
    values: [ocrVersion, before, limit],
  })
  return rows.map(({ id }) => id)
}

/** Stores the second reading beside the first one, unless that was replaced meanwhile. */
export async function updateSecondReading(
  db: Queryable,
  submissionId: number,
  { ocrVersion, reading }: { ocrVersion: number; reading: SecondReading },
): Promise<void> {
  await db.query({
    name: 'second-reading.store',
    text: `UPDATE receipt_ocr SET second_reading = $3
           WHERE submission_id = $2 AND ocr_version = $1 AND second_reading IS NULL`,
    values: [ocrVersion, submissionId, JSON.stringify(reading)],
  })
}
