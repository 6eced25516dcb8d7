import type { Queryable } from '../../../platform/db/database.ts'
import { WAITING_SINCE } from '../submissions.store.ts'

/** Decisions of late: how many, what half and nine in ten of them took at most, and since when the oldest receipt waits. */
export type LatestDecisions = {
  decisions: number
  typical_ms: number | null
  slow_ms: number | null
  waiting_since: Date | null
}

const MOST = 100

/**
 * Looks at the latest 100 decisions since an instant that were not taken back. What was appealed has waited for its
 * member too, so its decisions do not count; nor do those that a manager set by a reversal, for which nobody waited.
 */
export async function readLatestDecisions(db: Queryable, since: Date): Promise<LatestDecisions | undefined> {
  const { rows } = await db.query<LatestDecisions>({
    name: 'decision-times.latest',
    text: `WITH latest AS (
             SELECT round(extract(epoch FROM d.created_at - ${WAITING_SINCE}) * 1000)::bigint AS took
             FROM decisions d JOIN submissions s ON s.id = d.submission_id
             WHERE d.created_at > $1
               AND NOT EXISTS (SELECT FROM decision_undos u WHERE u.decision_id = d.id)
               AND NOT EXISTS (SELECT FROM appeals a WHERE a.submission_id = s.id AND a.created_at <= d.created_at)
               AND NOT EXISTS (SELECT FROM reversals v WHERE v.submission_id = s.id AND v.created_at = d.created_at)
             ORDER BY d.created_at DESC LIMIT ${MOST})
           SELECT count(*) AS decisions,
             percentile_disc(0.5) WITHIN GROUP (ORDER BY took) AS typical_ms,
             percentile_disc(0.9) WITHIN GROUP (ORDER BY took) AS slow_ms,
             (SELECT min(${WAITING_SINCE}) FROM submissions s WHERE s.status = 'pending') AS waiting_since
           FROM latest`,
    values: [since],
  })
  return rows[0]
}
