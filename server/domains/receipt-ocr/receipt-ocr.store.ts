import { anyId } from '../../platform/db/clauses.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { raw } from '../../platform/db/sql.ts'
import type { ActiveMerchant, Comparison, OcrResult, TypedFacts } from './ocr-result.ts'

/**
 * A receipt that needs OCR; `again` if it has a result of an older release. `failedTries` are those of its fingerprint: 0 if it succeeded,
 * null if it was not tried.
 */
export type ReceiptForOcr = {
  userId: number
  fileSha256: Buffer
  pictureKey: string
  failedTries: number | null
  again: boolean
}

/** The receipt, if it needs OCR: it has a picture, and no result of this release, or no result at all if it is decided. */
export async function findReceiptForOcr(
  db: Queryable,
  submissionId: number,
  ocrVersion: number,
): Promise<ReceiptForOcr | undefined> {
  const { rows } = await db.query<ReceiptForOcr>({
    name: 'receipt-ocr.unread',
    text: `SELECT user_id AS "userId", file_sha256 AS "fileSha256", picture_key AS "pictureKey",
             (SELECT failed_tries FROM picture_landmarks l WHERE l.submission_id = s.id) AS "failedTries",
             r.submission_id IS NOT NULL AS again
           FROM submissions s LEFT JOIN receipt_ocr r ON r.submission_id = s.id
           WHERE s.id = $1 AND picture_key IS NOT NULL
             AND (r.submission_id IS NULL OR (s.status = 'pending' AND r.ocr_version < $2))`,
    values: [submissionId, ocrVersion],
  })
  return rows[0]
}

/** SQL: join to the OCR jobs of receipt `s`: how many failed, and whether one waits or runs. */
export const OCR_JOBS = `LEFT JOIN (
             SELECT data->>'submissionId' AS id, count(*) FILTER (WHERE state = 'failed') AS failed,
               bool_or(state IN ('created', 'retry', 'active')) AS waits
             FROM pgboss.job WHERE name = 'reading' GROUP BY 1
           ) asked ON asked.id = s.id::text`

/**
 * Receipts that are pending or were withdrawn within the last day, sent before an instant, without a result and without a job. Those with the
 * fewest failed jobs come first, so that receipts that always fail do not hold up others; then the oldest.
 */
export async function findReceiptsWithoutJob(db: Queryable, before: Date, limit: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    name: 'receipt-ocr.without-job',
    text: `SELECT s.id FROM submissions s
           ${OCR_JOBS}
           WHERE (s.status = 'pending' OR (s.status = 'withdrawn' AND s.withdrawn_at > $1::timestamptz - interval '1 day'))
             AND s.picture_key IS NOT NULL AND s.created_at < $1 AND asked.waits IS NOT TRUE
             AND NOT EXISTS (SELECT FROM receipt_ocr r WHERE r.submission_id = s.id)
           ORDER BY coalesce(asked.failed, 0), s.id LIMIT $2`,
    values: [before, limit],
  })
  return rows.map(({ id }) => id)
}

/** Read receipts that were sent before an instant, have no job, and whose photo waits to be compared with another one; one of both is pending. */
export async function findNotComparedWithoutJob(db: Queryable, before: Date, limit: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    name: 'receipt-ocr.not-compared',
    text: `SELECT DISTINCT s.id FROM receipt_duplicates t
           JOIN submissions s ON s.id = t.submission_id
           JOIN submissions o ON o.id = t.duplicate_id
           ${OCR_JOBS}
           WHERE t.not_compared AND 'pending' IN (s.status, o.status) AND s.created_at < $1 AND asked.waits IS NOT TRUE
             AND EXISTS (SELECT FROM receipt_ocr r WHERE r.submission_id = s.id)
           ORDER BY s.id LIMIT $2`,
    values: [before, limit],
  })
  return rows.map(({ id }) => id)
}

