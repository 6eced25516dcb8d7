import { defineConfig } from 'vitest/config'
import { findPostgres } from './server/testing/postgres-server.ts'

/** Server tests that ask for no database, or start their own: once is enough. */
const once = [
  'server/{config,stopping}.test.ts',
  'server/{files,images}/*.test.ts',
  'server/announcements/html.test.ts',
  'server/db/{embedded,wire}.test.ts',
  'server/demo/{content,moments,receipt-drawing}.test.ts',
  'server/limits/queue.test.ts',
  'server/mail/mailer.test.ts',
  'server/operators/command.test.ts',
  'server/security/passwords.test.ts',
  'server/submissions/durability.test.ts',
]

const project = (name: string, include: string[]) => ({ extends: true as const, test: { name, include } })
const onDatabase = (name: string) => ({
  extends: true as const,
  test: { name, include: ['server/**/*.test.ts'], exclude: once, globalSetup: 'server/testing/global-setup.ts' },
})

const hasPostgres = Boolean(process.env.TEST_DATABASE_URL ?? findPostgres())
if (!hasPostgres) console.warn('postgres: SKIPPED, no PostgreSQL programs found and no TEST_DATABASE_URL')

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    projects: [
      onDatabase('embedded'),
      ...(hasPostgres ? [onDatabase('postgres')] : []),
      { extends: true, test: { name: 'once', include: once, globalSetup: 'server/testing/global-setup.ts' } },
      project('contract', ['contract/**/*.test.ts']),
      project('browser', ['{web,console,ui}/**/*.test.ts']),
      project('structure', ['tests/structure.test.ts']),
    ],
  },
})
