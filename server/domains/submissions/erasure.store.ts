import type { Queryable } from '../../platform/db/database.ts'

const ACCOUNT_DELETED = 'Withdrawn: the member deleted the account.'

/** Locks a member's submissions and returns the storage keys of all their pictures. */
export async function lockReceiptFiles(tx: Queryable, userId: number): Promise<string[]> {
  const { rows } = await tx.query<{ keys: (string | null)[] }>({
    text: `SELECT ARRAY[original_key, picture_key, thumb_key] AS keys FROM submissions
      WHERE user_id = $1 ORDER BY id FOR UPDATE`,
    values: [userId],
  })
  return rows.flatMap(({ keys }) => keys.filter((key) => key !== null))
}

/** Removes pictures and free texts from a member's submissions. Returns the ids of all the member's submissions. */
export async function erasePicturesAndTexts(tx: Queryable, userId: number): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>({
    text: `UPDATE submissions SET original_key = NULL, picture_key = NULL, thumb_key = NULL, placeholder = NULL,
      admin_notes = NULL WHERE user_id = $1 RETURNING id`,
    values: [userId],
  })
  for (const text of [
    "UPDATE appeals a SET message = '' FROM submissions s WHERE s.id = a.submission_id AND s.user_id = $1",
    'DELETE FROM idempotency_keys WHERE user_id = $1',
  ])
    await tx.query({ text, values: [userId] })
  return rows.map(({ id }) => id)
}

export async function rejectPending(tx: Queryable, userId: number, now: Date): Promise<void> {
  await tx.query({
    text: `UPDATE submissions SET status = 'rejected', rejection_reason = $2, decided_at = $3
      WHERE user_id = $1 AND status = 'pending'`,
    values: [userId, ACCOUNT_DELETED, now],
  })
}

/** An appeal only waits while its submission is rejected: it may still be open after the rejection was undone. */
const NO_APPEAL_WAITS = `NOT EXISTS (SELECT FROM appeals WHERE submission_id = s.id AND is_open AND s.status = 'rejected')`

/** Locks up to 200 receipts that still have pictures and were decided or withdrawn before `before`. Returns their ids. */
export async function lockOldPictures(tx: Queryable, before: Date): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>({
    name: 'submissions.old-pictures',
    text: `SELECT id FROM submissions s
           WHERE status <> 'pending' AND picture_key IS NOT NULL AND coalesce(decided_at, withdrawn_at) < $1 AND ${NO_APPEAL_WAITS}
           ORDER BY coalesce(decided_at, withdrawn_at) LIMIT 200 FOR UPDATE SKIP LOCKED`,
    values: [before],
  })
  return rows.map(({ id }) => id)
}

type Taken = { id: number; keys: string[] }

/**
 * Removes the pictures of locked receipts and returns their storage keys. Receipts with an open appeal keep their
 * pictures until it is answered.
 */
export async function removePictures(tx: Queryable, ids: number[]): Promise<Taken[]> {
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
