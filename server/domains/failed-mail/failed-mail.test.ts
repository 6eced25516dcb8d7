import type { FailedMail, MailKind } from '@stampus/contract/console/failedMail'
import { afterEach, expect, test } from 'vitest'
import { createMember, createOperator, suspend } from '../../../tests/support/api/accounts.ts'
import { catchMail, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import { connectCounter, createOwner } from '../../../tests/support/api/counters.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { consolePost, invite } from '../../../tests/support/api/operators.ts'
import { findLink, parseResetLink } from '../../../tests/support/api/password-resets.ts'
import { fillLimit } from '../../../tests/support/api/rate-limits.ts'
import { postUnlockLink, sendUnlockMail, unlockCall } from '../../../tests/support/api/unlocks.ts'
import { serverForTests, testApp } from '../../../tests/support/server/app.ts'
import { smtpError, startMailServer } from '../../../tests/support/server/mail-server.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { listMailFiles, mailFilesCleanUp, writeMailFile } from '../../platform/mail/mail-files.ts'
import { openMailer } from '../../platform/mail/mailer.ts'
import { registerJobs } from '../../register-jobs.ts'
import { failedMailCleanUp, recordFailedMail } from './failed-mail.service.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const SMTP_REPLY = '550 5.1.1 <[email]>: no such mailbox'

const server = serverForTests({ MAIL_DAYS: '30' })
afterEach(() => server.sql('DELETE FROM failed_mails'))

type List = { status: number; data: FailedMail[]; message: string }

const createManager = () => createDesk(server, { role: 'manager' })
const enqueue = (kind: MailKind, id: number) =>
  inTransaction(server.deps.db.pool, (tx) => server.deps.jobs.enqueueMail(tx, { kind, id }))
const fail = (kind: MailKind, id: number) =>
  recordFailedMail(server.deps)({ kind, id }, { refusal: SMTP_REPLY, tries: 1 })

/** Lets a browser request an unlock link whose mail fails. Returns the link's id and the browser's cookie. */
async function failUnlockMail({ email }: { email: string }) {
  await takeWaitingMail(server)
  const { cookie } = await postUnlockLink(server, email)
  const id = (await takeWaitingMail(server)).find(({ kind }) => kind === 'unlock')?.id ?? 0
  await fail('unlock', id)
  return { id, cookie }
}

/** The number of failed mails in the metrics. */
async function countInMetrics() {
  const { body } = await server.app.inject({ url: '/metrics', headers: { host: 'localhost:4000' } })
  return Number(/\nstampus_mails_undelivered (\d+)\n/.exec(body)?.[1])
}

test('D-23 D-26 D-55 a mail rejected for good is tried once, one rejected for now again; both are listed without their content, and sent again once with a new link', async () => {
  const own = await testApp({ LOG_LEVEL: 'silent' })
  await own.sql("UPDATE pgboss.queue SET retry_delay = 0, retry_limit = 1, retry_backoff = false WHERE name = 'mail'")
  const [gone, busy] = [
    await createMember(own.deps, { verified: false }),
    await createMember(own.deps, { verified: false }),
  ]
  const { port, stop } = await startMailServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(smtpError(address === gone.email ? 550 : 451, `5.1.1 <${address}>: no such mailbox`)),
  })
  own.deps.mailer = openMailer({ ...own.deps.config, SMTP_URL: `smtp://127.0.0.1:${port}` })
  await inTransaction(own.deps.db.pool, async (tx) => {
    for (const { id } of [gone, busy]) await own.deps.jobs.enqueueMail(tx, { kind: 'verification', id })
  })
  const manager = await createDesk(own, { role: 'manager' })
  const list = async () => (await manager.call<List>('GET', '/undelivered-mail')).data
  await registerJobs(own.deps)
  await expect.poll(list).toHaveLength(2)
  const failures = (await list()).sort((one, other) => one.tries - other.tries)
  const later = '451 5.1.1 <[email]>: no such mailbox'
  expect(failures).toMatchObject([
    { kind: 'verification', name: gone.name, email: gone.email, member_id: gone.id, refusal: SMTP_REPLY, tries: 1 },
    { member_id: busy.id, refusal: later, tries: 2 },
  ])
  for (const kept of ['failed_mails', "pgboss.job WHERE name LIKE 'mail%'"])
    expect(JSON.stringify((await own.sql(`SELECT * FROM ${kept}`)).rows)).not.toMatch(/@|https?:/)
  const mails = catchMail(own)
  const resend = async () => (await manager.call('POST', `/undelivered-mail/${failures[0]?.id}/sending`)).status
  expect([await resend(), await resend()]).toEqual([201, 404])
  await expect.poll(() => mails).toHaveLength(1)
  expect(await findAuditEntries(own, 'member', gone.id)).toMatchObject([
    { operator_id: manager.id, action: 'mail.resent' },
  ])
  expect(mails[0]).toMatchObject({ to: gone.email, text: expect.stringContaining('/email/verification?id=') })
  expect(await list()).toHaveLength(1)
  await stop()
  await own.close()
})

