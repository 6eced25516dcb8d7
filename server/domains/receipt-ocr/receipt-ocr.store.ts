import type { Queryable } from '../../platform/db/database.ts'
import { many, maybe, maybeValue, run, some, values } from '../../platform/db/query.ts'
import { parameter, raw, sql } from '../../platform/db/sql.ts'
import type { ActiveMerchant, Comparison, OcrResult, TypedFacts } from './ocr-result.ts'

/** `again`: it has an older result. `failedTries` of its fingerprint: 0 if it succeeded, null if not tried. */
export type ReceiptForOcr = {
  userId: number
  fileSha256: Buffer
  pictureKey: string
  failedTries: number | null
  again: boolean
}

/** The receipt, if it has a picture, and no result of this release, or no result at all if it is decided. */
export const findReceiptForOcr = (db: Queryable, submissionId: number, ocrVersion: number) =>
  maybe<ReceiptForOcr>(db, 'receipt-ocr.unread')`
    SELECT user_id AS "userId", file_sha256 AS "fileSha256", picture_key AS "pictureKey",
      (SELECT failed_tries FROM picture_fingerprints l WHERE l.submission_id = s.id) AS "failedTries",
      r.submission_id IS NOT NULL AS again
    FROM submissions s LEFT JOIN receipt_ocr r ON r.submission_id = s.id
    WHERE s.id = ${submissionId} AND picture_key IS NOT NULL
      AND (r.submission_id IS NULL OR (s.status = 'pending' AND r.ocr_version < ${ocrVersion}))`

/** Joins the OCR jobs of receipt `s`: how many failed, and whether one waits or runs. */
export const OCR_JOBS = sql`LEFT JOIN (
    SELECT data->>'submissionId' AS id, count(*) FILTER (WHERE state = 'failed') AS failed,
      bool_or(state IN ('created', 'retry', 'active')) AS waits
    FROM pgboss.job WHERE name = 'reading' GROUP BY 1
  ) asked ON asked.id = s.id::text`

/** Receipts that always fail must not hold up others: the fewest failed jobs come first, then the oldest. */
export function findReceiptsWithoutJob(db: Queryable, sentBefore: Date, limit: number) {
  const before = parameter(sentBefore)
  return values(db, 'receipt-ocr.without-job')`
    SELECT s.id FROM submissions s
    ${OCR_JOBS}
    WHERE (s.status = 'pending' OR (s.status = 'withdrawn' AND s.withdrawn_at > ${before}::timestamptz - interval '1 day'))
      AND s.picture_key IS NOT NULL AND s.created_at < ${before} AND asked.waits IS NOT TRUE
      AND NOT EXISTS (SELECT FROM receipt_ocr r WHERE r.submission_id = s.id)
    ORDER BY coalesce(asked.failed, 0), s.id LIMIT ${limit}`
}

/** Read receipts without a job whose photo waits to be compared with another one; one of both is pending. */
export const findNotComparedWithoutJob = (db: Queryable, before: Date, limit: number) =>
  values(db, 'receipt-ocr.not-compared')`
    SELECT DISTINCT s.id FROM receipt_duplicates t
    JOIN submissions s ON s.id = t.submission_id
    JOIN submissions o ON o.id = t.duplicate_id
    ${OCR_JOBS}
    WHERE t.not_compared AND 'pending' IN (s.status, o.status) AND s.created_at < ${before} AND asked.waits IS NOT TRUE
      AND EXISTS (SELECT FROM receipt_ocr r WHERE r.submission_id = s.id)
    ORDER BY s.id LIMIT ${limit}`

/** The result of this release for the same file, from any receipt. */
export const findResultOfFile = (db: Queryable, fileSha256: Buffer, ocrVersion: number) =>
  maybeValue<OcrResult>(db, 'receipt-ocr.of-file')`
    SELECT r.result FROM submissions s JOIN receipt_ocr r ON r.submission_id = s.id
    WHERE s.file_sha256 = ${fileSha256} AND r.ocr_version = ${ocrVersion} AND r.result IS NOT NULL LIMIT 1`

/** The columns of `TypedFacts` of submission `s` and its merchant `m`. */
export const TYPED = sql`m.id AS "typed.merchantId", s.amount_sen AS "typed.amountSen", s.purchase_date AS "typed.date",
  s.invoice_no AS "typed.invoice", m.name AS "typed.merchant", m.further_names AS "typed.furtherNames"`

