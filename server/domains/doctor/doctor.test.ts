import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { DoctorReport } from '@stampus/contract/console/doctor'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createMember, createOperator } from '../../../tests/support/api/accounts.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { emptySettings } from '../../../tests/support/database/database.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { startMailServer } from '../../../tests/support/server/mail-server.ts'
import { temporaryFolder } from '../../../tests/support/server/temporary-folder.ts'
import { type Config, readConfig } from '../../config.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { openPreparedDatabase } from '../../platform/db/prepare.ts'
import { openStorage } from '../../platform/storage/open-storage.ts'
import { recordFailedMail } from '../failed-mail/failed-mail.service.ts'
import { examineInstallation } from './doctor.service.ts'

const server = serverForTests({ BACKUP_TIME: 'off' })
const HOUR = 3_600_000
const SECRET = 'a-password-that-nobody-may-read'

beforeEach(async () => {
  for (let managers = 0; managers < 2; managers += 1) await createOperator(server.deps, { role: 'manager' })
})

const examine = (settings: Partial<Config> = {}, given: Partial<Parameters<typeof examineInstallation>[0]> = {}) =>
  examineInstallation({ ...server.deps, config: { ...server.deps.config, ...settings }, ...given })
const wrongIn = ({ findings }: DoctorReport) =>
  findings.flatMap(({ check, kind, wrong }) => (kind === 'problem' ? `${check}: ${wrong}` : []))

