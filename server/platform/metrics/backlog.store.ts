import type { Queryable } from '../db/database.ts'

/** Enough to see that something is wrong; nothing is counted beyond it. */
const COUNTED = 100_000

export type JobCount = { queue: string; state: 'waiting' | 'later' | 'running' | 'failed'; count: number }

/** The jobs of every queue that are not done; failed ones for as long as they are kept. */
export async function countJobs(db: Queryable): Promise<JobCount[]> {
  const { rows } = await db.query<JobCount>({
    name: 'metrics.jobs',
    text: `SELECT name AS queue, state, count(*) AS count FROM (
             SELECT name, CASE WHEN state = 'active' THEN 'running' WHEN state = 'failed' THEN 'failed'
                 WHEN start_after > now() THEN 'later' ELSE 'waiting' END AS state
               FROM pgboss.job WHERE state IN ('created', 'retry', 'active', 'failed') AND name NOT LIKE '\\_\\_%'
               LIMIT ${COUNTED}) counted
           GROUP BY name, state`,
  })
  return rows
}

export type Waiting = { receipts: number; oldest_at: Date | null }

/** The receipts that wait for a decision, and since when. */
export async function countWaiting(db: Queryable): Promise<Waiting> {
  const { rows } = await db.query<Waiting>({
    name: 'metrics.waiting',
    text: `SELECT count(*) AS receipts, min(since) AS oldest_at
           FROM (SELECT coalesce(reopened_at, created_at) AS since FROM submissions WHERE status = 'pending'
             ORDER BY since LIMIT ${COUNTED}) waiting`,
  })
  return rows[0] ?? { receipts: 0, oldest_at: null }
}
