import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const restarts = ['tests/production/restarts.test.ts']
const others = { include: ['tests/production/*.test.ts'], exclude: restarts }
/** Each file starts its own replicas and servers. Two run at a time, as the longest mostly waits; with `--full` one does. */
const maxWorkers = process.env.STAMPUS_PROFILE === 'full' ? 1 : 2

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    pool: 'forks',
    testTimeout: 900_000,
    hookTimeout: 180_000,
    projects: [
      { extends: true, test: { name: 'restarts', include: restarts, maxWorkers: 1 } },
      { extends: true, test: { name: 'others', ...others, maxWorkers } },
    ],
  },
})
