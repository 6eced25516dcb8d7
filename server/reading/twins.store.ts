import type { Queryable } from '../db/database.ts'
import type { Numbers } from './reading.ts'

/** Of a number that stands on many receipts the latest are enough: it tells none from another. */
const LATEST_OF_A_NUMBER = 50
const CANDIDATES = 10

/** By which numbers a receipt of a merchant is found, and how far back. */
export type Sought = { submissionId: number; merchantId: number; numbers: string[]; since: Date }

/** The receipts that share the most with this one, a rare number before many common ones; each with all its numbers. */
export async function findAlike(
  tx: Queryable,
  { submissionId, merchantId, numbers, since }: Sought,
): Promise<({ id: number } & Numbers)[]> {
  const { rows } = await tx.query<{ id: number } & Numbers>({
    name: 'twins.alike',
    text: `SELECT alike.id, r.numbers, coalesce(r.reading->'doubtful', '[]') AS doubtful
           FROM (
             SELECT near.submission_id AS id
             FROM unnest($3::text[]) AS asked(number)
             CROSS JOIN LATERAL (
               SELECT latest.submission_id, count(*) OVER () AS of_it FROM (
                 SELECT n.submission_id FROM reading_numbers n
                 WHERE n.merchant_id = $2 AND n.number = asked.number AND n.submission_id <> $1
                 ORDER BY n.submission_id DESC LIMIT ${LATEST_OF_A_NUMBER}) latest
             ) near
             GROUP BY near.submission_id ORDER BY sum(1.0 / near.of_it) DESC, id DESC LIMIT ${CANDIDATES}
           ) alike
           JOIN submissions s ON s.id = alike.id AND s.created_at > $4
           JOIN readings r ON r.submission_id = alike.id`,
    values: [submissionId, merchantId, numbers, since],
  })
  return rows
}

export async function insertTwins(tx: Queryable, submissionId: number, twinIds: number[]): Promise<void> {
  await tx.query({
    name: 'twins.insert',
    text: 'INSERT INTO reading_twins (submission_id, twin_id) SELECT $1, unnest($2::bigint[])',
    values: [submissionId, twinIds],
  })
}

export async function insertNumbers(
  tx: Queryable,
  { submissionId, merchantId, numbers }: Omit<Sought, 'since'>,
): Promise<void> {
  await tx.query({
    name: 'twins.insert-numbers',
    text: 'INSERT INTO reading_numbers (merchant_id, number, submission_id) SELECT $2, unnest($3::text[]), $1',
    values: [submissionId, merchantId, numbers],
  })
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
