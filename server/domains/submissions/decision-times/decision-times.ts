import type { AnswerOf } from '@stampus/contract/endpoint'
import type { decisionTimes } from '@stampus/contract/submissions'
import type { Deps } from '../../../deps.ts'
import { readLatestDecisions } from './decision-times.store.ts'

const DAYS_MS = 30 * 24 * 60 * 60 * 1000
const FEWEST = 5

/** How long decisions take at the moment, by the latest ones; null where too few were made in the last 30 days (D-46). */
export async function recentDecisionTimes({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<AnswerOf<typeof decisionTimes>['data']> {
  const at = now().getTime()
  const latest = await readLatestDecisions(db.pool, new Date(at - DAYS_MS))
  if (!latest || latest.decisions < FEWEST || latest.typical_ms === null || latest.slow_ms === null) return null
  const { typical_ms, slow_ms, waiting_since } = latest
  return { typical_ms, slow_ms, oldest_wait_ms: waiting_since && at - waiting_since.getTime() }
}
