import { anyId } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { raw } from '../../../platform/db/sql.ts'
import type { PurchaseFacts } from './compare-purchases.ts'

/** A number on many receipts tells little: the latest receipts are enough. */
const LATEST_PER_NUMBER = 50
const MAX_CANDIDATES = 10
const DUPLICATES_LOCK = 7_266_840

/** The search for other pictures of a receipt: by numbers and codes, back to `since`. */
export type DuplicateQuery = {
  submissionId: number
  merchantId: number
  numbers: string[]
  codes: number[]
  since: Date
}

/** A receipt that may be a duplicate; `noted` if it was found before, from either of the two. */
export type Candidate = { id: number; read: PurchaseFacts; keypoints: Buffer | null; noted: boolean }

/** One search at a time, until the transaction ends: of two receipts read at once the second finds the first. */
export async function lockDuplicates(tx: Queryable): Promise<void> {
  await tx.query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [DUPLICATES_LOCK] })
}

/**
 * The receipts that have most in common with this one: by their numbers at the same merchant and at all merchants, and by the codes of their
 * pictures; and those that were found before. Rare numbers and codes count more. Of equal ones the oldest come first, so that later copies
 * do not crowd out the receipt that was paid.
 */
export async function findCandidates(tx: Queryable, query: DuplicateQuery): Promise<Candidate[]> {
  const { submissionId, merchantId, numbers, codes, since } = query
  const { rows } = await tx.query<Candidate>({
    name: 'duplicates.candidates',
    text: `WITH
           of_merchant AS (${ranked('asked.value', 'receipt_numbers n', 'n.merchant_id = $2 AND n.number', '$3::text[]')}),
           anywhere AS (${ranked('asked.value', 'receipt_numbers n', 'n.number', '$3::text[]')}),
           pictured AS (${ranked('asked.value', 'picture_codes n', 'n.code', '$4::integer[]')}),
           noted AS (SELECT duplicate_id AS id FROM receipt_duplicates WHERE submission_id = $1
             UNION SELECT submission_id FROM receipt_duplicates WHERE duplicate_id = $1)
           SELECT s.id, l.landmarks AS keypoints, s.id IN (SELECT id FROM noted) AS noted,
             json_build_object('invoice', r.result->'invoice', 'date', r.result->'date', 'time', r.result->'time',
               'total', r.result->'total', 'dates', coalesce(r.result->'dates', '[]'),
               'numbers', coalesce(r.numbers, '{}'), 'doubtful', coalesce(r.result->'doubtful', '[]')) AS read
           FROM (SELECT id FROM of_merchant UNION SELECT id FROM anywhere UNION SELECT id FROM pictured
             UNION SELECT id FROM noted) alike
           JOIN submissions s ON s.id = alike.id
           LEFT JOIN receipt_ocr r ON r.submission_id = s.id
           LEFT JOIN picture_landmarks l ON l.submission_id = s.id
           ORDER BY s.id DESC`,
    values: [submissionId, merchantId, numbers, codes, since],
  })
  return rows
}

function ranked(value: string, table: string, where: string, all: string): string {
  return `SELECT s.id FROM (
    SELECT near.submission_id AS id, sum(1.0 / near.of_it) AS shared
    FROM unnest(${all}) AS asked(value)
    CROSS JOIN LATERAL (
      SELECT latest.submission_id, count(*) OVER () AS of_it FROM (
        SELECT n.submission_id FROM ${table}
        WHERE ${where} = ${value} AND n.submission_id <> $1
        ORDER BY n.submission_id DESC LIMIT ${LATEST_PER_NUMBER}) latest
    ) near
    GROUP BY near.submission_id) found
    JOIN submissions s ON s.id = found.id AND s.created_at > $5
    ORDER BY found.shared DESC, s.id LIMIT ${MAX_CANDIDATES}`
}

/** How two receipts were found to be duplicates. */
export type FoundBy = 'numbers' | 'picture'

/** A duplicate of a receipt. `notCompared`: the facts differ, and the photos are compared later. */
export type Duplicate = { id: number; foundBy: FoundBy; notCompared?: boolean }

export async function insertDuplicates(tx: Queryable, submissionId: number, duplicates: Duplicate[]): Promise<void> {
  await tx.query({
    name: 'duplicates.insert',
    text: `INSERT INTO receipt_duplicates (submission_id, duplicate_id, found_by, not_compared)
           SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::boolean[])`,
    values: [
      submissionId,
      duplicates.map(({ id }) => id),
      duplicates.map(({ foundBy }) => foundBy),
      duplicates.map(({ notCompared }) => notCompared || null),
    ],
  })
}

/** The receipts whose photos wait to be compared with that of this one, the latest first. */
export async function findNotCompared(db: Queryable, submissionId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>({
    name: 'duplicates.not-compared',
    text: `SELECT duplicate_id AS id FROM receipt_duplicates WHERE submission_id = $1 AND not_compared
           ORDER BY duplicate_id DESC`,
    values: [submissionId],
  })
  return rows.map(({ id }) => id)
}

/** Records that these photos are the same as that of the receipt. */
export async function updateCompared(tx: Queryable, submissionId: number, ids: number[]): Promise<void> {
  await tx.query({
    name: 'duplicates.compared',
    text: `UPDATE receipt_duplicates SET not_compared = NULL
           WHERE submission_id = $1 AND duplicate_id = ${anyId(raw('$2'))}`,
    values: [submissionId, ids],
  })
}

