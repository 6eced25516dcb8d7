import type { Deps } from '../server/deps.ts'

/** The same server at another time, without mail. */
export function asOf(deps: Deps, at: Date): Deps {
  return { ...deps, now: () => at, jobs: { ...deps.jobs, enqueueMail: async () => {} } }
}
