import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createMember, createSignedInMember, suspend } from '../../../../tests/support/api/accounts.ts'
import { catchMail, get, postForm, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import {
  logIn,
  nextClientAddress,
  openUnlockLink,
  postUnlockLink,
  requestAndReadUnlockLink,
  resetPasswordBySupport,
  sendUnlockMail,
  useUpAttempts,
} from '../../../../tests/support/api/unlocks.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { accountsMail } from '../accounts.mail.ts'
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
const NEW = 'Teh-tarik-99'
const SENT = 'If this address has an account, a link is on its way. Open it in this browser within 15 minutes.'
const BAD = 'This link is invalid, was already used or has expired.'
const ELSEWHERE = 'This link only works in the browser that asked for it. Open it there.'

const ask = (email: string, cookie = '') => postUnlockLink(server, email, { cookie, from: nextClientAddress() })
const createNobody = (domain = 'campus.edu.my') => `nobody-${randomUUID()}@${domain}`
const countSent = async () => {
  await sendUnlockMail(server)
  return mails.length
}
const open = (link: object, cookie?: string) => openUnlockLink(server, link, cookie)
const statusOf = async (given: object, cookie?: string) => (await logIn(server, given, cookie)).status
const useUp = (member: { email: string }) => useUpAttempts(server, member)
const asked = (member: { email: string }, cookie?: string) =>
  requestAndReadUnlockLink({ server, mails }, member, cookie)
/** A member with a browser that their mailed link has unlocked. */
async function unlocked() {
  const member = await createMember(server.deps)
  const { link, cookie } = await asked(member)
  return { member, cookie: (await open(link, cookie)).cookie }
}

test('D-21 at most three unlock links in 24 hours are mailed to an address, in any spelling and for any requester', async () => {
  const { email } = await createMember(server.deps)
  for (const [hours, sent] of [
    [0, 1],
    [10, 2],
    [10, 3],
    [3, 3],
    [2, 4],
    [1, 4],
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

test('D-21 requests are limited: 10 an hour for a browser, whose earlier requests expire with its cookie, and 5 a minute for account and address', async () => {
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
  const { status, headers } = await askAgain()
  expect([status, Number(headers['retry-after'])]).toEqual([429, 50 * 60])
  server.travel(50 * MINUTE + 1000)
  expect((await askAgain()).status).toBe(200)
  const kept = async () => (await server.sql('SELECT browser_hash::text AS hash FROM browser_unlocks ORDER BY id')).rows
  const before = await kept()
  server.travel(3 * HOUR + 1000)
  await askAgain()
  expect((await kept()).slice(0, before.length)).toEqual(before)
  const [email, from] = [createNobody(), nextClientAddress()]
  const asks = await Promise.all(Array.from({ length: 6 }, () => postUnlockLink(server, email, { from })))
  expect(asks.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 200, 200, 429])
})

test('D-21 a member locked out by other people’s wrong passwords can log in with a mailed link, and only with it; its cookie is not stored', async () => {
  const member = await createMember(server.deps)
  await useUp(member)
  const { link, cookie } = await asked(member)
  expect(await statusOf(member, cookie)).toBe(429)
  const { status, body, headers, set, cookie: renewed } = await open(link, cookie)
  expect([status, body]).toEqual([200, { message: 'This browser is unlocked for an hour. You can sign in now.' }])
  expect([headers['cache-control'], renewed === cookie]).toEqual(['no-store', false])
  for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=10800']) expect(set).toContain(part)
  expect(set).not.toContain('Domain')
  const { rows } = await server.sql('SELECT b::text AS kept FROM browser_unlocks b')
  expect(JSON.stringify(rows)).not.toContain(renewed)
  const other = await createMember(server.deps)
  await useUp(other)
  // A cookie that an attacker set in the opening browser is worthless afterwards.
  expect([await statusOf(member), await statusOf(member, cookie), await statusOf(other, renewed)]).toEqual([
    429, 429, 429,
  ])
  expect((await get(server, '/user', { cookie: `stampus_unlock=${renewed}` })).status).toBe(401)
  expect(await statusOf(member, renewed)).toBe(200)
  expect(mails[0]?.text).toContain('The link works once, for 15 minutes, and only in that browser.')
})

test('D-21 an unlock link does nothing in another browser, even one that requested another account or the same one, and stays valid', async () => {
  const [member, other] = [await createMember(server.deps), await createMember(server.deps)]
  await useUp(member)
  const { link, cookie } = await asked(member)
  const { cookie: strange } = await asked(other)
  const { cookie: own } = await postUnlockLink(server, member.email)
  for (const wrong of ['', 'x', 'made-up'.repeat(9), strange, own]) {
    const { status, body, set } = await open(link, wrong)
    expect([status, body.message, set]).toEqual([403, ELSEWHERE, ''])
  }
  for (const browser of [cookie, strange, own]) expect(await statusOf(member, browser)).toBe(429)
  expect((await open(link, cookie)).status).toBe(200)
})

test('D-21 the link also unlocks a trusted device', async () => {
  const member = { ...(await createMember(server.deps)), device_mark: randomUUID() }
  expect(await statusOf(member)).toBe(200)
  await statusOf({ ...member, password: 'Guess-1' })
  await server.sql('UPDATE rate_counters SET hits = 10 WHERE key LIKE $1', [`device|${member.email}|%`])
  const { link, cookie } = await asked(member)
  expect(await statusOf(member, cookie)).toBe(429)
  expect(await statusOf(member, (await open(link, cookie)).cookie)).toBe(200)
})

test('D-21 an unlock link works once and for 15 minutes', async () => {
  const member = await createMember(server.deps)
  const first = await asked(member)
  const { body, cookie } = await open(first.link, first.cookie)
  expect(Object.keys(body)).toEqual(['message'])
  for (const again of [first.cookie, cookie, ''])
    expect(await open(first.link, again)).toMatchObject({ status: 422, body: { message: BAD } })
  server.travel(2 * MINUTE)
  const late = await asked(member, cookie)
  server.travel(15 * MINUTE + 1000)
  expect((await open(late.link, late.cookie)).status).toBe(422)
  server.travel(MINUTE)
  const { link, ...timely } = await asked(member, late.cookie)
  server.travel(15 * MINUTE - 2000)
  for (const broken of [{}, { ...link, id: 'x' }, { ...link, signature: 1 }, [], { ...link, id: 9 }])
    expect((await open(broken, timely.cookie)).status).toBe(422)
  expect((await open(link, timely.cookie)).status).toBe(200)
})

test('D-21 login attempts in an unlocked browser are limited: 10 for a link, within an hour', async () => {
  const { member, cookie } = await unlocked()
  await useUp(member)
  const wrong = () => statusOf({ ...member, password: 'Guess-1' }, cookie)
  expect(await wrong()).toBe(422)
  await server.sql("UPDATE rate_counters SET hits = 8 WHERE key LIKE 'sign-in|unlocked|%'")
  expect((await Promise.all([wrong(), wrong(), wrong()])).sort()).toEqual([422, 422, 429])
  expect(await statusOf(member, cookie)).toBe(429)
  const later = await unlocked()
  server.travel(HOUR + 1000)
  await useUp(later.member)
  expect(await statusOf(later.member, later.cookie)).toBe(429)
})

test('D-21 D-25 a new password voids unlock links, unlocked browsers and pending requests, but not the count of three mails a day', async () => {
  const { member, cookie } = await unlocked()
  server.travel(MINUTE + 1000)
  const mailed = await asked(member, cookie)
  server.travel(MINUTE + 1000)
  await asked(member, mailed.cookie)
  expect(await resetPasswordBySupport({ server, mails }, member, NEW)).toBe(200)
  mails.length = 0
  await useUp(member)
  expect(await statusOf({ ...member, password: NEW }, mailed.cookie)).toBe(429)
  expect((await open(mailed.link, mailed.cookie)).status).toBe(422)
  const { rows } = await server.sql('SELECT max(id) AS id FROM browser_unlocks WHERE opened_at IS NULL')
  await accountsMail(server.deps).unlock(Number(rows[0].id))
  await ask(member.email)
  expect(await countSent()).toBe(0)
})

test('S-7.06 D-21 a browser can use either of two links, and a password change in the profile ends what they unlocked', async () => {
  const member = await createSignedInMember(server.deps)
  const first = await asked(member)
  server.travel(MINUTE + 1000)
  const second = await asked(member, first.cookie)
  const opened = await open(first.link, second.cookie)
  const { status, cookie } = await open(second.link, opened.cookie)
  expect([opened.status, status]).toEqual([200, 200])
  const { name, email, password: current_password } = member
  const form = { name, email, current_password, password: NEW, password_confirmation: NEW }
  expect((await postForm(server, '/user/profile', form, member.headers)).status).toBe(200)
  await useUp(member)
  expect(await statusOf({ email, password: NEW }, cookie)).toBe(429)
})
