import { defineConfig } from 'vitest/config'
import { findPostgres } from './server/testing/postgres-server.ts'

/** Server tests that ask for no database, or start their own: once is enough. */
const once = [
  'server/{config,deploy,stopping}.test.ts',
  'server/files/*.test.ts',
  'server/images/{heic,heic-cost,pictures}.test.ts',
  'server/announcements/html.test.ts',
  'server/db/{embedded,ready-made,wire}.test.ts',
  'server/demo/{content,moments,receipt-drawing}.test.ts',
  'server/limits/{child,kept-child,queue,slow-line,thread}.test.ts',
  'server/mail/{mailer,refusals,smtp}.test.ts',
  'server/operators/command.test.ts',
  'server/ocr/{boxes,letters,way-up}.test.ts',
  'server/reading/{comparing,deadline,engine,engines,invoices,labels,line-rows,likeness,picture-problem,same-picture,stopped-reading,straightening,tesseract-code}.test.ts',
  'server/reading/understanding*.test.ts',
  'server/security/passwords.test.ts',
  'server/submissions/durability.test.ts',
  'server/testing/database.test.ts',
]

/** What only a server has: roles, silence, transactions beside each other, and programs that dump and restore. */
const onServer = [
  'server/db/{deployed-roles,rights,pulse,shared-connection}.test.ts',
  'server/moving/restoring.test.ts',
  'server/review/{alike-stalled,resent-races}.test.ts',
]
/** What costs is reading, drawing and hashing, which no database changes: on one engine, PostgreSQL where there is one. */
const costly = [
  'server/accounts/crowd.test.ts',
  'server/images/crowding.test.ts',
  'server/reading/{ahead,ahead-lines,fair-reading,fingerprint,readings,turned-copies,twins}.test.ts',
  'server/review/bulk-offers.test.ts',
]
/** What counts open files on the disk, or takes the part of the tables' owner. */
const apart = [
  'server/accounts/registrations-migration.test.ts',
  'server/privacy/download.test.ts',
  'server/reading/again.test.ts',
  'server/review/reversals-races.test.ts',
  'server/{db,jobs,moving}/*.test.ts',
]
/** Where triggers refuse even the tables' owner what the application's role lacks the right to. */
const triggers = ['server/audit/log.test.ts', 'server/review/checks.test.ts', 'server/wallet/*.test.ts']

const project = (name: string, include: string[]) => ({ extends: true as const, test: { name, include } })
/** None of these tests replaces a module, so the server's modules are read once for each worker. */
const onDatabase = (name: string, include: string[], exclude: string[]) => ({
  extends: true as const,
  test: { name, include, exclude, globalSetup: 'server/testing/global-setup.ts', isolate: false },
})
const allTests = ['server/**/*.test.ts']
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
      { extends: true, test: { name: 'once', include: once, globalSetup: 'server/testing/global-setup.ts' } },
      project('contract', ['contract/**/*.test.ts']),
      project('browser', ['{web,console,ui}/**/*.test.ts']),
      project('structure', ['tests/{structure,tokens}.test.ts', '{scripts,bench}/*.test.ts']),
    ],
  },
})
