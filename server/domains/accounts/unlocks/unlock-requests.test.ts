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

const ask = (email: string, cookie = '') => postUnlockLink(server, email, { cookie, from: nextClientAddress() })
const createNobody = (domain = 'campus.edu.my') => `nobody-${randomUUID()}@${domain}`
const countSent = async () => {
  await sendUnlockMail(server)
  return mails.length
}

test('D-21 at most three unlock links in 24 hours are mailed to an address, in any spelling and for any requester', async () => {
  const { email } = await createMember(server.deps)
  for (const [hours, sent] of [
    [0, 1],
    [10, 2],
    [10, 3],
    [1, 3],
    [2, 3],
    [2, 4],
    [1, 4],
    [8, 5],
    [1, 5],
  ] as const) {
    server.travel(hours * HOUR)
    const { status, body } = await ask(email.replace('@', `+${hours}@`))
    expect([status, body.message, await countSent()]).toEqual([200, SENT, sent])
  }
  expect(new Set(mails.map(({ to }) => to))).toEqual(new Set([email]))
})

test('D-21 D-24 an unlock request answers the same for every address, and mails no unknown, unverified or suspended account', async () => {
  const { email } = await createMember(server.deps)
  const answers = []
  for (const address of [
    email,
    (await createMember(server.deps, { verified: false })).email,
    (await createMember(server.deps, { suspended: true })).email,
    createNobody(),
    createNobody('elsewhere.example'),
  ]) {
    const { status, body, headers, set } = await ask(address)
    answers.push({ status, body, cache: headers['cache-control'], set: set.replace(/=[\w-]{43};/, '=…;') })
  }
  for (const one of answers) expect(one).toEqual(answers[0])
  expect(answers[0]).toMatchObject({ status: 200, body: { message: SENT }, cache: 'no-store' })
  await sendUnlockMail(server)
  expect(mails.map(({ to }) => to)).toEqual([email])
  // It does not claim that wrong passwords were tried.
  expect(mails[0]?.text).toContain(
    'You asked for a link to sign in after too many wrong passwords. Open it in the browser where you asked for it:',
  )
})

test('D-21 an unlock mail is not sent after a suspension or when it is an hour late, and requests are deleted after two days', async () => {
  const [suspended, late] = [await createMember(server.deps), await createMember(server.deps)]
  await ask(suspended.email)
  await suspend(server.deps, suspended.id)
  expect(await countSent()).toBe(0)
  await ask(late.email)
  server.travel(HOUR + 1000)
  expect(await countSent()).toBe(0)
  server.travel(48 * HOUR)
  for (const part of Object.values(accountsCleanUp(server.deps))) await part()
  expect((await server.sql('SELECT FROM browser_unlocks')).rows).toEqual([])
})

test('D-21 a new password does not reset the three mails a day', async () => {
  const member = await createMember(server.deps)
  for (let at = 0; at < 3; at += 1) {
    await requestAndReadUnlockLink({ server, mails }, member)
    server.travel(HOUR)
  }
  expect(await resetPasswordBySupport({ server, mails }, member, 'Teh-tarik-99')).toBe(200)
  mails.length = 0
  await ask(member.email)
  expect(await countSent()).toBe(0)
})

test('D-21 one browser can request 10 unlock links an hour, over all accounts and client addresses', async () => {
  let cookie = ''
  const askAgain = async () => {
    const answer = await ask(createNobody(), cookie)
    cookie = answer.cookie
    return answer
  }
  for (let at = 0; at < 10; at += 1) {
    expect((await askAgain()).status).toBe(200)
    server.travel(MINUTE)
  }
  const { status, body, headers } = await askAgain()
  expect([status, body.message]).toEqual([429, 'Too many attempts. Please wait a moment and try again.'])
  expect(Number(headers['retry-after'])).toBe(50 * 60)
  server.travel(50 * MINUTE + 1000)
  expect((await askAgain()).status).toBe(200)
})

test('D-21 a browser’s requests expire with its cookie, after three hours', async () => {
  const first = await ask(createNobody())
  const kept = async () => (await server.sql('SELECT browser_hash::text AS hash FROM browser_unlocks ORDER BY id')).rows
  const before = await kept()
  server.travel(3 * HOUR + 1000)
  await ask(createNobody(), first.cookie)
  expect((await kept()).slice(0, before.length)).toEqual(before)
})

test('D-21 unlock requests are limited by account and client address: 5 a minute', async () => {
  const [email, from] = [createNobody(), nextClientAddress()]
  const asks = await Promise.all(Array.from({ length: 7 }, () => postUnlockLink(server, email, { from })))
  expect(asks.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429])
})

test('D-21 the unlock cookie is Secure where the app is served over https, and is not stored in the database', async () => {
  const own = await testApp({ WEB_URL: 'https://stampus.example' })
  const { set, cookie } = await postUnlockLink(own, createNobody())
  expect(set).toContain('; Secure')
  const { rows } = await own.sql('SELECT b::text AS kept FROM browser_unlocks b')
  expect(rows).toHaveLength(1)
  expect(rows[0].kept).not.toContain(cookie)
  await own.close()
})