test('D-62 the doctor finds nothing in a good installation, whose mail server gets no mail', async () => {
  const mail = await startMailServer({ disabledCommands: ['AUTH', 'STARTTLS'] })
  onTestFinished(() => mail.stop())
  const report = await examine({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` })
  expect(wrongIn(report)).toEqual([])
  expect(report.passed).toEqual([
    ...['Settings', 'Disk', 'Mail', 'Files', 'Backups', 'Node.js', 'Clock', 'PostgreSQL', 'Rights'],
    ...['Managers', 'Replication', 'Failed emails', 'Jobs', 'Erasures', 'Ledger'],
  ])
})

test('D-62 the doctor names what is wrong on the machine and around it, without a secret, and a silent server does not hold it up', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as { port: number }
  const DATA_DIR = await temporaryFolder()
  await writeFile(join(DATA_DIR, 'files'), 'not a folder')
  const DATABASE_URL = 'postgres://stampus:changeme@db.campus.edu.my/stampus'
  const bad = {
    DATA_DIR,
    S3_BUCKET: undefined,
    DATABASE_URL,
    HOST: '0.0.0.0',
    BACKUP_TIME: '02:30',
    BACKUP_DIR: join(DATA_DIR, 'backups'),
  }
  const SMTP_URL = `smtp://user:${SECRET}@127.0.0.1:${port}`
  const report = await examine({ ...bad, SMTP_URL }, { storage: await openStorage({ DATA_DIR }) })
  expect(wrongIn(report)).toEqual([
    'Settings: DATABASE_URL holds a well-known secret.',
    'Settings: Other machines can reach this server, but it does not run with the rules for production.',
    'Mail: Mails cannot be sent: The mail server was not reached (ETIMEDOUT).',
    'Files: This check failed: ENOTDIR.',
    'Backups: There is no good backup.',
    'Backups: Backups lie on the disk of the data, which may fail with it.',
    'Erasures: This check failed: ENOTDIR.',
  ])
  expect(JSON.stringify(report)).not.toMatch(new RegExp(`${SECRET}|changeme`))
  const refused = await examine({ SMTP_URL: 'smtp://127.0.0.1:1' })
  expect(wrongIn(refused)).toEqual([expect.stringMatching(/^Mail: Mails cannot be sent: .*not reached/)])
  expect(wrongIn(await examine({ production: true, S3_BUCKET: undefined, BACKUP_TIME: '02:30' }))).toEqual([
    'Settings: Files are stored in the data folder, which replicas on other machines do not see.',
    'Backups: There are no backups, because BACKUP_KEY is not set.',
  ])
}, 30_000)

test('D-62 the doctor names what is wrong in the database, and what is missing when it cannot be reached', async () => {
  const { deps, sql } = server
  const { id } = await createMember(deps, { verified: false })
  await recordFailedMail(deps)({ kind: 'verification', id }, { refusal: '550', tries: 1 })
  const submission = await createSubmission(deps, { userId: (await createMember(deps)).id })
  await sql('UPDATE submissions SET stamps = 3 WHERE id = $1', [submission.id])
  await sql('UPDATE users SET deleted_at = $1 WHERE id = $2', [
    new Date(deps.now().getTime() - 3 * HOUR),
    (await createMember(deps)).id,
  ])
  await sql(`UPDATE staff SET console_removed_at = now() WHERE role = 'manager'
    AND id <> (SELECT min(id) FROM staff WHERE role = 'manager')`)
  await sql("INSERT INTO pgboss.job (name, start_after) VALUES ('mail', now() - interval '2 hours')")
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 20_000)
  const wrong = wrongIn(await examine())
  vi.mocked(Date.now).mockRestore()
  expect(wrong).toEqual([
    'Clock: The clocks of this machine and of the database differ by 20 seconds.',
    'Managers: There is only one manager.',
    `Failed emails: 1 email was not sent, the oldest on ${deps.now().toISOString().slice(0, 10)}.`,
    'Jobs: Jobs of the queue “mail” have waited for more than 1 hour: 1.',
    'Erasures: Deleted accounts are not on the list that a restore needs to delete them again: 1.',
    expect.stringMatching(/^Ledger: The ledger contradicts the decisions, the first of \d+ errors is: Submission /),
  ])
  const away = await openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none', dataDir: '' })
  onTestFinished(() => away.close())
  const { findings, passed } = await examine({}, { db: away })
  expect(findings.map(({ check }) => check)).toEqual(['Database'])
  expect(passed).not.toContain('Ledger')
})

test('D-62 the doctor names an application role with too many rights, a database that only reads, and one of another release', async () => {
  const { settings, remove } = await emptySettings()
  onTestFinished(remove)
  const config = readConfig({ ...settings, BACKUP_TIME: 'off', LOG_LEVEL: 'silent' })
  await (await openPreparedDatabase(config)).close()
  const examineAs = async (databaseUrl: string | undefined) => {
    const db = await openDatabase({ databaseUrl, dataDir: config.DATA_DIR })
    const given = { config, db, storage: await openStorage(config), now: () => new Date() }
    return wrongIn(await examineInstallation(given).finally(() => db.close()))
  }
  const noManager = 'Managers: There is no manager.'
  expect(await examineAs(config.DATABASE_URL)).toEqual([noManager])
  expect(await examineAs(config.MIGRATION_DATABASE_URL)).toEqual([
    expect.stringMatching(
      /^Rights: The role of DATABASE_URL may change rows that must never change, in \d+ tables such as /,
    ),
    noManager,
  ])
  const readOnly = new URL(config.DATABASE_URL ?? '')
  readOnly.searchParams.set('options', '-cdefault_transaction_read_only=on')
  expect(await examineAs(readOnly.href)).toEqual([
    'Database: The database only reads: it is a standby, or was made read-only.',
  ])
  const owner = await openDatabase({ databaseUrl: config.MIGRATION_DATABASE_URL, dataDir: config.DATA_DIR })
  await owner.pool
    .query("INSERT INTO migrations (name, sha256) VALUES ('999-later.sql', '')")
    .finally(() => owner.close())
  expect(await examineAs(config.DATABASE_URL)).toEqual([
    'Release: The database is of a newer release: it has 999-later.sql.',
    noManager,
  ])
})

test('D-62 managers see the report in the console, at most a minute old', async () => {
  const { call } = await createDesk(server, { role: 'manager' })
  const checkedAt = async () => (await call<{ data: DoctorReport }>('GET', '/doctor')).data.checked_at
  const first = await checkedAt()
  server.travel(59_000)
  expect(await checkedAt()).toBe(first)
  server.travel(1000)
  expect(await checkedAt()).not.toBe(first)
})
