import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createSignedInMember } from '../../../../tests/support/api/accounts.ts'
import { catchMail, get, post, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import {
  isSignedIn,
  type Link,
  openLink,
  type Registered,
  registerAs,
  registerNewMember,
  sendAndReadLink,
} from '../../../../tests/support/api/registrations.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { accountsCleanUp } from '../clean-up.ts'

const server = serverForTests()
let mails: Mail[]
let people = 0

const MINUTES = 60_000
const DAYS = 24 * 60 * MINUTES
const NEW = 'Milo-ais-kaw-3'

beforeAll(async () => {
  mails = catchMail(server)
})

const login = (email: string, password: string) => post(server, '/login', { email, password })

function createEmailAddress(): string {
  people += 1
  return `twice-${people}@campus.edu.my`
}

/** The victim registers first, then an attacker with the same address. */
async function twoRegistrations() {
  const email = createEmailAddress()
  const victim = await registerAs(server, { name: 'Victim', email, password: 'Teh-tarik-7' }, `10.21.${people}.1`)
  const attacker = await registerAs(server, { name: 'Attacker', email, password: 'Bad-guess-88' }, `10.21.${people}.2`)
  return { email, victim, attacker }
}

test('D-20 registering an address again neither replaces nor voids the earlier registration', async () => {
  const { email, victim, attacker } = await twoRegistrations()
  expect(attacker.id).not.toBe(victim.id)
  for (const one of [victim, attacker]) {
    const { status, body } = await get(server, '/user', one.headers)
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ id: one.id, name: one.name, email, email_verified_at: null }),
    ])
    expect((await login(email, one.password)).body.user).toMatchObject({ id: one.id })
  }
  const [first, second] = [await sendAndReadLink(server, victim.id), await sendAndReadLink(server, attacker.id)]
  expect(first.hash).not.toBe(second.hash)
})

test('D-20 opening a link verifies its registration and deletes the others with their sessions', async () => {
  const { email, victim, attacker } = await twoRegistrations()
  const opened = await openLink(server, await sendAndReadLink(server, victim.id), { password: victim.password })
  expect(opened).toMatchObject({ status: 200, body: { user: { id: victim.id, name: 'Victim' } } })
  expect(await isSignedIn(server, victim.headers)).toBe(true)
  expect(await isSignedIn(server, attacker.headers)).toBe(false)
  expect((await login(email, attacker.password)).body.errors).toEqual({ email: [texts.wrongCredentials] })
  expect((await login(email, victim.password)).body.user).toMatchObject({ id: victim.id })
  const again = await post(server, '/register', {
    name: 'Third',
    email,
    password: NEW,
    password_confirmation: NEW,
  })
  expect(again.body.errors).toEqual({ email: [texts.emailTaken] })
})

test('D-20 five registrations of an address are stored; a sixth replaces the oldest from the client address with the most', async () => {
  const email = createEmailAddress()
  const from = (place: number) => `10.22.0.${place}`
  const kept: Registered[] = []
  for (const place of [1, 2, 3, 2, 3])
    kept.push(await registerAs(server, { name: `From ${place}`, email, password: 'Teh-tarik-7' }, from(place)))
  const [first, second, third, fourth, fifth] = kept
  const alive = async () => {
    const answers = await Promise.all(kept.map(({ headers }) => isSignedIn(server, headers)))
    return kept.filter((_, at) => answers[at])
  }
  kept.push(await registerAs(server, { name: 'Sixth', email, password: 'Teh-tarik-7' }, from(3)))
  // Addresses 2 and 3 have two each: the oldest of the caller's address is replaced.
  expect(await alive()).toEqual([first, second, fourth, fifth, kept[5]])
  kept.push(await registerAs(server, { name: 'Seventh', email, password: 'Teh-tarik-7' }, from(4)))
  // Addresses 2 and 3 have two each, the caller none: the oldest of address 3, which came later, is replaced.
  expect(await alive()).toEqual([first, second, fourth, kept[5], kept[6]])
  kept.push(await registerAs(server, { name: 'Eighth', email, password: 'Teh-tarik-7' }, from(1)))
  expect(await alive()).toEqual([first, fourth, kept[5], kept[6], kept[7]])
  expect(third).toBeDefined()
})

test('D-20 many client addresses with one registration each do not push out the first registration', async () => {
  const email = createEmailAddress()
  const own = await registerAs(server, { name: 'Owner', email, password: 'Teh-tarik-7' }, '10.28.0.1')
  for (let place = 2; place <= 12; place += 1)
    await registerAs(server, { name: 'Pusher', email, password: 'Bad-guess-88' }, `10.28.0.${place}`)
  expect(await isSignedIn(server, own.headers)).toBe(true)
  expect((await login(email, own.password)).body.user).toMatchObject({ id: own.id })
})

test('D-20 the link of a replaced registration verifies the address with a new password, for 60 minutes', async () => {
  const email = createEmailAddress()
  const { link, ...own } = await createPushedOutRegistration(email, '10.23.0')
  expect(await isSignedIn(server, own.headers)).toBe(false)
  expect((await login(email, own.password)).status).toBe(422)
  expect((await openLink(server, link, { password: own.password })).body.errors).toEqual({
    password: [texts.verificationPasswordWrong],
  })
  const taken = await openLink(server, link, { new_password: NEW })
  expect(taken).toMatchObject({ status: 200, body: { token: expect.any(String), user: { name: 'Owner', email } } })
  expect((await login(email, NEW)).status).toBe(200)
  expect((await login(email, 'Bad-guess-88')).status).toBe(422)
})

