import config from '../../vitest.config.ts'
import { nothing, oneFailed, type Tally } from './tally.ts'

/** A machine without PostgreSQL skips that half of the server's tests; in CI it must run. */
export function missingPostgres(): Tally {
  const names = config.test?.projects?.map((project) =>
    typeof project === 'object' && 'test' in project ? project.test?.name : undefined,
  )
  if (names?.includes('postgres')) return nothing
  const why = 'The PostgreSQL half did not run: install PostgreSQL or set TEST_DATABASE_URL'
  if (process.env.CI) return oneFailed(`${why}.`)
  console.log(`${why} (skipped).`)
  return { ...nothing, skipped: 1 }
}
