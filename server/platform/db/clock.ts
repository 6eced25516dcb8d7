import { MINUTE_MS } from '../durations.ts'
import type { Database } from './database.ts'

const QUERY_EVERY_MS = MINUTE_MS
const ANSWER_WITHIN_MS = 1000

/** The database's clock, so that replicas agree on leases and limits, advanced by the timer of this process. */
export async function databaseClock({ engine, pool }: Database): Promise<() => Date> {
  if (engine === 'embedded') return () => new Date()
  let start = (await queryStart(pool)) ?? Date.now() - performance.now()
  const refresh = async () => {
    start = (await queryStart(pool).catch(() => undefined)) ?? start
  }
  setInterval(refresh, QUERY_EVERY_MS).unref()
  return () => new Date(start + performance.now())
}

/** By how many milliseconds the database's clock is ahead of this machine's. */
export async function measureClock(pool: Database['pool']): Promise<number> {
  const start = await queryStart(pool)
  if (start === undefined) throw new Error('the database answers too slowly')
  return start + performance.now() - Date.now()
}

async function queryStart(pool: Database['pool']): Promise<number | undefined> {
  const before = performance.now()
  const { rows } = await pool.query<{ at: Date }>('SELECT clock_timestamp() AS at')
  const after = performance.now()
  if (after - before > ANSWER_WITHIN_MS) return undefined
  return rows[0] && rows[0].at.getTime() - (before + after) / 2
}