test('D-26 D-66 failed mails that still matter are listed with their recipients, the latest first, and counted in the metrics', async () => {
  const manager = await createManager()
  const [unverified, verified] = [await createMember(server.deps, { verified: false }), await createMember(server.deps)]
  const invited = await invite(server, manager)
  await enqueue('second-factor-reset', invited.id)
  for (const [kind, id] of [
    ['verification', unverified.id],
    ['verification', verified.id],
    ['password-reset', 999_999],
    ['decision', 999_999],
    ['second-factor-reset', invited.id],
  ] as const)
    await fail(kind, id)
  const { data } = await manager.call<List>('GET', '/undelivered-mail')
  expect(data.map(({ kind, member_id, operator_id }) => [kind, member_id, operator_id])).toEqual([
    ['second-factor-reset', null, invited.id],
    ['verification', unverified.id, null],
  ])
  expect(data[0]?.email).toBe(invited.email)
  expect(await countInMetrics()).toBe(2)
  await fail('verification', unverified.id)
  expect((await manager.call<List>('GET', '/undelivered-mail')).data).toHaveLength(2)
})

test('D-21 D-26 a failed mail with an unlock link is listed and can be sent again while the link works', async () => {
  const member = await createMember(server.deps)
  let manager = await createManager()
  const list = async () => (await manager.call<List>('GET', '/undelivered-mail')).data
  const send = async (failure?: FailedMail) =>
    (await manager.call('POST', `/undelivered-mail/${failure?.id}/sending`)).status
  const expectNone = async () => expect([await list(), await countInMetrics()]).toEqual([[], 0])
  const mails = catchMail(server)
  const { id, cookie } = await failUnlockMail(member)
  const [failure] = await list()
  expect(failure).toMatchObject({ kind: 'unlock', name: member.name, email: member.email, member_id: member.id })
  expect(await countInMetrics()).toBe(1)
  expect(await send(failure)).toBe(201)
  await expectNone()
  mails.length = 0
  await sendUnlockMail(server)
  expect(mails).toMatchObject([{ to: member.email, subject: expect.stringContaining('Unlock your browser') }])
  await fail('unlock', id)
  expect(await list()).toHaveLength(1)
  expect((await unlockCall(server, '/browser/unlock', parseResetLink(findLink(mails[0])), { cookie })).status).toBe(200)
  await expectNone()

  const suspended = await createMember(server.deps)
  await failUnlockMail(suspended)
  await suspend(server.deps, suspended.id)
  expect(await list()).toEqual([])

  const late = await failUnlockMail(await createMember(server.deps))
  const [lateFailure] = await list()
  server.travel(HOUR + 1000)
  // The old session has expired.
  manager = await createManager()
  await expectNone()
  expect(await send(lateFailure)).toBe(404)
  await fail('unlock', late.id)
  await expectNone()
})

test.each([
  ['operator', () => createOperator(server.deps), 'console'],
  ['owner', () => createOwner(server.deps), 'owner'],
] as const)(
  'D-21 D-26 a failed mail that unlocks the sign-in of an %s is listed and sent again within the hour',
  async (kind, create, scope) => {
    const manager = await createManager()
    const { id, email, password } = await create()
    await takeWaitingMail(server)
    await fillLimit(server, `${scope}|account|${email}`, 25)
    const attempt = { email, password: `${password}!` }
    if (kind === 'operator') await consolePost(server, '/session', attempt)
    else await connectCounter(server)('POST', '/owner/session', attempt)
    const [job] = await takeWaitingMail(server)
    expect(job?.kind).toBe(`${kind}-unlock`)
    const list = async () => (await manager.call<List>('GET', '/undelivered-mail')).data
    await fail(`${kind}-unlock`, job?.id ?? 0)
    const [failure] = await list()
    expect(failure).toMatchObject({ kind: `${kind}-unlock`, email, [`${kind}_id`]: id })
    expect((await manager.call('POST', `/undelivered-mail/${failure?.id}/sending`)).status).toBe(201)
    expect(await list()).toEqual([])
    expect(await takeWaitingMail(server)).toMatchObject([{ kind: `${kind}-unlock`, id: job?.id }])
    const entries = "SELECT subject_kind AS kind, subject_id AS id FROM audit_entries WHERE action = 'mail.resent'"
    expect((await server.sql(`${entries} ORDER BY audit_entries.id DESC LIMIT 1`)).rows).toEqual([{ kind, id }])
    await fail(`${kind}-unlock`, job?.id ?? 0)
    await server.sql(`UPDATE staff_unlocks SET asked_at = asked_at - interval '61 minutes' WHERE id = ${job?.id}`)
    expect(await list()).toEqual([])
  },
)

test('D-26 failed mails and mail files are deleted after MAIL_DAYS', async () => {
  const { deps } = server
  const parts = { ...failedMailCleanUp(deps), ...mailFilesCleanUp(deps) }
  const clean = () => Promise.all(Object.values(parts).map((part) => part()))
  await fail('decision', 7)
  await writeMailFile(deps.config.DATA_DIR, 'aina@campus.edu.my', Buffer.from('Subject: x'))
  server.travel(29 * DAY)
  expect(await clean()).toEqual([0, 0])
  server.travel(2 * DAY)
  expect(await clean()).toEqual([1, 1])
  expect(await listMailFiles(deps.config.DATA_DIR)).toEqual([])
})
