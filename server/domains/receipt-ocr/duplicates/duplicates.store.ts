import { anyId } from '../../../platform/db/clauses.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { many, maybe, maybeValue, rowCount, run, some, values } from '../../../platform/db/query.ts'
import { parameter, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import type { PurchaseFacts } from './compare-purchases.ts'

/** A number on many receipts tells little: the latest receipts are enough. */
const LATEST_PER_NUMBER = 50
const MAX_CANDIDATES = 10
const DUPLICATES_LOCK = 7_266_840

export type DuplicateQuery = {
  submissionId: number
  merchantId: number
  numbers: string[]
  codes: number[]
  since: Date
}

/** A receipt that may be a duplicate; `known` if it was found before, from either of the two. */
export type Candidate = { id: number; read: PurchaseFacts; keypoints: Buffer | null; known: boolean }

/** One search at a time, until the transaction ends: of two receipts read at once the second finds the first. */
export const lockDuplicates = (tx: Queryable) => run(tx)`SELECT pg_advisory_xact_lock(${DUPLICATES_LOCK})`

/** Rare numbers and codes count more. The oldest come first: copies must not crowd out the receipt that was paid. */
export function findCandidates(tx: Queryable, { submissionId, merchantId, numbers, codes, since }: DuplicateQuery) {
  const [own, sentAfter] = [parameter(submissionId), parameter(since)]
  const ranked = (table: Sql, where: Sql, all: Sql) => sql`SELECT s.id FROM (
      SELECT near.submission_id AS id, sum(1.0 / near.of_it) AS shared
      FROM unnest(${all}) AS asked(value)
      CROSS JOIN LATERAL (
        SELECT latest.submission_id, count(*) OVER () AS of_it FROM (
          SELECT n.submission_id FROM ${table}
          WHERE ${where} = asked.value AND n.submission_id <> ${own}
          ORDER BY n.submission_id DESC LIMIT ${raw(LATEST_PER_NUMBER)}) latest
      ) near
      GROUP BY near.submission_id) found
      JOIN submissions s ON s.id = found.id AND s.created_at > ${sentAfter}
      ORDER BY found.shared DESC, s.id LIMIT ${raw(MAX_CANDIDATES)}`
  const allNumbers = sql`${parameter(numbers)}::text[]`
  const numbered = sql`receipt_numbers n`
  return many<Candidate>(tx, 'duplicates.candidates')`
    WITH
    of_merchant AS (${ranked(numbered, sql`n.merchant_id = ${merchantId} AND n.number`, allNumbers)}),
    anywhere AS (${ranked(numbered, sql`n.number`, allNumbers)}),
    pictured AS (${ranked(sql`keypoint_codes n`, sql`n.code`, sql`${codes}::integer[]`)}),
    known AS (SELECT duplicate_id AS id FROM receipt_duplicates WHERE submission_id = ${own}
      UNION SELECT submission_id FROM receipt_duplicates WHERE duplicate_id = ${own})
    SELECT s.id, l.keypoints, s.id IN (SELECT id FROM known) AS known,
      json_build_object('invoice', r.result->'invoice', 'date', r.result->'date', 'time', r.result->'time',
        'total', r.result->'total', 'dates', coalesce(r.result->'dates', '[]'),
        'numbers', coalesce(r.numbers, '{}'), 'doubtful', coalesce(r.result->'doubtful', '[]')) AS read
    FROM (SELECT id FROM of_merchant UNION SELECT id FROM anywhere UNION SELECT id FROM pictured
      UNION SELECT id FROM known) alike
    JOIN submissions s ON s.id = alike.id
    LEFT JOIN receipt_ocr r ON r.submission_id = s.id
    LEFT JOIN picture_fingerprints l ON l.submission_id = s.id
    ORDER BY s.id DESC`
}

export type FoundBy = 'numbers' | 'picture'

/** A duplicate of a receipt. `notCompared`: the facts differ, and the photos are compared later. */
export type Duplicate = { id: number; foundBy: FoundBy; notCompared?: boolean }

export const insertDuplicates = (tx: Queryable, submissionId: number, duplicates: Duplicate[]) =>
  run(tx, 'duplicates.insert')`
    INSERT INTO receipt_duplicates (submission_id, duplicate_id, found_by, not_compared)
    SELECT ${submissionId}, * FROM unnest(${duplicates.map(({ id }) => id)}::bigint[],
      ${duplicates.map(({ foundBy }) => foundBy)}::text[],
      ${duplicates.map(({ notCompared }) => notCompared || null)}::boolean[])`

export const findNotCompared = (db: Queryable, submissionId: number) => values(db, 'duplicates.not-compared')`
  SELECT duplicate_id AS id FROM receipt_duplicates WHERE submission_id = ${submissionId} AND not_compared
  ORDER BY duplicate_id DESC`

export const updateCompared = (tx: Queryable, submissionId: number, ids: number[]) => run(tx, 'duplicates.compared')`
  UPDATE receipt_duplicates SET not_compared = NULL
  WHERE submission_id = ${submissionId} AND duplicate_id = ${anyId(ids)}`

/** Deletes the pairs of a receipt and these others, in either direction. */
export function deleteDuplicates(tx: Queryable, submissionId: number, ids: number[]): Promise<void> {
  const [own, others] = [parameter(submissionId), parameter(ids)]
  return run(tx, 'duplicates.delete')`
    DELETE FROM receipt_duplicates
    WHERE (submission_id = ${own} AND duplicate_id = ${anyId(others)})
      OR (duplicate_id = ${own} AND submission_id = ${anyId(others)})`
}

export const insertNumbers = (
  tx: Queryable,
  { submissionId, merchantId, numbers }: Pick<DuplicateQuery, 'submissionId' | 'merchantId' | 'numbers'>,
) => run(tx, 'duplicates.insert-numbers')`
  INSERT INTO receipt_numbers (merchant_id, number, submission_id)
  SELECT ${merchantId}, unnest(${numbers}::text[]), ${submissionId}`

/** Deletes the numbers of a receipt, and the duplicates that were found by numbers. */
export function deleteNumbers(tx: Queryable, submissionId: number): Promise<void> {
  const own = parameter(submissionId)
  return run(tx, 'duplicates.delete-numbers')`
    WITH numbered AS (DELETE FROM receipt_numbers WHERE submission_id = ${own})
    DELETE FROM receipt_duplicates WHERE found_by = 'numbers' AND (submission_id = ${own} OR duplicate_id = ${own})`
}

/** Stores the fingerprint of a picture and its codes; false if it is stored already. */
export const insertKeypoints = (
  tx: Queryable,
  { submissionId, keypoints, codes, at }: { submissionId: number; keypoints: Buffer; codes: number[]; at: Date },
) => some(tx, 'duplicates.insert-keypoints')`
  WITH kept AS (
    INSERT INTO picture_fingerprints (submission_id, keypoints, made_at) VALUES (${submissionId}, ${keypoints}, ${at})
    ON CONFLICT (submission_id) DO UPDATE
      SET keypoints = excluded.keypoints, made_at = excluded.made_at, failed_tries = 0
      WHERE picture_fingerprints.failed_tries > 0
    RETURNING submission_id),
  coded AS (
    INSERT INTO keypoint_codes (code, submission_id) SELECT unnest(${codes}::integer[]), submission_id FROM kept)
  SELECT FROM kept`

export async function insertFailedTry(tx: Queryable, submissionId: number, at: Date): Promise<number> {
  const tries = await maybeValue(tx, 'duplicates.failed-try')`
    INSERT INTO picture_fingerprints AS l (submission_id, keypoints, made_at, failed_tries) VALUES (${submissionId}, '', ${at}, 1)
    ON CONFLICT (submission_id) DO UPDATE SET failed_tries = l.failed_tries + 1 WHERE l.failed_tries > 0
    RETURNING failed_tries`
  return tries ?? 0
}

export const findKeypoints = (tx: Queryable, submissionId: number) =>
  maybeValue<Buffer>(tx, 'duplicates.keypoints')`
    SELECT keypoints FROM picture_fingerprints WHERE submission_id = ${submissionId}`

export const findThumbnail = (db: Queryable, submissionId: number) =>
  maybe<{ thumbKey: string; keypoints: Buffer }>(db, 'duplicates.photograph')`
    SELECT s.thumb_key AS "thumbKey", l.keypoints
    FROM submissions s JOIN picture_fingerprints l ON l.submission_id = s.id
    WHERE s.id = ${submissionId} AND s.thumb_key IS NOT NULL`

export function moveNumbers(tx: Queryable, submissionId: number): Promise<void> {
  const own = parameter(submissionId)
  return run(tx, 'duplicates.move-numbers')`
    UPDATE receipt_numbers n SET merchant_id = s.merchant_id FROM submissions s
    WHERE n.submission_id = ${own} AND s.id = ${own} AND n.merchant_id <> s.merchant_id`
}

export const deleteOldNumbers = (db: Queryable, before: Date) => rowCount(db, 'duplicates.remove-old')`
  WITH old AS (
    UPDATE receipt_ocr SET numbers = '{}' WHERE submission_id IN (
      SELECT submission_id FROM receipt_ocr WHERE numbers <> '{}' AND read_at < ${before} ORDER BY read_at LIMIT 200)
    RETURNING submission_id),
  gone AS (DELETE FROM receipt_numbers USING old WHERE receipt_numbers.submission_id = old.submission_id)
  SELECT FROM old`

export const deleteOldKeypoints = (db: Queryable, before: Date) => rowCount(db, 'duplicates.remove-old-keypoints')`
  WITH old AS (
    DELETE FROM picture_fingerprints WHERE submission_id IN (
      SELECT submission_id FROM picture_fingerprints WHERE made_at < ${before} ORDER BY made_at LIMIT 200)
    RETURNING submission_id),
  gone AS (DELETE FROM keypoint_codes USING old WHERE keypoint_codes.submission_id = old.submission_id)
  SELECT FROM old`
