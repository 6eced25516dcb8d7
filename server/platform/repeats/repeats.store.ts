import type { Queryable } from '../db/database.ts'
import { maybe, rowCount, run, some } from '../db/query.ts'
import { raw } from '../db/sql.ts'

export type Step = { sender: string; key: string; step: number }
type StoredResult = { body_hash: Buffer; result: Buffer }

type NewResult = StoredResult & { at: Date; since: Date; limitOf: string | null }

/** As many results of one sender are kept. */
const MOST = raw(1000)

/** False if the step has a result newer than `since`, or `limitOf` too many. Waits for a transaction that stores one. */
export const insertResult = (tx: Queryable, { sender, key, step }: Step, stored: NewResult) =>
  some(tx, 'repeats.insert')`
  INSERT INTO request_results (sender, key, step, body_hash, result, created_at)
  SELECT ${sender}, ${key}, ${step}, ${stored.body_hash}, ${stored.result}, ${stored.at}
  WHERE NOT EXISTS (SELECT FROM request_results WHERE sender = ${stored.limitOf} OFFSET ${MOST})
  ON CONFLICT (sender, key, step) DO UPDATE
    SET body_hash = excluded.body_hash, result = excluded.result, created_at = excluded.created_at
    WHERE request_results.created_at <= ${stored.since}`

export const findResult = (db: Queryable, { sender, key, step }: Step, since: Date) => maybe<StoredResult>(
  db,
  'repeats.find',
)`
  SELECT body_hash, result FROM request_results
  WHERE sender = ${sender} AND key = ${key} AND step = ${step} AND created_at > ${since}`

export const removeOldResults = (db: Queryable, expiredAt: Date, expiredOfNobodyAt: Date) => rowCount(db)`
  DELETE FROM request_results
  WHERE created_at <= ${expiredAt} OR (sender = '' AND created_at <= ${expiredOfNobodyAt})`

/** Results hold what an account looked like, with its name and address. */
export const eraseResults = (tx: Queryable, memberId: number) =>
  run(tx)`DELETE FROM request_results WHERE sender = ${`member ${memberId}`}`
