import type { Queryable } from '../db/database.ts'
import { many } from '../db/query.ts'
import { raw } from '../db/sql.ts'

/** Counting stops here: enough to see that something is wrong. */
export const MAX_COUNTED = 100_000

export type JobCount = { queue: string; state: 'waiting' | 'later' | 'running' | 'failed'; count: number }

/** Failed jobs count until the queue deletes them. */
export const countJobs = (db: Queryable) =>
  many<JobCount>(db, 'metrics.jobs')`
    SELECT name AS queue, state, count(*) AS count FROM (
      SELECT name, CASE WHEN state = 'active' THEN 'running' WHEN state = 'failed' THEN 'failed'
          WHEN start_after > now() THEN 'later' ELSE 'waiting' END AS state
        FROM pgboss.job WHERE state IN ('created', 'retry', 'active', 'failed') AND name NOT LIKE '\\_\\_%'
        LIMIT ${raw(MAX_COUNTED)}) counted
    GROUP BY name, state`
