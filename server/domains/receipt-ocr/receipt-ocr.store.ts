import type { Queryable } from '../../platform/db/database.ts'
import type { CampusMerchant, Comparison, OcrResult, Typed } from './ocr-result.ts'

/**
 * A receipt whose picture is to be read; `again` if an older release has read it. `failedTries` are those of its fingerprint: zero if it was
 * made, null if it was not tried.
 */
export type Unread = {
  userId: number
  fileSha256: Buffer
  pictureKey: string
  failedTries: number | null
  again: boolean
}

/**
 * The receipt, unless its picture is deleted or needs no reading: this release has read it, or any release has and the receipt is decided.
 */
export async function findUnread(db: Queryable, submissionId: number, reader: number): Promise<Unread | undefined> {
  const { rows } = await db.query<Unread>({
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
 * Pending receipts sent before an instant whose picture was not read and for which no job waits: those whose jobs failed least
 * first, so that some that always fail hold up no other, then the oldest.
 */
export async function findLeftUnread(db: Queryable, before: Date, limit: number): Promise<number[]> {
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

/** What this release of the reader has read off the same file, of whatever receipt. */
export async function findOfFile(db: Queryable, fileSha256: Buffer, reader: number): Promise<OcrResult | undefined> {
  const { rows } = await db.query<{ reading: OcrResult }>({
    name: 'readings.of-file',
    text: `SELECT r.reading FROM submissions s JOIN readings r ON r.submission_id = s.id
           WHERE s.file_sha256 = $1 AND r.reader = $2 AND r.reading IS NOT NULL LIMIT 1`,
    values: [fileSha256, reader],
  })
  return rows[0]?.reading
}

/** The typed facts of a receipt that has a picture, and when it was sent. */
export type Held = { sentAt: Date; typed: Typed }

/**
 * The typed facts, held until the transaction ends with the receipt's picture and its merchant.
 */
export async function holdTyped(tx: Queryable, submissionId: number): Promise<Held | undefined> {
  const { rows } = await tx.query<Typed & Omit<Held, 'typed'>>({
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

/** What is kept of a reading; without one where the picture could not be read. */
export type NewReading = {
  submissionId: number
  reader: number
  reading: OcrResult | undefined
  comparison: Comparison | undefined
  fits: boolean
  at: Date
}

/**
 * Keeps a reading. It replaces that of an older release if the receipt is still pending. False if another reading came first, or if this one
 * failed and the older one did not.
 */
export async function insertReading(tx: Queryable, given: NewReading): Promise<boolean> {
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

/** What was read off a receipt's picture, with the facts as they are typed now. */
export async function findRead(
  tx: Queryable,
  submissionId: number,
): Promise<{ reading: OcrResult; typed: Typed } | undefined> {
  const { rows } = await tx.query<Typed & { reading: OcrResult }>({
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

/** Every merchant that takes receipts. */
export async function listCampusMerchants(db: Queryable): Promise<CampusMerchant[]> {
  const { rows } = await db.query<CampusMerchant>({
    name: 'readings.merchants',
    text: 'SELECT id, name FROM merchants WHERE is_active ORDER BY id',
  })
  return rows
}

/** Writes the comparison with other facts than before. */
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

/** How the typed facts of these receipts stand to their pictures; null where one could not be read. */
export async function findComparisons(db: Queryable, ids: number[]): Promise<Map<number, Comparison | null>> {
  const { rows } = await db.query<{ id: number; comparison: Comparison | null }>({
    name: 'readings.comparisons',
    text: 'SELECT submission_id AS id, comparison FROM readings WHERE submission_id = ANY($1)',
    values: [ids],
  })
  return new Map(rows.map(({ id, comparison }) => [id, comparison]))
}

/** Forgets what was read off the pictures of these receipts, with the pictures. */
export async function forgetReadings(tx: Queryable, submissionIds: number[]): Promise<void> {
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

/** Pending receipts beyond an id that an older release of the reader has read, and for which no job waits. */
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
