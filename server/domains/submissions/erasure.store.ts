import type { Queryable } from '../../platform/db/database.ts'
import { many, run, values } from '../../platform/db/query.ts'
import { sql } from '../../platform/db/sql.ts'

const ACCOUNT_DELETED = 'Withdrawn: the member deleted the account.'

/** Returns the storage keys of all their pictures. */
export async function lockReceiptFiles(tx: Queryable, userId: number): Promise<string[]> {
  const keys = await values<(string | null)[]>(tx)`
    SELECT ARRAY[original_key, picture_key, thumb_key] AS keys FROM submissions
    WHERE user_id = ${userId} ORDER BY id FOR UPDATE`
  return keys.flat().filter((key) => key !== null)
}

/** Returns the ids of all the member's submissions. */
export async function erasePicturesAndTexts(tx: Queryable, userId: number): Promise<number[]> {
  await run(
    tx,
  )`UPDATE appeals a SET message = '' FROM submissions s WHERE s.id = a.submission_id AND s.user_id = ${userId}`
  await run(tx)`DELETE FROM idempotency_keys WHERE user_id = ${userId}`
  return values(tx)`
    UPDATE submissions SET original_key = NULL, picture_key = NULL, thumb_key = NULL, placeholder = NULL,
      admin_notes = NULL WHERE user_id = ${userId} RETURNING id`
}

export const rejectPending = (tx: Queryable, userId: number, now: Date) => run(tx)`
  UPDATE submissions SET status = 'rejected', rejection_reason = ${ACCOUNT_DELETED}, decided_at = ${now}
  WHERE user_id = ${userId} AND status = 'pending'`

/** An appeal only waits while its submission is rejected: it may still be open after the rejection was undone. */
const NO_APPEAL_WAITS = sql`NOT EXISTS (
  SELECT FROM appeals WHERE submission_id = s.id AND is_open AND s.status = 'rejected')`

/** Up to 200 receipts that were decided or withdrawn before `before`. Returns their ids. */
export const lockOldPictures = (tx: Queryable, before: Date) => values(tx, 'submissions.old-pictures')`
  SELECT id FROM submissions s
  WHERE status <> 'pending' AND picture_key IS NOT NULL AND coalesce(decided_at, withdrawn_at) < ${before}
    AND ${NO_APPEAL_WAITS}
  ORDER BY coalesce(decided_at, withdrawn_at) LIMIT 200 FOR UPDATE SKIP LOCKED`

type Taken = { id: number; keys: string[] }

/** Returns the storage keys. Receipts with an open appeal keep their pictures until it is answered. */
export const removePictures = (tx: Queryable, ids: number[]) => many<Taken>(tx, 'submissions.take-pictures')`
  WITH old AS (
    SELECT id, ARRAY[original_key, picture_key, thumb_key] AS keys FROM submissions s
    WHERE id = ANY(${ids}::bigint[]) AND ${NO_APPEAL_WAITS})
  UPDATE submissions s SET original_key = NULL, picture_key = NULL, thumb_key = NULL, placeholder = NULL
  FROM old WHERE s.id = old.id RETURNING s.id, old.keys`
