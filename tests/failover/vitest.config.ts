import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** One file: the faults are caused one after the other, on one cluster. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: ['tests/failover/*.test.ts'],
    pool: 'forks',
    // Each result is printed as soon as it is known.
    disableConsoleIntercept: true,
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
})
