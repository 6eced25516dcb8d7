import type { Database } from './database.ts'

const ASKED_EVERY_MS = 60_000
/** An answer that took longer says too little of when it was given. */
const ANSWERED_WITHIN_MS = 1000

/**
 * The clock that rules go by: the database's, so that replicas whose own clocks differ agree on leases and limits. Until it is asked
 * again, it is told on by what this machine counts steadily. The embedded engine has no other than this machine's.
 */
export async function databaseClock({ engine, pool }: Database): Promise<() => Date> {
  if (engine === 'embedded') return () => new Date()
  let start = (await ask(pool)) ?? Date.now() - performance.now()
  const askAgain = async () => {
    start = (await ask(pool).catch(() => undefined)) ?? start
  }
  setInterval(askAgain, ASKED_EVERY_MS).unref()
  return () => new Date(start + performance.now())
}

/** The database's time at the moment from which this machine counts. */
async function ask(pool: Database['pool']): Promise<number | undefined> {
  const asked = performance.now()
  const { rows } = await pool.query<{ at: Date }>('SELECT clock_timestamp() AS at')
  const answered = performance.now()
  if (answered - asked > ANSWERED_WITHIN_MS) return undefined
  return rows[0] && rows[0].at.getTime() - (asked + answered) / 2
}
