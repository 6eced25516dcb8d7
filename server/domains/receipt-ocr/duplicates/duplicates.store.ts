import type { Queryable } from '../../../platform/db/database.ts'
import type { PurchaseFacts } from './contradictions.ts'

/** Of a number that stands on many receipts the latest are enough: it tells none from another. */
const LATEST_OF_A_NUMBER = 50
const CANDIDATES = 10
const LOOK_ALIKES_LOCK = 7_266_840

/** By what other pictures of a receipt are found, and how far back. */
export type PageSubject = { submissionId: number; merchantId: number; numbers: string[]; codes: number[]; since: Date }

/** A receipt that may show the same paper; `noted` where it was found before, by either of the two. */
export type Candidate = { id: number; read: PurchaseFacts; landmarks: Buffer | null; noted: boolean }

/** Until the transaction ends nobody else searches, so that of two receipts read at once the second finds the first. */
export async function holdLookAlikes(tx: Queryable): Promise<void> {
  await tx.query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [LOOK_ALIKES_LOCK] })
}

/**
 * The receipts that have most in common with this one, something rare before much that is common: by their numbers at the same
 * merchant and at all merchants, and by the codes of their pictures; and those that were found before. Of equal ones the oldest
 * come first, so that later copies do not crowd out the receipt that was paid.
 */
export async function findCandidates(tx: Queryable, sought: PageSubject): Promise<Candidate[]> {
  const { submissionId, merchantId, numbers, codes, since } = sought
  const { rows } = await tx.query<Candidate>({
    name: 'twins.candidates',
    text: `WITH
           of_merchant AS (${ranked('asked.value', 'reading_numbers n', 'n.merchant_id = $2 AND n.number', '$3::text[]')}),
           anywhere AS (${ranked('asked.value', 'reading_numbers n', 'n.number', '$3::text[]')}),
           pictured AS (${ranked('asked.value', 'picture_codes n', 'n.code', '$4::integer[]')}),
           noted AS (SELECT twin_id AS id FROM reading_twins WHERE submission_id = $1
             UNION SELECT submission_id FROM reading_twins WHERE twin_id = $1)
           SELECT s.id, l.landmarks, s.id IN (SELECT id FROM noted) AS noted,
             json_build_object('invoice', r.reading->'invoice', 'date', r.reading->'date', 'time', r.reading->'time',
               'total', r.reading->'total', 'dates', coalesce(r.reading->'dates', '[]'),
               'numbers', coalesce(r.numbers, '{}'), 'doubtful', coalesce(r.reading->'doubtful', '[]')) AS read
           FROM (SELECT id FROM of_merchant UNION SELECT id FROM anywhere UNION SELECT id FROM pictured
             UNION SELECT id FROM noted) alike
           JOIN submissions s ON s.id = alike.id
           LEFT JOIN readings r ON r.submission_id = s.id
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
        ORDER BY n.submission_id DESC LIMIT ${LATEST_OF_A_NUMBER}) latest
    ) near
    GROUP BY near.submission_id) found
    JOIN submissions s ON s.id = found.id AND s.created_at > $5
    ORDER BY found.shared DESC, s.id LIMIT ${CANDIDATES}`
}

/** By what two receipts were found to be alike. */
export type FoundBy = 'numbers' | 'picture'

export async function insertTwins(
  tx: Queryable,
  submissionId: number,
  twins: { id: number; foundBy: FoundBy }[],
): Promise<void> {
  await tx.query({
    name: 'twins.insert',
    text: `INSERT INTO reading_twins (submission_id, twin_id, found_by)
           SELECT $1, * FROM unnest($2::bigint[], $3::text[])`,
    values: [submissionId, twins.map(({ id }) => id), twins.map(({ foundBy }) => foundBy)],
  })
}

/** Removes what was noted between a receipt and these others, whichever was found by the other. */
export async function removeTwins(tx: Queryable, submissionId: number, ids: number[]): Promise<void> {
  await tx.query({
    name: 'twins.remove',
    text: `DELETE FROM reading_twins
           WHERE (submission_id = $1 AND twin_id = ANY($2)) OR (twin_id = $1 AND submission_id = ANY($2))`,
    values: [submissionId, ids],
  })
}

export async function insertNumbers(
  tx: Queryable,
  { submissionId, merchantId, numbers }: Pick<PageSubject, 'submissionId' | 'merchantId' | 'numbers'>,
): Promise<void> {
  await tx.query({
    name: 'twins.insert-numbers',
    text: 'INSERT INTO reading_numbers (merchant_id, number, submission_id) SELECT $2, unnest($3::text[]), $1',
    values: [submissionId, merchantId, numbers],
  })
}

/** Deletes the numbers of a receipt, and the look-alikes that were found by numbers. */
export async function forgetNumbers(tx: Queryable, submissionId: number): Promise<void> {
  await tx.query({
    name: 'twins.forget-numbers',
    text: `WITH numbered AS (DELETE FROM reading_numbers WHERE submission_id = $1)
           DELETE FROM reading_twins WHERE found_by = 'numbers' AND (submission_id = $1 OR twin_id = $1)`,
    values: [submissionId],
  })
}

/** Keeps the fingerprint of a receipt's picture, and the codes by which it is found; false where another was faster. */
export async function insertLandmarks(
  tx: Queryable,
  { submissionId, landmarks, codes, at }: { submissionId: number; landmarks: Buffer; codes: number[]; at: Date },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'twins.insert-landmarks',
    text: `WITH kept AS (
             INSERT INTO picture_landmarks (submission_id, landmarks, made_at) VALUES ($1, $2, $4)
             ON CONFLICT (submission_id) DO UPDATE
               SET landmarks = excluded.landmarks, made_at = excluded.made_at, failed_tries = 0
               WHERE picture_landmarks.failed_tries > 0
             RETURNING submission_id),
           coded AS (
             INSERT INTO picture_codes (code, submission_id) SELECT unnest($3::integer[]), submission_id FROM kept)
           SELECT FROM kept`,
    values: [submissionId, landmarks, codes, at],
  })
  return rowCount === 1
}

