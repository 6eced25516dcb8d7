import type { TestApp } from '../server/app.ts'

/** Sets the counted hits of a limit for the next minutes. */
export async function fillLimit({ deps }: Pick<TestApp, 'deps'>, key: string, hits: number, minutes = 10) {
  await deps.db.pool.query({
    text: `INSERT INTO rate_counters (key, hits, expires_at) VALUES ($1, $2, $3)
      ON CONFLICT (key) DO UPDATE SET hits = excluded.hits, expires_at = excluded.expires_at`,
    values: [key, hits, new Date(deps.now().getTime() + minutes * 60_000)],
  })
}

/** Whether work took as long as one of the longest delays of a limit that slows down. */
export async function isSlow(work: () => Promise<unknown>): Promise<boolean> {
  const began = performance.now()
  await work()
  return performance.now() - began > 2900
}