/** Deletes the pairs of a receipt and these others, in either direction. */
export async function deleteDuplicates(tx: Queryable, submissionId: number, ids: number[]): Promise<void> {
  await tx.query({
    name: 'duplicates.delete',
    text: `DELETE FROM receipt_duplicates
           WHERE (submission_id = $1 AND duplicate_id = ${anyId(raw('$2'))}) OR (duplicate_id = $1 AND submission_id = ${anyId(raw('$2'))})`,
    values: [submissionId, ids],
  })
}

export async function insertNumbers(
  tx: Queryable,
  { submissionId, merchantId, numbers }: Pick<DuplicateQuery, 'submissionId' | 'merchantId' | 'numbers'>,
): Promise<void> {
  await tx.query({
    name: 'duplicates.insert-numbers',
    text: 'INSERT INTO receipt_numbers (merchant_id, number, submission_id) SELECT $2, unnest($3::text[]), $1',
    values: [submissionId, merchantId, numbers],
  })
}

/** Deletes the numbers of a receipt, and the duplicates that were found by numbers. */
export async function deleteNumbers(tx: Queryable, submissionId: number): Promise<void> {
  await tx.query({
    name: 'duplicates.delete-numbers',
    text: `WITH numbered AS (DELETE FROM receipt_numbers WHERE submission_id = $1)
           DELETE FROM receipt_duplicates WHERE found_by = 'numbers' AND (submission_id = $1 OR duplicate_id = $1)`,
    values: [submissionId],
  })
}

/** Stores the fingerprint of a picture and its codes; false if it is stored already. */
export async function insertKeypoints(
  tx: Queryable,
  { submissionId, keypoints, codes, at }: { submissionId: number; keypoints: Buffer; codes: number[]; at: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'duplicates.insert-landmarks',
    text: `WITH kept AS (
             INSERT INTO picture_landmarks (submission_id, landmarks, made_at) VALUES ($1, $2, $4)
             ON CONFLICT (submission_id) DO UPDATE
               SET landmarks = excluded.landmarks, made_at = excluded.made_at, failed_tries = 0
               WHERE picture_landmarks.failed_tries > 0
             RETURNING submission_id),
           coded AS (
             INSERT INTO picture_codes (code, submission_id) SELECT unnest($3::integer[]), submission_id FROM kept)
           SELECT FROM kept`,
    values: [submissionId, keypoints, codes, at],
  })
  return rowCount === 1
}

/** Counts a failed fingerprint of a picture, and returns the number of failures. */
export async function insertFailedTry(tx: Queryable, submissionId: number, at: Date): Promise<number> {
  const { rows } = await tx.query<{ tries: number }>({
    name: 'duplicates.failed-try',
    text: `INSERT INTO picture_landmarks AS l (submission_id, landmarks, made_at, failed_tries) VALUES ($1, '', $2, 1)
           ON CONFLICT (submission_id) DO UPDATE SET failed_tries = l.failed_tries + 1 WHERE l.failed_tries > 0
           RETURNING failed_tries AS tries`,
    values: [submissionId, at],
  })
  return rows[0]?.tries ?? 0
}

/** The packed keypoints of a picture. */
export async function findKeypoints(tx: Queryable, submissionId: number): Promise<Buffer | undefined> {
  const { rows } = await tx.query<{ keypoints: Buffer }>({
    name: 'duplicates.landmarks',
    text: 'SELECT landmarks AS keypoints FROM picture_landmarks WHERE submission_id = $1',
    values: [submissionId],
  })
  return rows[0]?.keypoints
}

/** The thumbnail of a receipt and its packed keypoints, if it has both. */
export async function findThumbnail(
  db: Queryable,
  submissionId: number,
): Promise<{ thumbKey: string; keypoints: Buffer } | undefined> {
  const { rows } = await db.query<{ thumbKey: string; keypoints: Buffer }>({
    name: 'duplicates.photograph',
    text: `SELECT s.thumb_key AS "thumbKey", l.landmarks AS keypoints
           FROM submissions s JOIN picture_landmarks l ON l.submission_id = s.id
           WHERE s.id = $1 AND s.thumb_key IS NOT NULL`,
    values: [submissionId],
  })
  return rows[0]
}

/** Assigns the numbers of a receipt to its present merchant. */
export async function moveNumbers(tx: Queryable, submissionId: number): Promise<void> {
  await tx.query({
    name: 'duplicates.move-numbers',
    text: `UPDATE receipt_numbers n SET merchant_id = s.merchant_id FROM submissions s
           WHERE n.submission_id = $1 AND s.id = $1 AND n.merchant_id <> s.merchant_id`,
    values: [submissionId],
  })
}

/** Deletes the numbers of up to 200 receipts read before an instant, and returns the number of receipts. */
export async function deleteOldNumbers(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query({
    name: 'duplicates.remove-old',
    text: `WITH old AS (
             UPDATE receipt_ocr SET numbers = '{}' WHERE submission_id IN (
               SELECT submission_id FROM receipt_ocr WHERE numbers <> '{}' AND read_at < $1 ORDER BY read_at LIMIT 200)
             RETURNING submission_id),
           gone AS (DELETE FROM receipt_numbers USING old WHERE receipt_numbers.submission_id = old.submission_id)
           SELECT FROM old`,
    values: [before],
  })
  return rowCount ?? 0
}

/** Deletes up to 200 fingerprints made before an instant, and returns their number. */
export async function deleteOldKeypoints(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query({
    name: 'duplicates.remove-old-landmarks',
    text: `WITH old AS (
             DELETE FROM picture_landmarks WHERE submission_id IN (
               SELECT submission_id FROM picture_landmarks WHERE made_at < $1 ORDER BY made_at LIMIT 200)
             RETURNING submission_id),
           gone AS (DELETE FROM picture_codes USING old WHERE picture_codes.submission_id = old.submission_id)
           SELECT FROM old`,
    values: [before],
  })
  return rowCount ?? 0
}
