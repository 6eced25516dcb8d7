import type { Queryable } from '../db/database.ts'
import { many, maybeValue, rowCount, run } from '../db/query.ts'
import { parameter, type Sql, sql } from '../db/sql.ts'

type CountedLimit = { key: string; max: number; until: Date }
type Hit = { key: string; hits: number }

/** Counts a hit in the open window of a key, which takes `max`, or in a new one. */
const orCountHit = (max: unknown, now: unknown) => sql`ON CONFLICT (key) DO UPDATE SET
    hits = CASE WHEN c.expires_at <= ${now} THEN 1 ELSE c.hits + 1 END,
    expires_at = CASE WHEN c.expires_at <= ${now} THEN excluded.expires_at ELSE c.expires_at END
  WHERE c.hits < ${max} OR c.expires_at <= ${now}
  RETURNING c.key, c.hits`

/** Leaves out full keys. One statement: the embedded database syncs after each. Locks in the order of keys. */
export async function countHits(db: Queryable, limits: CountedLimit[], at: Date): Promise<Map<string, number>> {
  const [only, ...others] = limits
  const now = parameter(at)
  // Most calls have one limit, which costs less without arrays.
  const rows =
    only && others.length === 0
      ? await many<Hit>(db, 'limits.hit-one')`${hitOne(only, now)}`
      : await many<Hit>(db, 'limits.hit')`${hitEach(limits, now)}`
  return new Map(rows.map(({ key, hits }) => [key, hits]))
}

const hitOne = ({ key, max, until }: CountedLimit, now: unknown) => sql`
  INSERT INTO rate_counters AS c (key, hits, expires_at) VALUES (${key}, 1, ${until}) ${orCountHit(max, now)}`

function hitEach(limits: CountedLimit[], now: unknown): Sql {
  const keys = parameter(limits.map(({ key }) => key))
  const ends = limits.map(({ until }) => until)
  const max = sql`(${limits.map((limit) => limit.max)}::int[])[array_position(${keys}, c.key)]`
  return sql`
    INSERT INTO rate_counters AS c (key, hits, expires_at)
      SELECT key, 1, until FROM unnest(${keys}::text[], ${ends}::timestamptz[]) AS asked (key, until) ORDER BY key
    ${orCountHit(max, now)}`
}

export const findWindowEnd = (db: Queryable, key: string, now: Date) =>
  maybeValue<Date>(db)`SELECT expires_at FROM rate_counters WHERE key = ${key} AND expires_at > ${now}`

/** Undefined if hits are left. */
export const findFullWindowEnd = (db: Queryable, { key, max }: { key: string; max: number }, now: Date) =>
  maybeValue<Date>(db)`
    SELECT expires_at FROM rate_counters WHERE key = ${key} AND hits >= ${max} AND expires_at > ${now}`

/** Locks in the order of keys, so that there is no deadlock. */
export const subtractHits = (db: Queryable, keys: string[]) =>
  run(db, 'limits.take-back')`
    WITH held AS (SELECT key FROM rate_counters WHERE key = ANY(${keys}) ORDER BY key FOR UPDATE)
    UPDATE rate_counters AS c SET hits = c.hits - 1 FROM held WHERE c.key = held.key AND c.hits > 0`

/** Locks in the order of keys. */
export const deleteAccountCounters = (tx: Queryable, key: string, prefix: string) =>
  run(tx)`
    WITH held AS (
      SELECT key FROM rate_counters WHERE key = ${key} OR starts_with(key, ${prefix}) ORDER BY key FOR UPDATE)
    DELETE FROM rate_counters AS c USING held WHERE c.key = held.key`

/** Skips locked rows, so that there is no deadlock. */
export const deleteEndedWindows = (db: Queryable, now: Date) =>
  rowCount(db)`
    WITH ended AS (SELECT key FROM rate_counters WHERE expires_at <= ${now} FOR UPDATE SKIP LOCKED)
    DELETE FROM rate_counters AS c USING ended WHERE c.key = ended.key`

type Reservation = { key: string; amount: number; expiresAt: Date }
type Budget = { key: string; max: number; amount: number; until: Date }

/** A window's budget; undefined, and nothing taken, if too little is left. */
export async function reserveBudget(db: Queryable, { key, max, amount, until }: Budget, at: Date) {
  const now = parameter(at)
  const expiresAt = await maybeValue<Date>(db, 'budget.reserve')`
    INSERT INTO rate_counters AS c (key, hits, expires_at) VALUES (${key}, ${amount}, ${until})
    ON CONFLICT (key) DO UPDATE SET
      hits = CASE WHEN c.expires_at <= ${now} THEN excluded.hits ELSE c.hits + excluded.hits END,
      expires_at = CASE WHEN c.expires_at <= ${now} THEN excluded.expires_at ELSE c.expires_at END
    WHERE c.hits + excluded.hits <= ${max} OR c.expires_at <= ${now}
    RETURNING expires_at`
  return expiresAt && { key, amount, expiresAt }
}

/** Nothing comes back once the window has ended. */
export const releaseBudget = (db: Queryable, { key, expiresAt }: Reservation, unused: number) =>
  run(db, 'budget.release')`
    UPDATE rate_counters SET hits = GREATEST(0, hits - ${unused}) WHERE key = ${key} AND expires_at = ${expiresAt}`
