import type { Queryable } from '../db/database.ts'

export type Reservation = { key: string; amount: number; expiresAt: Date }

/** Takes an amount from a budget whose window begins with the first; undefined, and nothing taken, where too little is left. */
export async function reserve(
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

/** Gives a part of what was reserved back, unless its window has ended. */
export async function release(db: Queryable, { key, expiresAt }: Reservation, unused: number): Promise<void> {
  await db.query({
    name: 'budget.release',
    text: 'UPDATE rate_counters SET hits = GREATEST(0, hits - $3) WHERE key = $1 AND expires_at = $2',
    values: [key, expiresAt, unused],
  })
}
