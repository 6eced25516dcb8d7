import type { TestApp } from '../server/app.ts'

/** The rows that a statement returns. */
export async function rowsOf<Row extends object = Record<string, unknown>>(
  { deps }: Pick<TestApp, 'deps'>,
  text: string,
  ...values: unknown[]
): Promise<Row[]> {
  return (await deps.db.pool.query<Row>({ text, values })).rows
}

/** The number of connections to the server's database that wait for a lock. */
export async function countWaiting(server: Pick<TestApp, 'deps'>): Promise<number> {
  const text = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
  return (await rowsOf(server, text)).length
}
