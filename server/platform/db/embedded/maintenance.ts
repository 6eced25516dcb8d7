import type pg from 'pg'

const minute = 60_000
const checkpointEvery = 2 * minute
const checkpointsPerVacuum = 30

/**
 * Does for the embedded engine what it never does by itself: checkpoints, so that its log stays small, and vacuums,
 * each only when something has been written. Waits its turn in the pool, so never inside a transaction.
 * Answers how to stop.
 */
export function keepMaintained(pool: pg.Pool): () => void {
  const maintain = maintenance(pool)
  // A failure shows itself to whoever queries next; the next round tries again.
  const timer = setInterval(() => maintain().catch(() => {}), checkpointEvery)
  timer.unref()
  return () => clearInterval(timer)
}

/** One round: nothing since the last one, nothing to do. */
export function maintenance(pool: pg.Pool): () => Promise<void> {
  let seen = ''
  let checkpoints = 0
  return async () => {
    if ((await position(pool)) === seen) return
    if (checkpoints % checkpointsPerVacuum === 0) await pool.query('VACUUM (ANALYZE)')
    await pool.query('CHECKPOINT')
    checkpoints += 1
    seen = await position(pool)
  }
}

async function position(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn')
  return rows[0]?.lsn ?? ''
}