/** Locks a receipt with a picture, and its merchant, until the transaction ends. */
export const lockTypedFacts = (tx: Queryable, submissionId: number) =>
  maybe<{ sentAt: Date; typed: TypedFacts }>(tx, 'receipt-ocr.hold-typed')`
    SELECT s.created_at AS "sentAt", ${TYPED}
    FROM submissions s JOIN merchants m ON m.id = s.merchant_id
    WHERE s.id = ${submissionId} AND s.picture_key IS NOT NULL FOR SHARE OF s FOR NO KEY UPDATE OF m`

/** `result` is undefined if OCR failed. */
type NewResult = {
  submissionId: number
  ocrVersion: number
  result: OcrResult | undefined
  comparison: Comparison | undefined
  matches: boolean
  at: Date
}

/** Replaces a result of an older release of a pending receipt. False if another came first, or only this one failed. */
export const insertResult = (
  tx: Queryable,
  { submissionId, ocrVersion, result, comparison, matches, at }: NewResult,
) => some(tx, 'receipt-ocr.insert')`
  INSERT INTO receipt_ocr (submission_id, ocr_version, result, numbers, comparison, matches, read_at)
  VALUES (${submissionId}, ${ocrVersion}, ${asJson(result)}, ${result?.numbers ?? []}, ${asJson(comparison)}, ${matches}, ${at})
  ON CONFLICT (submission_id) DO UPDATE SET ocr_version = excluded.ocr_version, result = excluded.result,
    numbers = excluded.numbers, comparison = excluded.comparison, matches = excluded.matches, read_at = excluded.read_at,
    second_reading = NULL
  WHERE receipt_ocr.ocr_version < excluded.ocr_version AND (excluded.result IS NOT NULL OR receipt_ocr.result IS NULL)
    AND EXISTS (SELECT FROM submissions s WHERE s.id = excluded.submission_id AND s.status = 'pending')`

export const deleteResult = (tx: Queryable, submissionId: number) =>
  run(tx, 'receipt-ocr.delete')`DELETE FROM receipt_ocr WHERE submission_id = ${submissionId}`

export const findResult = (tx: Queryable, submissionId: number) =>
  maybe<{ result: OcrResult; typed: TypedFacts }>(tx, 'receipt-ocr.read')`
    SELECT r.result, ${TYPED}
    FROM receipt_ocr r JOIN submissions s ON s.id = r.submission_id JOIN merchants m ON m.id = s.merchant_id
    WHERE r.submission_id = ${submissionId} AND r.result IS NOT NULL`

export type ListedMerchant = ActiveMerchant & { address: string }

export const listActiveMerchants = (db: Queryable) => many<ListedMerchant>(db, 'receipt-ocr.merchants')`
  SELECT id, name, further_names, address FROM merchants WHERE is_active ORDER BY id`

export const updateComparison = (
  tx: Queryable,
  submissionId: number,
  { comparison, matches }: { comparison: Comparison; matches: boolean },
) => run(tx, 'receipt-ocr.compare')`
  UPDATE receipt_ocr SET comparison = ${asJson(comparison)}, matches = ${matches} WHERE submission_id = ${submissionId}`

export async function deleteOcrResults(tx: Queryable, submissionIds: number[]): Promise<void> {
  for (const table of ['receipt_numbers', 'keypoint_codes', 'picture_fingerprints', 'receipt_ocr'])
    await run(tx)`DELETE FROM ${raw(table)} WHERE submission_id = ANY(${submissionIds})`
  const ids = parameter(submissionIds)
  // What was found on an approved receipt whose hashes stay is still known of its duplicates.
  await run(tx)`
    DELETE FROM receipt_duplicates t WHERE (submission_id = ANY(${ids}) OR duplicate_id = ANY(${ids}))
      AND NOT EXISTS (SELECT FROM deleted_receipts d WHERE d.submission_id IN (t.submission_id, t.duplicate_id))`
  // Receipts without their pictures can never be compared.
  await run(tx)`
    UPDATE receipt_duplicates SET not_compared = NULL
    WHERE not_compared AND (submission_id = ANY(${ids}) OR duplicate_id = ANY(${ids}))`
}

const asJson = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value))

export const findOutdated = (
  db: Queryable,
  { ocrVersion, beyond, limit }: { ocrVersion: number; beyond: number; limit: number },
) => values(db, 'receipt-ocr.outdated')`
  SELECT s.id FROM submissions s JOIN receipt_ocr r ON r.submission_id = s.id
  WHERE s.status = 'pending' AND s.picture_key IS NOT NULL AND r.ocr_version < ${ocrVersion} AND s.id > ${beyond}
    AND NOT EXISTS (SELECT FROM pgboss.job j WHERE j.name = 'reading' AND j.data->>'submissionId' = s.id::text
      AND j.state IN ('created', 'retry', 'active'))
  ORDER BY s.id LIMIT ${limit}`