/** The result of this release for the same file, from any receipt. */
export async function findResultOfFile(
  db: Queryable,
  fileSha256: Buffer,
  ocrVersion: number,
): Promise<OcrResult | undefined> {
  const { rows } = await db.query<{ result: OcrResult }>({
    name: 'receipt-ocr.of-file',
    text: `SELECT r.result FROM submissions s JOIN receipt_ocr r ON r.submission_id = s.id
           WHERE s.file_sha256 = $1 AND r.ocr_version = $2 AND r.result IS NOT NULL LIMIT 1`,
    values: [fileSha256, ocrVersion],
  })
  return rows[0]?.result
}

/** The typed facts of a receipt with a picture, and when it was sent. */
type LockedFacts = { sentAt: Date; typed: TypedFacts }

/** Locks the receipt and its merchant until the transaction ends. */
export async function lockTypedFacts(tx: Queryable, submissionId: number): Promise<LockedFacts | undefined> {
  const { rows } = await tx.query<TypedFacts & Omit<LockedFacts, 'typed'>>({
    name: 'receipt-ocr.hold-typed',
    text: `SELECT m.id AS "merchantId", s.created_at AS "sentAt", s.amount_sen AS "amountSen", s.purchase_date AS date,
             s.invoice_no AS invoice, m.name AS merchant, m.further_names AS "furtherNames"
           FROM submissions s JOIN merchants m ON m.id = s.merchant_id
           WHERE s.id = $1 AND s.picture_key IS NOT NULL FOR SHARE OF s FOR NO KEY UPDATE OF m`,
    values: [submissionId],
  })
  const [row] = rows
  if (!row) return undefined
  const { sentAt, ...typed } = row
  return { sentAt, typed }
}

/** `result` is undefined if OCR failed. */
type NewResult = {
  submissionId: number
  ocrVersion: number
  result: OcrResult | undefined
  comparison: Comparison | undefined
  matches: boolean
  at: Date
}

/**
 * Stores a result. It replaces that of an older release if the receipt is still pending. False if another result came first, or if this one
 * failed and the older one did not.
 */
export async function insertResult(tx: Queryable, given: NewResult): Promise<boolean> {
  const { submissionId, ocrVersion, result, comparison, matches, at } = given
  const { rowCount } = await tx.query({
    name: 'receipt-ocr.insert',
    text: `INSERT INTO receipt_ocr (submission_id, ocr_version, result, numbers, comparison, matches, read_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (submission_id) DO UPDATE SET ocr_version = excluded.ocr_version, result = excluded.result,
             numbers = excluded.numbers, comparison = excluded.comparison, matches = excluded.matches, read_at = excluded.read_at,
             second_reading = NULL
           WHERE receipt_ocr.ocr_version < excluded.ocr_version AND (excluded.result IS NOT NULL OR receipt_ocr.result IS NULL)
             AND EXISTS (SELECT FROM submissions s WHERE s.id = excluded.submission_id AND s.status = 'pending')`,
    values: [submissionId, ocrVersion, asJson(result), result?.numbers ?? [], asJson(comparison), matches, at],
  })
  return rowCount === 1
}

/** Deletes the result of a receipt, so that it is read again. */
export async function deleteResult(tx: Queryable, submissionId: number): Promise<void> {
  await tx.query({
    name: 'receipt-ocr.delete',
    text: 'DELETE FROM receipt_ocr WHERE submission_id = $1',
    values: [submissionId],
  })
}

/** The OCR result of a receipt, with its present typed facts. */
export async function findResult(
  tx: Queryable,
  submissionId: number,
): Promise<{ result: OcrResult; typed: TypedFacts } | undefined> {
  const { rows } = await tx.query<TypedFacts & { result: OcrResult }>({
    name: 'receipt-ocr.read',
    text: `SELECT r.result, s.amount_sen AS "amountSen", s.purchase_date AS date, s.invoice_no AS invoice,
             m.id AS "merchantId", m.name AS merchant, m.further_names AS "furtherNames"
           FROM receipt_ocr r JOIN submissions s ON s.id = r.submission_id JOIN merchants m ON m.id = s.merchant_id
           WHERE r.submission_id = $1 AND r.result IS NOT NULL`,
    values: [submissionId],
  })
  const [row] = rows
  if (!row) return undefined
  const { result, ...typed } = row
  return { result, typed }
}

