import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** What takes a whole house: one at a time. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: ['tests/production/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 180_000,
  },
})