/** Notes that the fingerprint of a receipt's picture could not be made, and answers how often by now. */
export async function insertFailedTry(tx: Queryable, submissionId: number, at: Date): Promise<number> {
  const { rows } = await tx.query<{ tries: number }>({
    name: 'twins.failed-try',
    text: `INSERT INTO picture_landmarks AS l (submission_id, landmarks, made_at, failed_tries) VALUES ($1, '', $2, 1)
           ON CONFLICT (submission_id) DO UPDATE SET failed_tries = l.failed_tries + 1 WHERE l.failed_tries > 0
           RETURNING failed_tries AS tries`,
    values: [submissionId, at],
  })
  return rows[0]?.tries ?? 0
}

/** The fingerprint of a receipt's picture. */
export async function findLandmarks(tx: Queryable, submissionId: number): Promise<Buffer | undefined> {
  const { rows } = await tx.query<{ landmarks: Buffer }>({
    name: 'twins.landmarks',
    text: 'SELECT landmarks FROM picture_landmarks WHERE submission_id = $1',
    values: [submissionId],
  })
  return rows[0]?.landmarks
}

/** The small picture of a receipt and its fingerprint, while it has both. */
export async function findPhotograph(
  db: Queryable,
  submissionId: number,
): Promise<{ thumbKey: string; landmarks: Buffer } | undefined> {
  const { rows } = await db.query<{ thumbKey: string; landmarks: Buffer }>({
    name: 'twins.photograph',
    text: `SELECT s.thumb_key AS "thumbKey", l.landmarks
           FROM submissions s JOIN picture_landmarks l ON l.submission_id = s.id
           WHERE s.id = $1 AND s.thumb_key IS NOT NULL`,
    values: [submissionId],
  })
  return rows[0]
}

/** Brings the numbers of a receipt to the merchant that it has by now. */
export async function moveNumbers(tx: Queryable, submissionId: number): Promise<void> {
  await tx.query({
    name: 'twins.move-numbers',
    text: `UPDATE reading_numbers n SET merchant_id = s.merchant_id FROM submissions s
           WHERE n.submission_id = $1 AND s.id = $1 AND n.merchant_id <> s.merchant_id`,
    values: [submissionId],
  })
}

/** Forgets the numbers of some receipts that were read before an instant, and answers of how many. */
export async function removeOldNumbers(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query({
    name: 'twins.remove-old',
    text: `WITH old AS (
             UPDATE readings SET numbers = '{}' WHERE submission_id IN (
               SELECT submission_id FROM readings WHERE numbers <> '{}' AND read_at < $1 ORDER BY read_at LIMIT 200)
             RETURNING submission_id),
           gone AS (DELETE FROM reading_numbers USING old WHERE reading_numbers.submission_id = old.submission_id)
           SELECT FROM old`,
    values: [before],
  })
  return rowCount ?? 0
}

/** Deletes the fingerprints of some pictures that were made before an instant, and answers of how many. */
export async function removeOldLandmarks(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query({
    name: 'twins.remove-old-landmarks',
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