export type ListedMerchant = ActiveMerchant & { address: string }

/** Lists all active merchants. */
export async function listActiveMerchants(db: Queryable): Promise<ListedMerchant[]> {
  const { rows } = await db.query<ListedMerchant>({
    name: 'receipt-ocr.merchants',
    text: 'SELECT id, name, further_names, address FROM merchants WHERE is_active ORDER BY id',
  })
  return rows
}

/** Replaces the comparison after the typed facts have changed. */
export async function updateComparison(
  tx: Queryable,
  submissionId: number,
  { comparison, matches }: { comparison: Comparison; matches: boolean },
): Promise<void> {
  await tx.query({
    name: 'receipt-ocr.compare',
    text: 'UPDATE receipt_ocr SET comparison = $2, matches = $3 WHERE submission_id = $1',
    values: [submissionId, asJson(comparison), matches],
  })
}

/** The comparisons of these receipts with their pictures; null if OCR failed. */
export async function findComparisons(db: Queryable, ids: number[]): Promise<Map<number, Comparison | null>> {
  const { rows } = await db.query<{ id: number; comparison: Comparison | null }>({
    name: 'receipt-ocr.comparisons',
    text: `SELECT submission_id AS id, comparison FROM receipt_ocr WHERE submission_id = ${anyId(raw('$1'))}`,
    values: [ids],
  })
  return new Map(rows.map(({ id, comparison }) => [id, comparison]))
}

/** Deletes all OCR data of these receipts, together with their pictures. */
export async function deleteOcrResults(tx: Queryable, submissionIds: number[]): Promise<void> {
  for (const place of [
    'receipt_numbers WHERE submission_id',
    'picture_codes WHERE submission_id',
    'picture_landmarks WHERE submission_id',
    'receipt_ocr WHERE submission_id',
  ])
    await tx.query({ text: `DELETE FROM ${place} = ANY($1)`, values: [submissionIds] })
  // What was found on an approved receipt whose hashes stay is still known of its duplicates.
  await tx.query({
    text: `DELETE FROM receipt_duplicates t WHERE (submission_id = ANY($1) OR duplicate_id = ANY($1))
      AND NOT EXISTS (SELECT FROM deleted_receipts d WHERE d.submission_id IN (t.submission_id, t.duplicate_id))`,
    values: [submissionIds],
  })
  // Without their pictures they can never be compared.
  await tx.query({
    text: `UPDATE receipt_duplicates SET not_compared = NULL
      WHERE not_compared AND (submission_id = ANY($1) OR duplicate_id = ANY($1))`,
    values: [submissionIds],
  })
}

function asJson(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

/** Pending receipts above an id with a result of an older release and without a job. */
export async function findOutdated(
  db: Queryable,
  { ocrVersion, beyond, limit }: { ocrVersion: number; beyond: number; limit: number },
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    name: 'receipt-ocr.outdated',
    text: `SELECT s.id FROM submissions s JOIN receipt_ocr r ON r.submission_id = s.id
           WHERE s.status = 'pending' AND s.picture_key IS NOT NULL AND r.ocr_version < $1 AND s.id > $2
             AND NOT EXISTS (SELECT FROM pgboss.job j WHERE j.name = 'reading' AND j.data->>'submissionId' = s.id::text
               AND j.state IN ('created', 'retry', 'active'))
           ORDER BY s.id LIMIT $3`,
    values: [ocrVersion, beyond, limit],
  })
  return rows.map(({ id }) => id)
}
