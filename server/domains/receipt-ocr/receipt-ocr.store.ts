import type { Queryable } from '../../platform/db/database.ts'
import type { ActiveMerchant, Comparison, OcrResult, TypedFacts } from './ocr-result.ts'

/**
 * A receipt that needs OCR; `again` if it has a result of an older release. `failedTries` are those of its fingerprint: 0 if it succeeded,
 * null if it was not tried.
 */
export type PendingReceipt = {
  userId: number
  fileSha256: Buffer
  pictureKey: string
  failedTries: number | null
  again: boolean
}

/** The receipt, if it needs OCR: it has a picture, and no result of this release, or no result at all if it is decided. */
export async function findPendingReceipt(
  db: Queryable,
  submissionId: number,
  reader: number,
): Promise<PendingReceipt | undefined> {
  const { rows } = await db.query<PendingReceipt>({
    name: 'readings.unread',
    text: `SELECT user_id AS "userId", file_sha256 AS "fileSha256", picture_key AS "pictureKey",
             (SELECT failed_tries FROM picture_landmarks l WHERE l.submission_id = s.id) AS "failedTries",
             r.submission_id IS NOT NULL AS again
           FROM submissions s LEFT JOIN readings r ON r.submission_id = s.id
           WHERE s.id = $1 AND picture_key IS NOT NULL
             AND (r.submission_id IS NULL OR (s.status = 'pending' AND r.reader < $2))`,
    values: [submissionId, reader],
  })
  return rows[0]
}

/**
 * Pending receipts sent before an instant without a result and without a job. Those with the fewest failed jobs come first, so that receipts
 * that always fail do not hold up others; then the oldest.
 */
export async function findForgottenReceipts(db: Queryable, before: Date, limit: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    name: 'readings.left-unread',
    text: `SELECT s.id FROM submissions s
           LEFT JOIN (
             SELECT data->>'submissionId' AS id, count(*) FILTER (WHERE state = 'failed') AS failed,
               bool_or(state IN ('created', 'retry', 'active')) AS waits
             FROM pgboss.job WHERE name = 'reading' GROUP BY 1
           ) asked ON asked.id = s.id::text
           WHERE s.status = 'pending' AND s.picture_key IS NOT NULL AND s.created_at < $1 AND asked.waits IS NOT TRUE
             AND NOT EXISTS (SELECT FROM readings r WHERE r.submission_id = s.id)
           ORDER BY coalesce(asked.failed, 0), s.id LIMIT $2`,
    values: [before, limit],
  })
  return rows.map(({ id }) => id)
}

/** The result of this release for the same file, from any receipt. */
export async function findResultOfFile(
  db: Queryable,
  fileSha256: Buffer,
  reader: number,
): Promise<OcrResult | undefined> {
  const { rows } = await db.query<{ reading: OcrResult }>({
    name: 'readings.of-file',
    text: `SELECT r.reading FROM submissions s JOIN readings r ON r.submission_id = s.id
           WHERE s.file_sha256 = $1 AND r.reader = $2 AND r.reading IS NOT NULL LIMIT 1`,
    values: [fileSha256, reader],
  })
  return rows[0]?.reading
}

/** The typed facts of a receipt with a picture, and when it was sent. */
export type LockedFacts = { sentAt: Date; typed: TypedFacts }

/** Locks the receipt and its merchant until the transaction ends. */
export async function lockTypedFacts(tx: Queryable, submissionId: number): Promise<LockedFacts | undefined> {
  const { rows } = await tx.query<TypedFacts & Omit<LockedFacts, 'typed'>>({
    name: 'readings.hold-typed',
    text: `SELECT m.id AS "merchantId", s.created_at AS "sentAt", s.amount_sen AS "amountSen", s.purchase_date AS date,
             s.invoice_no AS invoice, m.name AS merchant
           FROM submissions s JOIN merchants m ON m.id = s.merchant_id
           WHERE s.id = $1 AND s.picture_key IS NOT NULL FOR SHARE OF s FOR NO KEY UPDATE OF m`,
    values: [submissionId],
  })
  const [row] = rows
  if (!row) return undefined
  const { sentAt, ...typed } = row
  return { sentAt, typed }
}

/** `reading` is undefined if OCR failed. */
export type NewResult = {
  submissionId: number
  reader: number
  reading: OcrResult | undefined
  comparison: Comparison | undefined
  fits: boolean
  at: Date
}

/**
 * Stores a result. It replaces that of an older release if the receipt is still pending. False if another result came first, or if this one
 * failed and the older one did not.
 */
