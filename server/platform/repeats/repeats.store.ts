import type { Queryable } from '../db/database.ts'
import { maybe, rowCount, some } from '../db/query.ts'

export type Step = { sender: string; key: string; step: number }
type StoredResult = { body_hash: Buffer; result: Buffer }

type NewResult = StoredResult & { at: Date; since: Date }

/** False if the step has a result of that time already. Waits for a transaction that is about to store one. */
export const insertResult = (tx: Queryable, { sender, key, step }: Step, stored: NewResult) =>
  some(tx, 'repeats.insert')`
  INSERT INTO request_results (sender, key, step, body_hash, result, created_at)
  VALUES (${sender}, ${key}, ${step}, ${stored.body_hash}, ${stored.result}, ${stored.at})
  ON CONFLICT (sender, key, step) DO UPDATE
  SET body_hash = excluded.body_hash, result = excluded.result, created_at = excluded.created_at
  WHERE request_results.created_at <= ${stored.since}`

export const findResult = (db: Queryable, { sender, key, step }: Step, since: Date) => maybe<StoredResult>(
  db,
  'repeats.find',
)`
  SELECT body_hash, result FROM request_results
  WHERE sender = ${sender} AND key = ${key} AND step = ${step} AND created_at > ${since}`

export const removeOldResults = (db: Queryable, expiredAt: Date) =>
  rowCount(db)`DELETE FROM request_results WHERE created_at <= ${expiredAt}`
