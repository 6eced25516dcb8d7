import type { Queryable } from '../db/database.ts'

type CountedLimit = { key: string; max: number; until: Date }

/** SQL: counts a hit in the open window of a key, or begins one; `max` is how many it takes. $4 is now. */
const orCountHit = (max: string) => `ON CONFLICT (key) DO UPDATE SET
    hits = CASE WHEN c.expires_at <= $4 THEN 1 ELSE c.hits + 1 END,
    expires_at = CASE WHEN c.expires_at <= $4 THEN excluded.expires_at ELSE c.expires_at END
  WHERE c.hits < ${max} OR c.expires_at <= $4
  RETURNING c.key, c.hits`

/**
 * Counts one hit of each key and returns the hits of its window. A key whose window is full is left out of the result.
 * One statement, because the embedded database syncs its disk after each. Rows are locked in the order of their keys.
 */
export async function countHits(db: Queryable, limits: CountedLimit[], now: Date): Promise<Map<string, number>> {
  const [only, ...others] = limits
  // Most calls have one limit, which costs less without arrays.
  const statement = only && others.length === 0 ? hitOfOne(only) : hitOfEach(limits)
  const { rows } = await db.query<{ key: string; hits: number }>({
    ...statement,
    values: [...statement.values, now],
  })
  return new Map(rows.map(({ key, hits }) => [key, hits]))
}

function hitOfOne({ key, max, until }: CountedLimit) {
  return {
    name: 'limits.hit-one',
    text: `INSERT INTO rate_counters AS c (key, hits, expires_at) VALUES ($1, 1, $3) ${orCountHit('$2')}`,
    values: [key, max, until],
  }
}

function hitOfEach(limits: CountedLimit[]) {
  return {
    name: 'limits.hit',
    text: `INSERT INTO rate_counters AS c (key, hits, expires_at)
        SELECT key, 1, until FROM unnest($1::text[], $3::timestamptz[]) AS asked (key, until) ORDER BY key
      ${orCountHit('($2::int[])[array_position($1, c.key)]')}`,
    values: [limits.map(({ key }) => key), limits.map(({ max }) => max), limits.map(({ until }) => until)],
  }
}

/** When the window of a key ends; undefined if none is open. */
export async function findWindowEnd(db: Queryable, key: string, now: Date): Promise<Date | undefined> {
  const { rows } = await db.query<{ expires_at: Date }>({
    text: 'SELECT expires_at FROM rate_counters WHERE key = $1 AND expires_at > $2',
    values: [key, now],
  })
  return rows[0]?.expires_at
}

/** When the window of a key ends that has no hits left; undefined if it has some. */
export async function findFullWindowEnd(
  db: Queryable,
  { key, max }: { key: string; max: number },
  now: Date,
): Promise<Date | undefined> {
  const { rows } = await db.query<{ expires_at: Date }>({
    text: 'SELECT expires_at FROM rate_counters WHERE key = $1 AND hits >= $2 AND expires_at > $3',
    values: [key, max, now],
  })
  return rows[0]?.expires_at
}

/** Subtracts one hit of each key. Rows are locked in the order of their keys, so that there is no deadlock. */
export async function subtractHits(db: Queryable, keys: string[]): Promise<void> {
  await db.query({
    name: 'limits.take-back',
    text: `WITH held AS (SELECT key FROM rate_counters WHERE key = ANY($1) ORDER BY key FOR UPDATE)
      UPDATE rate_counters AS c SET hits = c.hits - 1 FROM held WHERE c.key = held.key AND c.hits > 0`,
    values: [keys],
  })
}

/** Deletes a counter and those that start with the prefix, locked in the same order. */
export async function deleteAccountCounters(tx: Queryable, key: string, prefix: string): Promise<void> {
  await tx.query({
    text: `WITH held AS (
        SELECT key FROM rate_counters WHERE key = $1 OR starts_with(key, $2) ORDER BY key FOR UPDATE)
      DELETE FROM rate_counters AS c USING held WHERE c.key = held.key`,
    values: [key, prefix],
  })
}

/** Deletes ended windows and returns how many. Skips locked rows, so that there is no deadlock. */
export async function deleteEndedWindows(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query({
    text: `WITH ended AS (SELECT key FROM rate_counters WHERE expires_at <= $1 FOR UPDATE SKIP LOCKED)
      DELETE FROM rate_counters AS c USING ended WHERE c.key = ended.key`,
    values: [now],
  })
  return rowCount ?? 0
}

type Reservation = { key: string; amount: number; expiresAt: Date }

/** Takes an amount from the budget of a window that starts with the first; returns undefined, and takes nothing, if too little is left. */
export async function reserveBudget(
  db: Queryable,
  budget: { key: string; max: number; amount: number; until: Date },
  now: Date,
): Promise<Reservation | undefined> {
  const { key, max, amount, until } = budget
  const { rows } = await db.query<{ expires_at: Date }>({
    name: 'budget.reserve',
    text: `INSERT INTO rate_counters AS c (key, hits, expires_at) VALUES ($1, $2, $3)
      ON CONFLICT (key) DO UPDATE SET
        hits = CASE WHEN c.expires_at <= $5 THEN excluded.hits ELSE c.hits + excluded.hits END,
        expires_at = CASE WHEN c.expires_at <= $5 THEN excluded.expires_at ELSE c.expires_at END
      WHERE c.hits + excluded.hits <= $4 OR c.expires_at <= $5
      RETURNING expires_at`,
    values: [key, amount, until, max, now],
  })
  return rows[0] && { key, amount, expiresAt: rows[0].expires_at }
}

/** Returns the unused part of a reservation, unless its window has ended. */
export async function releaseBudget(db: Queryable, { key, expiresAt }: Reservation, unused: number): Promise<void> {
  await db.query({
    name: 'budget.release',
    text: 'UPDATE rate_counters SET hits = GREATEST(0, hits - $3) WHERE key = $1 AND expires_at = $2',
    values: [key, expiresAt, unused],
  })
}
