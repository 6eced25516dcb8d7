import type pg from 'pg'
import { prepareJobs } from '../jobs/prepare.ts'
import { migrate } from './migrate.ts'

/** Makes everything in the database that this release needs. Safe to repeat, and from several processes at once. */
export async function prepareSchema(pool: pg.Pool): Promise<void> {
  await migrate(pool)
  await prepareJobs(pool)
}
