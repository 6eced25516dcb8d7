import type pg from 'pg'
import { Unavailable } from '../errors.ts'

const EVERY_MS = 1000
const WITHIN_MS = 2000

// A backend whose commit waits for a standby keeps the row's lock after its connection was closed: do not queue behind it.
const WRITE = `SET LOCAL lock_timeout = ${EVERY_MS};
  INSERT INTO readiness (single, written_at) VALUES (true, clock_timestamp())
  ON CONFLICT (single) DO UPDATE SET written_at = excluded.written_at`

/** Returns a check that throws 503 unless the database stored a row: at most one write a second, for all who ask. */
export function readiness(pool: pg.Pool): () => Promise<void> {
  const statement = { text: WRITE, query_timeout: WITHIN_MS }
  let writing: Promise<unknown> | undefined
  let begunAt = Number.NEGATIVE_INFINITY
  let last = Promise.resolve()
  return () => {
    const now = performance.now()
    if (!writing && now - begunAt >= EVERY_MS) {
      begunAt = now
      writing = pool.query(statement).finally(() => {
        writing = undefined
      })
      last = within(writing)
    }
    return last
  }
}

async function within(writing: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('The write of /readyz has not ended')), WITHIN_MS)
  try {
    await Promise.race([writing, late.promise])
  } catch (cause) {
    throw new Unavailable(2, { cause })
  } finally {
    clearTimeout(timer)
  }
}
