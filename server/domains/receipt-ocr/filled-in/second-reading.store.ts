import type { Queryable } from '../../../platform/db/database.ts'
import { maybe, run, values } from '../../../platform/db/query.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Engine } from '../../../platform/ocr/engine.ts'
import { OCR_JOBS } from '../receipt-ocr.store.ts'

/** What the other engine read. Null: not found, or the reading failed. */
export type SecondReading = {
  engine: Engine | null
  total_sen: number | null
  date: string | null
  invoice: string | null
}

/** Pending receipt `s` has a picture and the result `r` of this release, of which the second reading is missing. */
const needsSecond = (ocrVersion: number) => sql`s.status = 'pending' AND s.picture_key IS NOT NULL
  AND r.ocr_version = ${ocrVersion} AND r.result IS NOT NULL AND r.second_reading IS NULL
  AND EXISTS (SELECT FROM filled_in_facts f WHERE f.submission_id = s.id)`

type ReceiptForSecond = { userId: number; pictureKey: string; engine: Engine | null }

export const findReceiptForSecond = (db: Queryable, submissionId: number, ocrVersion: number) =>
  maybe<ReceiptForSecond>(db, 'second-reading.missing')`
    SELECT s.user_id AS "userId", s.picture_key AS "pictureKey", r.result->>'engine' AS engine
    FROM submissions s JOIN receipt_ocr r ON r.submission_id = s.id
    WHERE s.id = ${submissionId} AND ${needsSecond(ocrVersion)}`

/** Receipts that lack a second reading and a job. The fewest failed jobs come first, then the oldest. */
export const findWithoutSecond = (
  db: Queryable,
  { ocrVersion, before, limit }: { ocrVersion: number; before: Date; limit: number },
) => values(db, 'second-reading.without-job')`
  SELECT s.id FROM submissions s JOIN receipt_ocr r ON r.submission_id = s.id
  ${OCR_JOBS}
  WHERE ${needsSecond(ocrVersion)} AND s.created_at < ${before} AND asked.waits IS NOT TRUE
  ORDER BY coalesce(asked.failed, 0), s.id LIMIT ${limit}`

/** Stores the second reading beside the first one, unless that was replaced meanwhile. */
export const updateSecondReading = (
  db: Queryable,
  submissionId: number,
  { ocrVersion, reading }: { ocrVersion: number; reading: SecondReading },
) => run(db, 'second-reading.store')`
  UPDATE receipt_ocr SET second_reading = ${JSON.stringify(reading)}
  WHERE submission_id = ${submissionId} AND ocr_version = ${ocrVersion} AND second_reading IS NULL`
