import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { full } from './profile.ts'

/** These tests measure time or memory, or run OCR within a time limit, so nothing runs beside them. */
const alone = [
  'tests/security/accounts/account-enumeration.test.ts',
  'tests/stress/ocr/approve-many.test.ts',
  'tests/stress/uploads/uploads.test.ts',
]
/** One waits for two minutes, the other works as long. */
const long = ['tests/stress/connections/connections.test.ts', 'tests/stress/durability/durability.test.ts']
const others = { include: ['tests/{stress,security}/**/*.test.ts'], exclude: [...alone, ...long] }

/**
 * In the short profile tests run side by side; the others wait for half of their time. In the full profile, whose
 * figures are published, each has the machine to itself.
 */
const inTurn = [
  { name: 'alone', include: alone, maxWorkers: 1 },
  { name: 'long', include: long, maxWorkers: full ? 1 : 2 },
  { name: 'others', ...others, maxWorkers: full ? 1 : 4 },
]

export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    pool: 'forks',
    testTimeout: 4 * 3_600_000,
    hookTimeout: 180_000,
    projects: inTurn.map((project, groupOrder) => ({
      extends: true as const,
      test: { ...project, sequence: { groupOrder } },
    })),
  },
})
