import type { Queryable } from '../../platform/db/database.ts'
import { maybe, rowCount, run, some } from '../../platform/db/query.ts'
import { sql } from '../../platform/db/sql.ts'

/** `at` distinguishes this claim from later claims of the same key. */
export type Claim = { userId: number; key: string; bodyHash: Buffer; at: Date }

/** False when it has a result newer than `expiredAt` or an unfinished claim newer than `abandonedAt`. */
export const claimKey = (
  db: Queryable,
  { userId, key, bodyHash, at }: Claim,
  { abandonedAt, expiredAt }: { abandonedAt: Date; expiredAt: Date },
) => some(db, 'keys.claim')`
  INSERT INTO idempotency_keys AS held (user_id, key, body_hash, created_at) VALUES (${userId}, ${key}, ${bodyHash}, ${at})
  ON CONFLICT (user_id, key) DO UPDATE
    SET body_hash = excluded.body_hash, created_at = excluded.created_at, submission_id = NULL
    WHERE held.created_at <= ${expiredAt} OR (held.submission_id IS NULL AND held.created_at <= ${abandonedAt})
  RETURNING key`

type StoredKey = { body_hash: Buffer; submission_id: number | null; withdrawn: boolean | null }

export const findKey = (db: Queryable, { userId, key }: Claim) => maybe<StoredKey>(db, 'keys.find')`
  SELECT k.body_hash, k.submission_id, s.status = 'withdrawn' AS withdrawn
  FROM idempotency_keys k LEFT JOIN submissions s ON s.id = k.submission_id WHERE k.user_id = ${userId} AND k.key = ${key}`

const unfinished = ({ userId, key, at }: Claim) =>
  sql`user_id = ${userId} AND key = ${key} AND created_at = ${at} AND submission_id IS NULL`

/** False when the claim expired and another request took the key. */
export const finishKey = (tx: Queryable, claim: Claim, submissionId: number) => some(tx, 'keys.finish')`
  UPDATE idempotency_keys SET submission_id = ${submissionId} WHERE ${unfinished(claim)}`

export const releaseKey = (db: Queryable, claim: Claim) => run(db, 'keys.free')`
  DELETE FROM idempotency_keys WHERE ${unfinished(claim)}`

/** Call it only at the start on the embedded engine, where no other process can be working on one. */
export const releaseUnfinishedKeys = (db: Queryable) =>
  run(db)`DELETE FROM idempotency_keys WHERE submission_id IS NULL`

export const removeOldKeys = (db: Queryable, expiredAt: Date) =>
  rowCount(db)`DELETE FROM idempotency_keys WHERE created_at <= ${expiredAt}`