test('D-20 a replaced registration is deleted once its link no longer works', async () => {
  const email = createEmailAddress()
  const { link, ...own } = await createPushedOutRegistration(email, '10.24.0')
  const rows = async () => {
    const { rows } = await server.deps.db.pool.query({
      text: 'SELECT id FROM users WHERE email_key = $1',
      values: [email],
    })
    return rows.map(({ id }) => id)
  }
  await cleanUp()
  expect(await rows()).toContain(own.id)
  server.travel(61 * MINUTES)
  expect((await openLink(server, link, { new_password: NEW })).body.message).toBe(texts.linkInvalid)
  await cleanUp()
  expect(await rows()).not.toContain(own.id)
  expect(await rows()).toHaveLength(5)
})

test('D-20 unverified registrations are deleted after 7 days', async () => {
  const { victim, attacker } = await twoRegistrations()
  server.travel(7 * DAYS - MINUTES)
  await cleanUp()
  expect(await isSignedIn(server, victim.headers)).toBe(true)
  server.travel(2 * MINUTES)
  await cleanUp()
  expect([await isSignedIn(server, victim.headers), await isSignedIn(server, attacker.headers)]).toEqual([false, false])
})

test('D-20 D-24 a resend mails the link of the caller’s own registration, else of the newest', async () => {
  const { email, victim, attacker } = await twoRegistrations()
  await takeWaitingMail(server)
  const ask = (headers = {}) => post(server, '/email/verification-notification', { email }, { headers })
  expect((await ask(victim.headers)).status).toBe(200)
  expect(await takeWaitingMail(server)).toMatchObject([{ kind: 'verification', id: victim.id }])
  expect((await ask()).status).toBe(200)
  expect(await takeWaitingMail(server)).toMatchObject([{ kind: 'verification', id: attacker.id }])
})

test('D-20 all registrations of a mailbox together get at most 5 verification mails an hour', async () => {
  const email = createEmailAddress()
  mails.length = 0
  for (let place = 1; place <= 5; place += 1) {
    const { id } = await registerAs(server, { name: 'Many', email, password: 'Teh-tarik-7' }, `10.25.0.${place}`)
    server.travel(MINUTES + 1000)
    await sendAndReadLink(server, id)
  }
  const { id } = await registerAs(server, { name: 'Many', email, password: 'Teh-tarik-7' }, '10.25.0.6')
  server.travel(MINUTES + 1000)
  await sendAndReadLink(server, id)
  expect(mails.filter(({ to }) => to === email)).toHaveLength(5)
})

test('D-20 many simultaneous registrations of one address leave five, each with its own session', async () => {
  const email = createEmailAddress()
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      registerAs(server, { name: `Nurul ${at}`, email, password: 'Teh-tarik-7' }, `10.26.0.${at}`),
    ),
  )
  expect(new Set(all.map(({ id }) => id)).size).toBe(12)
  const alive = await Promise.all(all.map(({ headers }) => isSignedIn(server, headers)))
  expect(alive.filter(Boolean)).toHaveLength(5)
})

test('D-20 a link opened while the address is registered again leaves one verified account and no other session', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { email, victim } = await twoRegistrations()
    const link = await sendAndReadLink(server, victim.id)
    server.travel(MINUTES + 1000)
    const third = { name: 'Third', email, password: NEW, password_confirmation: NEW }
    const [opened, late] = await Promise.all([
      openLink(server, link, { password: victim.password }),
      post(server, '/register', third, { from: '10.27.0.1' }),
    ])
    expect(opened.body.user).toMatchObject({ id: victim.id })
    expect(late.body.token === undefined || !(await isSignedIn(server, late.body.token))).toBe(true)
    const { rows } = await server.deps.db.pool.query({
      text: 'SELECT id FROM users WHERE email_key = $1 AND retired_at IS NULL',
      values: [email],
    })
    expect(rows).toEqual([{ id: victim.id }])
  }
})

test('D-20 D-22 an address that a member changes to loses its registrations', async () => {
  const squatter = await registerNewMember(server)
  const member = await createSignedInMember(server.deps)
  const moving = 'UPDATE users SET pending_email = $2 WHERE id = $1'
  await server.deps.db.pool.query({ text: moving, values: [member.id, squatter.email] })
  const { rows } = await server.deps.db.pool.query({
    text: 'INSERT INTO email_changes (user_id, old_email, new_email, created_at) VALUES ($1, $2, $3, $4) RETURNING id',
    values: [member.id, member.email, squatter.email, server.deps.now()],
  })
  const link: Link = await sendAndReadLink(server, rows[0].id, 'email-change')
  const opened = await openLink(server, link, {}, member.headers)
  expect(opened.body.user).toMatchObject({ id: member.id, email: squatter.email })
  expect(await isSignedIn(server, squatter.headers)).toBe(false)
})

/** A registration with its link that a sixth one from another client address has replaced. */
async function createPushedOutRegistration(email: string, net: string): Promise<Registered & { link: Link }> {
  const push = (place: number) =>
    registerAs(server, { name: 'Pusher', email, password: 'Bad-guess-88' }, `${net}.${place}`)
  for (const place of [1, 2, 3, 4]) await push(place)
  const own = await registerAs(server, { name: 'Owner', email, password: 'Teh-tarik-7' }, `${net}.5`)
  const link = await sendAndReadLink(server, own.id)
  await push(6)
  return { ...own, link }
}

async function cleanUp(): Promise<void> {
  for (const part of Object.values(accountsCleanUp(server.deps))) await part()
}
