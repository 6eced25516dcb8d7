import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Each harness has the machine to itself. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: ['tests/trust/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 4 * 3_600_000,
    hookTimeout: 180_000,
  },
})
