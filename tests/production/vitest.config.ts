import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** What takes a whole house: two at a time, for the longest does little but wait. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: ['tests/production/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 900_000,
    hookTimeout: 180_000,
  },
})
