import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createMember, createSignedInMember } from '../../../../tests/support/api/accounts.ts'
import { catchMail, get, post, postForm, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import {
  logIn,
  openUnlockLink,
  postUnlockLink,
  requestAndReadUnlockLink,
  resetPasswordBySupport,
  useUpAttempts,
} from '../../../../tests/support/api/unlocks.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { accountsMail } from '../accounts.mail.ts'

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
const BAD = 'This link is invalid, was already used or has expired.'
const ELSEWHERE = 'This link only works in the browser that asked for it. Open it there.'

const open = (link: object, cookie?: string) => openUnlockLink(server, link, cookie)
const login = (given: object, cookie?: string) => logIn(server, given, cookie)
const statusOf = async (given: object, cookie?: string) => (await login(given, cookie)).status
const useUp = (member: { email: string }) => useUpAttempts(server, member)
const asked = (member: { email: string }, cookie?: string) =>
  requestAndReadUnlockLink({ server, mails }, member, cookie)
/** A member with a browser that their mailed link has unlocked. */
async function unlocked() {
  const member = await createSignedInMember(server.deps)
  const { link, cookie } = await asked(member)
  return { member, cookie: (await open(link, cookie)).cookie }
}

test('D-21 a member locked out by other people’s wrong passwords can log in with a mailed link, and only with it', async () => {
  const member = await createMember(server.deps)
  await useUp(member)
  const { link, cookie } = await asked(member)
  expect(await statusOf(member, cookie)).toBe(429)
  const { status, body, headers, set, cookie: renewed } = await open(link, cookie)
  expect([status, body]).toEqual([200, { message: 'This browser is unlocked for an hour. You can sign in now.' }])
  expect([headers['cache-control'], renewed === cookie]).toEqual(['no-store', false])
  for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/', 'Max-Age=10800']) expect(set).toContain(part)
  expect(set).not.toContain('Domain')
  expect(await statusOf(member)).toBe(429)
  // A cookie that an attacker set in the opening browser is worthless afterwards.
  for (const password of [member.password, 'Guess-1']) expect(await statusOf({ ...member, password }, cookie)).toBe(429)
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
  for (let at = 0; at < 10; at += 1) await login({ ...member, password: `PasswordAttempt-${at}` })
  const { link, cookie } = await asked(member)
  expect(await statusOf(member, cookie)).toBe(429)
  expect(await statusOf(member, (await open(link, cookie)).cookie)).toBe(200)
})

// The embedded database runs one transaction at a time.
test.runIf(inject('template').engine !== 'embedded')(
  'D-21 a link is rejected, and stays valid, when its browser gets a new cookie while it is opened',
  async () => {
    const member = await createMember(server.deps)
    const { link, cookie } = await asked(member)
    const holder = await server.deps.db.pool.connect()
    await holder.query('BEGIN')
    await holder.query({ text: 'SELECT FROM users WHERE id = $1 FOR UPDATE', values: [member.id] })
    const opening = open(link, cookie)
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    await expect.poll(async () => (await server.sql(waiting)).rowCount).toBe(1)
    const { cookie: renewed } = await postUnlockLink(server, 'nobody@campus.edu.my', { cookie })
    await holder.query('COMMIT')
    holder.release()
    expect((await opening).status).toBe(403)
    expect((await open(link, renewed)).status).toBe(200)
  },
)

test('D-21 an unlock link works once, for 15 minutes, and opens no session', async () => {
  const member = await createMember(server.deps)
  const first = await asked(member)
  const { body, cookie } = await open(first.link, first.cookie)
  expect(Object.keys(body)).toEqual(['message'])
  expect((await get(server, '/user', { cookie: `stampus_unlock=${cookie}` })).status).toBe(401)
  for (const again of [first.cookie, cookie, '']) {
    const { status, body: refusal } = await open(first.link, again)
    expect([status, refusal.message]).toEqual([422, BAD])
  }
  server.travel(2 * MINUTE)
  const late = await asked(member, cookie)
  server.travel(15 * MINUTE + 1000)
  expect((await open(late.link, late.cookie)).status).toBe(422)
  server.travel(MINUTE)
  const { link, ...timely } = await asked(member, late.cookie)
  server.travel(15 * MINUTE - 2000)
  expect((await open(link, timely.cookie)).status).toBe(200)
  for (const broken of [{}, { ...link, id: 'x' }, { ...link, signature: 1 }, [], { ...link, id: 9 }])
    expect((await open(broken, timely.cookie)).status).toBe(422)
})

test('D-21 a browser that requested two links can use either', async () => {
  const member = await createMember(server.deps)
  const first = await asked(member)
  server.travel(MINUTE + 1000)
  const second = await asked(member, first.cookie)
  expect(mails).toHaveLength(2)
  const opened = await open(first.link, second.cookie)
  expect(opened.status).toBe(200)
  expect((await open(second.link, opened.cookie)).status).toBe(200)
})

test('D-21 login attempts in an unlocked browser are limited: 10 for a link, within an hour', async () => {
  const { member, cookie } = await unlocked()
  await useUp(member)
  const guesses = Array.from({ length: 20 }, (_, at) =>
    statusOf({ ...member, password: `PasswordAttempt-${at}` }, cookie),
  )
  expect((await Promise.all(guesses)).sort()).toEqual([...Array(10).fill(422), ...Array(10).fill(429)])
  expect(await statusOf(member, cookie)).toBe(429)
  const later = await unlocked()
  server.travel(HOUR + 1000)
  await useUp(later.member)
  expect(await statusOf(later.member, later.cookie)).toBe(429)
})

test('D-21 a browser is unlocked for one account only', async () => {
  const { cookie } = await unlocked()
  const other = await createMember(server.deps)
  await useUp(other)
  expect(await statusOf(other, cookie)).toBe(429)
})

test('D-21 D-25 a new password voids unlock links, unlocked browsers and pending requests', async () => {
  const { member, cookie } = await unlocked()
  server.travel(MINUTE + 1000)
  const mailed = await asked(member, cookie)
  expect(await resetPasswordBySupport({ server, mails }, member, NEW)).toBe(200)
  mails.length = 0
  await useUp(member)
  expect(await statusOf({ ...member, password: NEW }, mailed.cookie)).toBe(429)
  expect((await open(mailed.link, mailed.cookie)).status).toBe(422)
  const { rows } = await server.sql('SELECT max(id) AS id FROM browser_unlocks WHERE opened_at IS NULL')
  await accountsMail(server.deps).unlock(Number(rows[0].id))
  expect(mails).toEqual([])
})

test('S-7.06 D-21 a password change in the profile ends unlocked browsers', async () => {
  const { member, cookie } = await unlocked()
  const { name, email, password: current_password } = member
  const form = { name, email, current_password, password: NEW, password_confirmation: NEW }
  expect((await postForm(server, '/user/profile', form, member.headers)).status).toBe(200)
  await useUp(member)
  expect(await statusOf({ email, password: NEW }, cookie)).toBe(429)
})

test('S-7.01 D-21 login without an unlock cookie works', async () => {
  const { email, password } = await createMember(server.deps)
  expect((await post(server, '/login', { email, password })).status).toBe(200)
})
