import { defineConfig } from 'vitest/config'
import { findPostgres } from './server/testing/postgres-server.ts'

const onDatabase = (name: string, exclude: string[] = []) => ({
  extends: true as const,
  test: { name, include: ['server/**/*.test.ts'], exclude, globalSetup: 'server/testing/global-setup.ts' },
})

const hasPostgres = Boolean(process.env.TEST_DATABASE_URL || findPostgres())
if (!hasPostgres) console.warn('postgres: SKIPPED, no PostgreSQL programs found and no TEST_DATABASE_URL')

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    projects: [
      onDatabase('embedded'),
      ...(hasPostgres ? [onDatabase('postgres', ['server/db/embedded*.test.ts', 'server/submissions/durability.test.ts'])] : []),
      { extends: true, test: { name: 'contract', include: ['contract/**/*.test.ts'] } },
      { extends: true, test: { name: 'browser', include: ['{web,console,ui}/**/*.test.ts'] } },
      { extends: true, test: { name: 'structure', include: ['tests/structure.test.ts'] } },
    ],
  },
})
