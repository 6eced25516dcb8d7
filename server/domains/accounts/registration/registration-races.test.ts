import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createSignedInMember } from '../../../../tests/support/api/accounts.ts'
import { catchMail, get, post, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import {
  isSignedIn,
  openLink,
  type Registered,
  registerAs,
  registerNewMember,
  registerTwice,
  sendAndReadLink,
} from '../../../../tests/support/api/registrations.ts'
import { nextClientAddress } from '../../../../tests/support/api/unlocks.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { accountsCleanUp } from '../clean-up.ts'

const server = serverForTests()
let mails: Mail[]
beforeAll(async () => {
  mails = catchMail(server)
})

const MINUTES = 60_000
const DAYS = 24 * 60 * MINUTES
const NEW = 'Milo-ais-kaw-3'
const PUSHER = 'Bad-guess-88'

const login = (email: string, password: string) => post(server, '/login', { email, password })
const createEmailAddress = () => `often-${randomUUID()}@campus.edu.my`
/** Registers an address once more, by default from a client address of its own. */
const registerMore = (email: string, given: Partial<Registered> = {}, from = nextClientAddress()) =>
  registerAs(server, { name: 'Nurul', email, password: PUSHER, ...given }, from)
const idsOf = async (email: string, where = '') =>
  (await server.sql(`SELECT id FROM users WHERE email_key = $1 ${where}`, [email])).rows.map(({ id }) => id)

test('D-20 registering an address again neither replaces nor voids the earlier one; opening a link keeps its registration alone', async () => {
  const { email, victim, attacker } = await registerTwice(server)
  expect(attacker.id).not.toBe(victim.id)
  for (const { id, name, password, headers } of [victim, attacker]) {
    const { status, body } = await get(server, '/user', headers)
    expect([status, body.data]).toMatchObject([200, { id, name, email, email_verified_at: null }])
    expect((await login(email, password)).body.user).toMatchObject({ id })
  }
  const [first, second] = [await sendAndReadLink(server, victim.id), await sendAndReadLink(server, attacker.id)]
  expect(first.hash).not.toBe(second.hash)
  const opened = await openLink(server, first, { password: victim.password })
  expect(opened).toMatchObject({ status: 200, body: { user: { id: victim.id, name: 'Victim' } } })
  expect([await isSignedIn(server, victim.headers), await isSignedIn(server, attacker.headers)]).toEqual([true, false])
  expect((await login(email, attacker.password)).body.errors).toEqual({ email: [texts.wrongCredentials] })
  expect((await login(email, victim.password)).body.user).toMatchObject({ id: victim.id })
  const third = { name: 'Third', email, password: NEW, password_confirmation: NEW }
  expect((await post(server, '/register', third)).body.errors).toEqual({ email: [texts.emailTaken] })
})

test('D-20 five registrations of an address are stored; a sixth replaces the oldest from the client address with the most', async () => {
  const email = createEmailAddress()
  const kept: Registered[] = []
  const add = async (place: number) => kept.push(await registerMore(email, {}, `10.22.0.${place}`))
  for (const place of [1, 2, 3, 2, 3]) await add(place)
  /** The positions of the registrations that are left. */
  const alive = async () => {
    const answers = await Promise.all(kept.map(({ headers }) => isSignedIn(server, headers)))
    return answers.flatMap((isAlive, at) => (isAlive ? [at] : []))
  }
  // Addresses 2 and 3 have two each: the oldest of the caller's address is replaced.
  await add(3)
  expect(await alive()).toEqual([0, 1, 3, 4, 5])
  // The caller has none: the oldest of address 3, which came later, is replaced.
  await add(4)
  expect(await alive()).toEqual([0, 1, 3, 5, 6])
  await add(1)
  expect(await alive()).toEqual([0, 3, 5, 6, 7])
})

test('D-20 many client addresses with one registration each do not push out the first registration', async () => {
  const email = createEmailAddress()
  const own = await registerMore(email, { password: 'Teh-tarik-7' })
  for (let pusher = 0; pusher < 11; pusher += 1) await registerMore(email)
  expect(await isSignedIn(server, own.headers)).toBe(true)
  expect((await login(email, own.password)).body.user).toMatchObject({ id: own.id })
})

/** A registration with its link that a sixth one from another client address has replaced. */
async function createPushedOutRegistration() {
  const email = createEmailAddress()
  for (let pusher = 0; pusher < 4; pusher += 1) await registerMore(email)
  const own = await registerMore(email, { name: 'Owner', password: 'Teh-tarik-7' })
  const link = await sendAndReadLink(server, own.id)
  await registerMore(email)
  return { ...own, link }
}

async function cleanUp(): Promise<void> {
  for (const part of Object.values(accountsCleanUp(server.deps))) await part()
}

test('D-20 the link of a replaced registration verifies the address with a new password, for 60 minutes', async () => {
  const { link, email, password, headers } = await createPushedOutRegistration()
  expect(await isSignedIn(server, headers)).toBe(false)
  expect((await login(email, password)).status).toBe(422)
  const refused = await openLink(server, link, { password })
  expect(refused.body.errors).toEqual({ password: [texts.verificationPasswordWrong] })
  const taken = await openLink(server, link, { new_password: NEW })
  expect(taken).toMatchObject({ status: 200, body: { token: expect.any(String), user: { name: 'Owner', email } } })
  expect([(await login(email, NEW)).status, (await login(email, PUSHER)).status]).toEqual([200, 422])
})

test('D-20 a replaced registration is deleted once its link no longer works', async () => {
  const { link, id, email } = await createPushedOutRegistration()
  await cleanUp()
  expect(await idsOf(email)).toContain(id)
  server.travel(61 * MINUTES)
  expect((await openLink(server, link, { new_password: NEW })).body.message).toBe(texts.linkInvalid)
  await cleanUp()
  const left = await idsOf(email)
  expect([left.includes(id), left.length]).toEqual([false, 5])
})

test('D-20 D-24 a resend mails the link of the caller’s own registration, else of the newest; all are deleted after 7 days', async () => {
  const { email, victim, attacker } = await registerTwice(server)
  await takeWaitingMail(server)
  const ask = (headers = {}) => post(server, '/email/verification-notification', { email }, { headers })
  for (const [headers, id] of [
    [victim.headers, victim.id],
    [{}, attacker.id],
  ] as const) {
    expect((await ask(headers)).status).toBe(200)
    expect(await takeWaitingMail(server)).toMatchObject([{ kind: 'verification', id }])
  }
  server.travel(7 * DAYS - MINUTES)
  await cleanUp()
  expect(await isSignedIn(server, victim.headers)).toBe(true)
  server.travel(2 * MINUTES)
  await cleanUp()
  expect([await isSignedIn(server, victim.headers), await isSignedIn(server, attacker.headers)]).toEqual([false, false])
})

test('D-20 all registrations of a mailbox together get at most 5 verification mails an hour', async () => {
  const email = createEmailAddress()
  mails.length = 0
  for (let times = 0; times < 6; times += 1) {
    const { id } = await registerMore(email)
    server.travel(MINUTES + 1000)
    await sendAndReadLink(server, id)
  }
  expect(mails.filter(({ to }) => to === email)).toHaveLength(5)
})

test('D-20 many simultaneous registrations of one address leave five, each with its own session', async () => {
  const email = createEmailAddress()
  const all = await Promise.all(Array.from({ length: 12 }, () => registerMore(email)))
  expect(new Set(all.map(({ id }) => id)).size).toBe(12)
  const alive = await Promise.all(all.map(({ headers }) => isSignedIn(server, headers)))
  expect(alive.filter(Boolean)).toHaveLength(5)
})

test('D-20 a link opened while the address is registered again leaves one verified account and no other session', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { email, victim } = await registerTwice(server)
    const link = await sendAndReadLink(server, victim.id)
    server.travel(MINUTES + 1000)
    const third = { name: 'Third', email, password: NEW, password_confirmation: NEW }
    const [opened, late] = await Promise.all([
      openLink(server, link, { password: victim.password }),
      post(server, '/register', third, { from: '10.27.0.1' }),
    ])
    expect(opened.body.user).toMatchObject({ id: victim.id })
    expect(late.body.token === undefined || !(await isSignedIn(server, late.body.token))).toBe(true)
    expect(await idsOf(email, 'AND retired_at IS NULL')).toEqual([victim.id])
  }
})

test('D-20 D-22 an address that a member changes to loses its registrations', async () => {
  const squatter = await registerNewMember(server)
  const member = await createSignedInMember(server.deps)
  await server.sql('UPDATE users SET pending_email = $2 WHERE id = $1', [member.id, squatter.email])
  const { rows } = await server.sql(
    'INSERT INTO email_changes (user_id, old_email, new_email, created_at) VALUES ($1, $2, $3, $4) RETURNING id',
    [member.id, member.email, squatter.email, server.deps.now()],
  )
  const link = await sendAndReadLink(server, rows[0].id, 'email-change')
  const opened = await openLink(server, link, {}, member.headers)
  expect(opened.body.user).toMatchObject({ id: member.id, email: squatter.email })
  expect(await isSignedIn(server, squatter.headers)).toBe(false)
})
