import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createMember, suspend } from '../../../../tests/support/api/accounts.ts'
import { catchMail, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import {
  nextClientAddress,
  postUnlockLink,
  requestAndReadUnlockLink,
  resetPasswordBySupport,
  sendUnlockMail,
} from '../../../../tests/support/api/unlocks.ts'
import { serverForTests, testApp } from '../../../../tests/support/server/app.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { accountsCleanUp } from '../clean-up.ts'

const server = serverForTests()
let mails: Mail[]

beforeAll(async () => {
  mails = catchMail(server)
})
beforeEach(async () => {
  await takeWaitingMail(server)
  mails.length = 0
})

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const SENT = 'If this address has an account, a link is on its way. Open it in this browser within 15 minutes.'

const asked = (member: { email: string }, cookie?: string) =>
  requestAndReadUnlockLink({ server, mails }, member, cookie)

test('D-21 at most three unlock links in 24 hours are mailed to an address, in any spelling and for any requester', async () => {
  const { email } = await createMember(server.deps)
  const ask = async (hours: number) => {
    server.travel(hours * HOUR)
    const { status, body } = await postUnlockLink(server, email.replace('@', `+${hours}@`), {
      from: nextClientAddress(),
    })
    expect([status, body.message]).toEqual([200, SENT])
    await sendUnlockMail(server)
    return mails.length
  }
  const sent = [await ask(0), await ask(10), await ask(10), await ask(1), await ask(2)]
  expect(sent).toEqual([1, 2, 3, 3, 3])
  expect([await ask(2), await ask(1), await ask(8), await ask(1)]).toEqual([4, 4, 5, 5])
  expect(new Set(mails.map(({ to }) => to))).toEqual(new Set([email]))
})

test('D-21 D-24 an unlock request answers the same for every address, and mails no unknown, unverified or suspended account', async () => {
  const asks = [
    await createMember(server.deps),
    await createMember(server.deps, { verified: false }),
    await createMember(server.deps, { suspended: true }),
    { email: `nobody-${randomUUID()}@campus.edu.my` },
    { email: `nobody-${randomUUID()}@elsewhere.example` },
  ]
  const answers = []
  for (const { email } of asks) {
    const { status, body, headers, set } = await postUnlockLink(server, email)
    answers.push({ status, body, cache: headers['cache-control'], set: set.replace(/=[\w-]{43};/, '=…;') })
  }
  for (const one of answers) expect(one).toEqual(answers[0])
  expect(answers[0]).toMatchObject({ status: 200, body: { message: SENT }, cache: 'no-store' })
  await sendUnlockMail(server)
  expect(mails.map(({ to }) => to)).toEqual([asks[0]?.email])
})

test('D-21 the unlock mail does not claim that wrong passwords were tried', async () => {
  const member = await createMember(server.deps)
  await asked(member)
  expect(mails[0]?.text).toContain(
    'You asked for a link to sign in after too many wrong passwords. Open it in the browser where you asked for it:',
  )
})

test('D-21 an unlock link is not mailed after a suspension', async () => {
  const member = await createMember(server.deps)
  await postUnlockLink(server, member.email)
  await suspend(server.deps, member.id)
  await sendUnlockMail(server)
  expect(mails).toEqual([])
})

test('D-21 a new password does not reset the three mails a day', async () => {
  const member = await createMember(server.deps)
  for (let at = 0; at < 3; at += 1) {
    await asked(member)
    server.travel(HOUR)
  }
  expect(await resetPasswordBySupport({ server, mails }, member, 'Teh-tarik-99')).toBe(200)
  mails.length = 0
  await postUnlockLink(server, member.email)
  await sendUnlockMail(server)
  expect(mails).toEqual([])
})

test('D-21 one browser can request 10 unlock links an hour, over all accounts and client addresses', async () => {
  let cookie = ''
  const ask = async () => {
    const answer = await postUnlockLink(server, `nobody-${randomUUID()}@campus.edu.my`, {
      cookie,
      from: nextClientAddress(),
    })
    cookie = answer.cookie
    return answer
  }
  for (let at = 0; at < 10; at += 1) {
    expect((await ask()).status).toBe(200)
    server.travel(MINUTE)
  }
  const { status, body, headers } = await ask()
  expect([status, body.message]).toEqual([429, 'Too many attempts. Please wait a moment and try again.'])
  expect(Number(headers['retry-after'])).toBe(50 * 60)
  server.travel(50 * MINUTE + 1000)
  expect((await ask()).status).toBe(200)
})

test('D-21 a browser’s requests expire with its cookie, after three hours', async () => {
  const first = await postUnlockLink(server, 'nobody@campus.edu.my')
  const kept = async () =>
    (await server.deps.db.pool.query('SELECT browser_hash::text AS hash FROM browser_unlocks ORDER BY id')).rows
  const before = await kept()
  server.travel(3 * HOUR + 1000)
  await postUnlockLink(server, 'nobody@campus.edu.my', { cookie: first.cookie })
  expect((await kept()).slice(0, before.length)).toEqual(before)
})

test('D-21 unlock requests are limited by account and client address: 5 a minute', async () => {
  const email = `nobody-${randomUUID()}@campus.edu.my`
  const from = nextClientAddress()
  const asks = await Promise.all(Array.from({ length: 7 }, () => postUnlockLink(server, email, { from })))
  expect(asks.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429])
})

test('D-21 an unlock mail that is an hour late is not sent, and requests are deleted after two days', async () => {
  const member = await createMember(server.deps)
  await postUnlockLink(server, member.email)
  server.travel(HOUR + 1000)
  await sendUnlockMail(server)
  expect(mails).toEqual([])
  server.travel(48 * HOUR)
  for (const part of Object.values(accountsCleanUp(server.deps))) await part()
  const { rows } = await server.deps.db.pool.query('SELECT FROM browser_unlocks')
  expect(rows).toEqual([])
})

test('D-21 the unlock cookie is Secure where the app is served over https, and is not stored in the database', async () => {
  const own = await testApp({ WEB_URL: 'https://stampus.example' })
  const { set, cookie } = await postUnlockLink(own, 'nobody@campus.edu.my')
  expect(set).toContain('; Secure')
  const { rows } = await own.deps.db.pool.query('SELECT b::text AS kept FROM browser_unlocks b')
  expect(rows).toHaveLength(1)
  expect(rows[0].kept).not.toContain(cookie)
  await own.close()
})
