import type { Queryable } from '../../platform/db/database.ts'

/**
 * One use of an `Idempotency-Key`. `at`, the time of the claim, distinguishes it from later claims of the same key.
 */
export type Claim = { userId: number; key: string; bodyHash: Buffer; at: Date }

/**
 * Claims the key. Returns false when it has a result newer than `expiredAt` or an unfinished claim newer than
 * `abandonedAt`.
 */
export async function claimKey(
  db: Queryable,
  { userId, key, bodyHash, at }: Claim,
  { abandonedAt, expiredAt }: { abandonedAt: Date; expiredAt: Date },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'keys.claim',
    text: `INSERT INTO idempotency_keys AS held (user_id, key, body_hash, created_at) VALUES ($1, $2, $3, $4)
           ON CONFLICT (user_id, key) DO UPDATE
             SET body_hash = excluded.body_hash, created_at = excluded.created_at, submission_id = NULL
             WHERE held.created_at <= $6 OR (held.submission_id IS NULL AND held.created_at <= $5)
           RETURNING key`,
    values: [userId, key, bodyHash, at, abandonedAt, expiredAt],
  })
  return rowCount === 1
}

export async function findKey(db: Queryable, { userId, key }: Claim) {
  const { rows } = await db.query<{ body_hash: Buffer; submission_id: number | null; withdrawn: boolean | null }>({
    name: 'keys.find',
    text: `SELECT k.body_hash, k.submission_id, s.status = 'withdrawn' AS withdrawn
           FROM idempotency_keys k LEFT JOIN submissions s ON s.id = k.submission_id WHERE k.user_id = $1 AND k.key = $2`,
    values: [userId, key],
  })
  return rows[0]
}

/** Stores the result under the key. Returns false when the claim expired and another request took the key. */
export async function finishKey(tx: Queryable, { userId, key, at }: Claim, submissionId: number): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'keys.finish',
    text: `UPDATE idempotency_keys SET submission_id = $4
           WHERE user_id = $1 AND key = $2 AND created_at = $3 AND submission_id IS NULL`,
    values: [userId, key, at, submissionId],
  })
  return rowCount === 1
}

export async function releaseKey(db: Queryable, { userId, key, at }: Claim): Promise<void> {
  await db.query({
    name: 'keys.free',
    text: `DELETE FROM idempotency_keys
           WHERE user_id = $1 AND key = $2 AND created_at = $3 AND submission_id IS NULL`,
    values: [userId, key, at],
  })
}

export async function removeUnfinishedKeys(db: Queryable): Promise<void> {
  await db.query('DELETE FROM idempotency_keys WHERE submission_id IS NULL')
}

export async function removeOldKeys(db: Queryable, expiredAt: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: 'DELETE FROM idempotency_keys WHERE created_at <= $1',
    values: [expiredAt],
  })
  return rowCount ?? 0
}
