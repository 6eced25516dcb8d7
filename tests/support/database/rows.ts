import type { TestApp } from '../server/app.ts'

/** The rows that a statement returns. */
export async function rowsOf<Row extends object = Record<string, unknown>>(
  { deps }: Pick<TestApp, 'deps'>,
  text: string,
  ...values: unknown[]
): Promise<Row[]> {
  return (await deps.db.pool.query<Row>({ text, values })).rows
}
