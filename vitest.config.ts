import { defineConfig } from 'vitest/config'
import { findPostgres } from './tests/support/database/postgres-server.ts'

/** Server tests that use no database or start their own: they run once. */
const withoutDatabase = [
  'server/{config,deploy,shutdown,three-machines}.test.ts',
  'server/platform/storage/*.test.ts',
  'server/platform/backups/running-backup.test.ts',
  'server/platform/images/{heic,pictures}.test.ts',
  'server/domains/announcements/sanitize-html.test.ts',
  'server/platform/db/embedded/*.test.ts',
  'demo/{content,receipts/receipt-drawing}.test.ts',
  'server/platform/workers/*.test.ts',
  'server/platform/rate-limits/slow-queue.test.ts',
  'server/platform/mail/mailer.test.ts',
  'server/domains/staff/command.test.ts',
  'server/platform/ocr/**/*.test.ts',
  'server/domains/receipt-ocr/{compare-facts,read-receipt}.test.ts',
  'server/domains/receipt-ocr/duplicates/compare-purchases.test.ts',
  'server/domains/receipt-ocr/facts/*.test.ts',
  'server/domains/receipt-ocr/paper/*.test.ts',
  'server/platform/security/passwords.test.ts',
  'tests/support/database/database.test.ts',
]

/** Tests that need a PostgreSQL server: roles, lost connections, parallel transactions, dump and restore. */
const onServer = [
  'server/platform/db/rights.test.ts',
  'server/platform/db/connections/*.test.ts',
  'server/platform/export-import/restore.test.ts',
  'server/domains/accounts/sessions/session-locks.test.ts',
  'server/domains/review/decisions/decision-locks.test.ts',
]
/**
 * Tests of what can differ between the engines: statements with locks, triggers, dates and search, and whatever migrates or
 * counts money. They run on both; all others run on PostgreSQL, or without its programs on the embedded engine. The tests of
 * export and import run on PostgreSQL and use the embedded engine too.
 */
const differing = [
  'server/platform/{backups,db,jobs}/**/*.test.ts',
  'server/domains/{wallet,rewards,settlement}/**/*.test.ts',
  'server/domains/**/*-{races,locks}.test.ts',
  'server/domains/review/desk/leases.test.ts',
  'server/domains/submissions/{idempotency-keys,history-search}.test.ts',
  'server/domains/submissions/search/*.test.ts',
  'server/domains/merchants/merchants.test.ts',
  'server/domains/privacy/deletion.test.ts',
  // A part of it is about the embedded engine alone.
  'server/platform/http/response-cache.test.ts',
]
/** Tests of how much the embedded engine writes, of the demo, whose history journeys make on PostgreSQL, and of a command. */
const onEmbedded = ['demo/seed.test.ts', 'server/domains/receipt-ocr/repeat-ocr.test.ts']
/** Tests that count files on the local disk or run as the tables' owner: not in the project `postgres`. */
const asTablesOwner = [
  'server/domains/privacy/{download,erasures}.test.ts',
  'server/domains/review/reversals/reversals-races.test.ts',
  'server/platform/{backups,db,jobs,export-import}/**/*.test.ts',
]
/** Tests of triggers that reject changes even by the tables' owner; the application's role lacks the right anyway. */
const triggers = ['server/domains/review/spot-checks/spot-checks.test.ts']

const project = (name: string, include: string[]) => ({
  extends: true as const,
  test: { name, include, isolate: false },
})
/** Without isolation, because none of these tests mocks a module: each worker loads the server's modules once. */
const onDatabase = (name: string, include: string[], exclude: string[]) => ({
  extends: true as const,
  test: { name, include, exclude, globalSetup: 'tests/support/database/global-setup.ts', isolate: false },
})
const allTests = ['{server,demo,tests/support}/**/*.test.ts']
/** `postgres` runs as in production: as the application's role, with files in a bucket. `tables-owner` runs the rest as the tables' owner. */
const onPostgres = [
  onDatabase('postgres', allTests, [...withoutDatabase, ...asTablesOwner, ...onEmbedded]),
  onDatabase('tables-owner', [...asTablesOwner, ...triggers], withoutDatabase),
]

const hasPostgres = Boolean(process.env.TEST_DATABASE_URL ?? findPostgres())
console.warn(
  hasPostgres
    ? 'Engines: PostgreSQL runs the server’s tests, and the embedded database what can differ there.'
    : 'Engines: the embedded database runs the server’s tests. SKIPPED on PostgreSQL: no programs found and no TEST_DATABASE_URL.',
)

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Long, for busy machines; not a performance limit.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
    projects: [
      onDatabase('embedded', hasPostgres ? [...differing, ...onEmbedded] : allTests, [...withoutDatabase, ...onServer]),
      ...(hasPostgres ? onPostgres : []),
      {
        extends: true,
        test: { name: 'no-database', include: withoutDatabase, globalSetup: 'tests/support/database/global-setup.ts' },
      },
      project('contract', ['contract/**/*.test.ts']),
      project('browser', ['{web,console,counter,ui}/**/*.test.ts']),
      project('structure', ['tests/structure/*.test.ts', '{scripts,bench}/**/*.test.ts']),
    ],
  },
})
