import { setTimeout as pause } from 'node:timers/promises'
import { mailKinds } from '@stampus/contract/console/failedMail'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../tests/support/database/database.ts'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { openLog } from '../metrics/log.ts'
import { type JobHandlers, type Jobs, type MailJob, openJobs } from './jobs.ts'

const log = openLog({ LOG_LEVEL: 'silent' })
let db: Database
let jobs: Jobs

beforeEach(async () => {
  db = await testDatabase()
  jobs = await openJobs(db, log)
})
afterEach(async () => {
  await jobs.stop()
  await db.close()
})

/** Handlers that send every kind of mail in the same way. */
function handlersOf(send: (mail: MailJob) => Promise<void>): JobHandlers {
  const mail = Object.fromEntries(mailKinds.map((kind) => [kind, (id: number) => send({ kind, id })]))
  return {
    mail: mail as JobHandlers['mail'],
    failedMail: async () => {},
    cleanUp: {},
    ocr: undefined,
    backup: { cron: undefined, tz: 'UTC', run: async () => {} },
  }
}

const enqueue = (mail: MailJob, options = {}) => inTransaction(db.pool, (tx) => jobs.enqueueMail(tx, mail, options))
const waiting = async () =>
  (await db.pool.query("SELECT FROM pgboss.job WHERE name = 'mail' AND state = 'created'")).rowCount

test('D-45 a mail job is part of its transaction and holds only kind and id', async () => {
  const done: MailJob[] = []
  await enqueue({ kind: 'decision', id: 7 })
  await expect(
    inTransaction(db.pool, async (tx) => {
      await jobs.enqueueMail(tx, { kind: 'decision', id: 8 })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await waiting()).toBe(1)
  await jobs.start(handlersOf(async (mail) => void done.push(mail)))
  await expect.poll(() => done).toEqual([{ kind: 'decision', id: 7 }])
})

test('D-45 a delayed mail waits, and a waiting mail is not enqueued twice', async () => {
  const done: MailJob[] = []
  for (let times = 0; times < 3; times += 1) await enqueue({ kind: 'decision', id: 7 }, { afterSeconds: 3600 })
  await enqueue({ kind: 'decision', id: 9 })
  expect(await waiting()).toBe(2)
  await jobs.start(handlersOf(async (mail) => void done.push(mail)))
  await expect.poll(() => done.map(({ id }) => id)).toEqual([9])
  await db.pool.query("UPDATE pgboss.job SET start_after = now() WHERE name = 'mail'")
  await expect.poll(() => done.map(({ id }) => id)).toEqual([9, 7])
})

test('a failed mail is tried again, and its job does not store the reply of the mail server', async () => {
  const logError = vi.spyOn(log, 'error').mockImplementation(() => {})
  await db.pool.query("UPDATE pgboss.queue SET retry_delay = 1, retry_delay_max = 1 WHERE name = 'mail'")
  let tries = 0
  let stored = ''
  const flaky = async () => {
    stored = JSON.stringify((await db.pool.query("SELECT output FROM pgboss.job WHERE name = 'mail'")).rows)
    tries += 1
    if (tries === 1) throw new Error('no mailbox aina@campus.edu.my')
  }
  await enqueue({ kind: 'verification', id: 1 })
  await jobs.start(handlersOf(flaky))
  await expect.poll(() => tries).toBe(2)
  expect(logError.mock.calls[0]?.[0]).toMatchObject({ mail: { kind: 'verification', id: 1 } })
  expect(stored).toContain('see the log')
  expect(stored).not.toContain('aina@')
  logError.mockRestore()
})

test('mails enqueued together are sent together although some wait for a hanging mail server', async () => {
  const hanging = Promise.withResolvers<void>()
  const done: number[] = []
  const send = async ({ id }: MailJob) => {
    if (id <= 2) await hanging.promise
    done.push(id)
  }
  for (let id = 1; id <= 40; id += 1) await enqueue({ kind: 'decision', id })
  await jobs.start(handlersOf(send))
  await expect.poll(() => done).toHaveLength(38)
  hanging.resolve()
  await expect.poll(() => done).toHaveLength(40)
  expect(new Set(done).size).toBe(40)
})

test('D-60 stop waits for a mail that is being sent, and the next start sends the rest', async () => {
  const done: number[] = []
  const slow = async ({ id }: MailJob) => {
    await pause(300)
    done.push(id)
  }
  await enqueue({ kind: 'verification', id: 1 })
  await jobs.start(handlersOf(slow))
  await expect.poll(waiting).toBe(0)
  await jobs.stop()
  expect(done).toEqual([1])
  jobs = await openJobs(db, log)
  await enqueue({ kind: 'verification', id: 2 })
  await jobs.start(handlersOf(slow))
  await expect.poll(() => done).toEqual([1, 2])
})

test('D-62 of two replicas one makes the daily backup, and no second one begins meanwhile', async () => {
  await db.pool.query(`INSERT INTO pgboss.job (name, policy)
    SELECT name, policy FROM pgboss.queue, generate_series(1, 2) WHERE name = 'backup'`)
  const other = await openJobs(db, log)
  const running = Promise.withResolvers<void>()
  let begun = 0
  const run = () => {
    begun += 1
    return running.promise
  }
  const handlers = { ...handlersOf(async () => {}), backup: { cron: '30 2 * * *', tz: 'Asia/Kuala_Lumpur', run } }
  await Promise.all([jobs.start(handlers), other.start(handlers)])
  await expect.poll(() => begun).toBe(1)
  await pause(500)
  expect(begun).toBe(1)
  const { rows } = await db.pool.query("SELECT cron, timezone FROM pgboss.schedule WHERE name = 'backup'")
  expect(rows).toEqual([{ cron: '30 2 * * *', timezone: 'Asia/Kuala_Lumpur' }])
  running.resolve()
  await other.stop()
})

test('D-20 the clean-up runs every hour, logs what each part removed, and a failing part does not stop the others', async () => {
  const { rows } = await db.pool.query('SELECT name, cron FROM pgboss.schedule')
  expect(rows).toEqual([{ name: 'clean-up', cron: '23 * * * *' }])
  const logError = vi.spyOn(log, 'error').mockImplementation(() => {})
  let ran = 0
  const logInfo = vi.spyOn(log, 'info').mockImplementation(() => {})
  const clean = async () => {
    ran += 1
    return ran
  }
  await db.pool.query("INSERT INTO pgboss.job (name, policy) VALUES ('clean-up', 'short')")
  await jobs.start({
    ...handlersOf(async () => {}),
    cleanUp: { keys: clean, sessions: () => Promise.reject(new Error('a table is locked')), limits: clean },
  })
  await expect.poll(() => ran).toBe(2)
  expect(logError.mock.calls[0]?.[0]).toMatchObject({ part: 'sessions', err: { message: 'a table is locked' } })
  expect(logInfo.mock.calls.map(([line]) => line)).toEqual([
    { part: 'keys', removed: 1 },
    { part: 'limits', removed: 2 },
  ])
  logError.mockRestore()
  logInfo.mockRestore()
})
