import { defineConfig } from 'vitest/config'
import { findPostgres } from './tests/support/database/postgres-server.ts'

/** Server tests that ask for no database, or start their own: once is enough. */
const once = [
  'server/{config,deploy,shutdown}.test.ts',
  'server/platform/storage/*.test.ts',
  'server/platform/images/{heic,heic-cost,pictures}.test.ts',
  'server/domains/announcements/sanitize-html.test.ts',
  'server/platform/db/embedded/*.test.ts',
  'demo/{content,receipt-drawing}.test.ts',
  'server/platform/workers/*.test.ts',
  'server/platform/rate-limits/slow-queue.test.ts',
  'server/platform/mail/{mailer,smtp-errors,smtp}.test.ts',
  'server/domains/operators/command.test.ts',
  'server/platform/ocr/**/*.test.ts',
  'server/domains/receipt-ocr/{compare-facts,reader,read-receipt,stopped-ocr}.test.ts',
  'server/domains/receipt-ocr/duplicates/{match-keypoints,compare-purchases}.test.ts',
  'server/domains/receipt-ocr/facts/*.test.ts',
  'server/platform/security/passwords.test.ts',
  'server/domains/submissions/durability.test.ts',
  'tests/support/database/database.test.ts',
]

/** What only a server has: roles, silence, transactions beside each other, and programs that dump and restore. */
const onServer = [
  'server/platform/db/{deployed-roles,rights}.test.ts',
  'server/platform/db/connections/*.test.ts',
  'server/platform/export-import/restore.test.ts',
  'server/domains/review/decisions/decision-locks.test.ts',
]
/** What costs is reading, drawing and hashing, which no database changes: on one engine, PostgreSQL where there is one. */
const costly = [
  'server/domains/accounts/sessions/crowd.test.ts',
  'server/platform/images/crowding.test.ts',
  'server/domains/receipt-ocr/{ocr-queue,receipt-ocr}.test.ts',
  'server/domains/receipt-ocr/ocr-preview/*.test.ts',
  'server/domains/receipt-ocr/duplicates/{fingerprint,rotated-copies,duplicates}.test.ts',
  'server/domains/review/bulk/bulk-offers.test.ts',
]
/** What counts open files on the disk, or takes the part of the tables' owner. */
const apart = [
  'server/domains/accounts/registration/registration-migration.test.ts',
  'server/domains/privacy/download.test.ts',
  'server/domains/receipt-ocr/repeat-ocr.test.ts',
  'server/domains/review/reversals/reversals-races.test.ts',
  'server/platform/{db,jobs,export-import}/**/*.test.ts',
]
/** Where triggers refuse even the tables' owner what the application's role lacks the right to. */
const triggers = [
  'server/platform/audit/audit-log.test.ts',
  'server/domains/review/spot-checks/spot-checks.test.ts',
  'server/domains/wallet/*.test.ts',
]

const project = (name: string, include: string[]) => ({ extends: true as const, test: { name, include } })
/** None of these tests replaces a module, so the server's modules are read once for each worker. */
const onDatabase = (name: string, include: string[], exclude: string[]) => ({
  extends: true as const,
  test: { name, include, exclude, globalSetup: 'tests/support/database/global-setup.ts', isolate: false },
})
const allTests = ['{server,demo,tests/support}/**/*.test.ts']
/** `postgres` is as in production: in the application's role, files in a bucket. `owner` is for the rest. */
const onPostgres = [
  onDatabase('postgres', allTests, [...once, ...apart]),
  onDatabase('owner', [...apart, ...triggers], once),
]

const hasPostgres = Boolean(process.env.TEST_DATABASE_URL ?? findPostgres())
if (!hasPostgres) console.warn('postgres: SKIPPED, no PostgreSQL programs found and no TEST_DATABASE_URL')

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // When to give up on a machine that is busy; no promise about speed.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
    projects: [
      onDatabase('embedded', allTests, [...once, ...onServer, ...(hasPostgres ? costly : [])]),
      ...(hasPostgres ? onPostgres : []),
      { extends: true, test: { name: 'once', include: once, globalSetup: 'tests/support/database/global-setup.ts' } },
      project('contract', ['contract/**/*.test.ts']),
      project('browser', ['{web,console,ui}/**/*.test.ts']),
      project('structure', ['tests/structure/*.test.ts', '{scripts,bench}/**/*.test.ts']),
    ],
  },
})
