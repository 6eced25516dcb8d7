import type { Queryable } from '../../../platform/db/database.ts'

/** One of a rejection that was undone rests, and nobody answers it once the receipt is approved. */
const NO_APPEAL_WAITS = `NOT EXISTS (SELECT FROM appeals WHERE submission_id = s.id AND is_open AND s.status = 'rejected')`

/** Holds some receipts with pictures that were decided before an instant, until the transaction ends. */
export async function lockOldPictures(tx: Queryable, decidedBefore: Date): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>({
    name: 'submissions.old-pictures',
    text: `SELECT id FROM submissions s
           WHERE status <> 'pending' AND picture_key IS NOT NULL AND decided_at < $1 AND ${NO_APPEAL_WAITS}
           ORDER BY decided_at LIMIT 200 FOR UPDATE SKIP LOCKED`,
    values: [decidedBefore],
  })
  return rows.map(({ id }) => id)
}

/** A receipt whose pictures were taken, and their keys. */
type Taken = { id: number; keys: string[] }

/** Takes the pictures from receipts that are held, and answers their keys. Where an appeal waits, they stay till it is answered. */
export async function takePictures(tx: Queryable, ids: number[]): Promise<Taken[]> {
  const { rows } = await tx.query<Taken>({
    name: 'submissions.take-pictures',
    text: `WITH old AS (
             SELECT id, ARRAY[original_key, picture_key, thumb_key] AS keys FROM submissions s
             WHERE id = ANY($1::bigint[]) AND ${NO_APPEAL_WAITS})
           UPDATE submissions s SET original_key = NULL, picture_key = NULL, thumb_key = NULL, placeholder = NULL
           FROM old WHERE s.id = old.id RETURNING s.id, old.keys`,
    values: [ids],
  })
  return rows
}