export async function insertResult(tx: Queryable, given: NewResult): Promise<boolean> {
  const { submissionId, reader, reading, comparison, fits, at } = given
  const { rowCount } = await tx.query({
    name: 'readings.insert',
    text: `INSERT INTO readings (submission_id, reader, reading, numbers, comparison, fits, read_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (submission_id) DO UPDATE SET reader = excluded.reader, reading = excluded.reading,
             numbers = excluded.numbers, comparison = excluded.comparison, fits = excluded.fits, read_at = excluded.read_at
           WHERE readings.reader < excluded.reader AND (excluded.reading IS NOT NULL OR readings.reading IS NULL)
             AND EXISTS (SELECT FROM submissions s WHERE s.id = excluded.submission_id AND s.status = 'pending')`,
    values: [submissionId, reader, asJson(reading), reading?.numbers ?? [], asJson(comparison), fits, at],
  })
  return rowCount === 1
}

/** The OCR result of a receipt, with its present typed facts. */
export async function findResult(
  tx: Queryable,
  submissionId: number,
): Promise<{ reading: OcrResult; typed: TypedFacts } | undefined> {
  const { rows } = await tx.query<TypedFacts & { reading: OcrResult }>({
    name: 'readings.read',
    text: `SELECT r.reading, s.amount_sen AS "amountSen", s.purchase_date AS date, s.invoice_no AS invoice,
             m.id AS "merchantId", m.name AS merchant
           FROM readings r JOIN submissions s ON s.id = r.submission_id JOIN merchants m ON m.id = s.merchant_id
           WHERE r.submission_id = $1 AND r.reading IS NOT NULL`,
    values: [submissionId],
  })
  const [row] = rows
  if (!row) return undefined
  const { reading, ...typed } = row
  return { reading, typed }
}

/** Lists all active merchants. */
export async function listActiveMerchants(db: Queryable): Promise<ActiveMerchant[]> {
  const { rows } = await db.query<ActiveMerchant>({
    name: 'readings.merchants',
    text: 'SELECT id, name FROM merchants WHERE is_active ORDER BY id',
  })
  return rows
}

/** Replaces the comparison after the typed facts have changed. */
export async function updateComparison(
  tx: Queryable,
  submissionId: number,
  { comparison, fits }: { comparison: Comparison; fits: boolean },
): Promise<void> {
  await tx.query({
    name: 'readings.compare',
    text: 'UPDATE readings SET comparison = $2, fits = $3 WHERE submission_id = $1',
    values: [submissionId, asJson(comparison), fits],
  })
}

/** The comparisons of these receipts with their pictures; null if OCR failed. */
export async function findComparisons(db: Queryable, ids: number[]): Promise<Map<number, Comparison | null>> {
  const { rows } = await db.query<{ id: number; comparison: Comparison | null }>({
    name: 'readings.comparisons',
    text: 'SELECT submission_id AS id, comparison FROM readings WHERE submission_id = ANY($1)',
    values: [ids],
  })
  return new Map(rows.map(({ id, comparison }) => [id, comparison]))
}

/** Deletes all OCR data of these receipts, together with their pictures. */
export async function deleteOcrResults(tx: Queryable, submissionIds: number[]): Promise<void> {
  for (const place of [
    'reading_numbers WHERE submission_id',
    'reading_twins WHERE submission_id',
    'reading_twins WHERE twin_id',
    'picture_codes WHERE submission_id',
    'picture_landmarks WHERE submission_id',
    'readings WHERE submission_id',
  ])
    await tx.query({ text: `DELETE FROM ${place} = ANY($1)`, values: [submissionIds] })
}

function asJson(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

/** Pending receipts above an id with a result of an older release and without a job. */
export async function findOutdated(
  db: Queryable,
  { reader, beyond, limit }: { reader: number; beyond: number; limit: number },
): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    name: 'readings.outdated',
    text: `SELECT s.id FROM submissions s JOIN readings r ON r.submission_id = s.id
           WHERE s.status = 'pending' AND s.picture_key IS NOT NULL AND r.reader < $1 AND s.id > $2
             AND NOT EXISTS (SELECT FROM pgboss.job j WHERE j.name = 'reading' AND j.data->>'submissionId' = s.id::text
               AND j.state IN ('created', 'retry', 'active'))
           ORDER BY s.id LIMIT $3`,
    values: [reader, beyond, limit],
  })
  return rows.map(({ id }) => id)
}
