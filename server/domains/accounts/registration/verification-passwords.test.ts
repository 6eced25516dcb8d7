import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createMember, createSignedInMember, suspend } from '../../../../tests/support/api/accounts.ts'
import { catchMail, get, post } from '../../../../tests/support/api/calls.ts'
import { fillLimit, isSlow } from '../../../../tests/support/api/rate-limits.ts'
import {
  isSignedIn,
  openLink,
  registerAs,
  registerNewMember,
  sendAndReadLink,
} from '../../../../tests/support/api/registrations.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()
let people = 0

const MINUTES = 60_000
const NEW = 'Milo-ais-kaw-3'

beforeAll(async () => {
  catchMail(server)
})

const login = (email: string, password: string) => post(server, '/login', { email, password })
const check = (link: object, headers = {}) => post(server, '/email/verification-link', link, { headers })

/** Two registrations of one address, each with a link in the mailbox. */
async function twoLinks() {
  people += 1
  const email = `opened-${people}@campus.edu.my`
  const victim = await registerAs(server, { name: 'Victim', email, password: 'Teh-tarik-7' }, `10.31.${people}.1`)
  const attacker = await registerAs(server, { name: 'Attacker', email, password: 'Bad-guess-88' }, `10.31.${people}.2`)
  const own = await sendAndReadLink(server, victim.id)
  server.travel(MINUTES + 1000)
  return { email, victim, attacker, own, foreign: await sendAndReadLink(server, attacker.id) }
}

test('D-23 a link opened with the registration’s own session changes nothing else', async () => {
  const one = await registerNewMember(server)
  const { status, body } = await openLink(server, await sendAndReadLink(server, one.id), {}, one.headers)
  expect([status, body.user]).toEqual([200, expect.objectContaining({ id: one.id, name: one.name })])
  expect(`Bearer ${body.token}`).toBe(one.headers.authorization)
  expect((await get(server, '/wallet', one.headers)).status).toBe(200)
  expect((await login(one.email, one.password)).status).toBe(200)
})

test('D-23 a victim who opens an attacker’s link with their own session verifies their own registration', async () => {
  const { email, victim, attacker, foreign } = await twoLinks()
  const { body } = await openLink(server, foreign, {}, victim.headers)
  expect(body.user).toMatchObject({ id: victim.id, name: 'Victim' })
  expect(await isSignedIn(server, attacker.headers)).toBe(false)
  expect((await login(email, attacker.password)).status).toBe(422)
  expect((await login(email, victim.password)).status).toBe(200)
})

test('D-23 the password is compared with all registrations and verifies the one it belongs to', async () => {
  const { email, victim, attacker, foreign } = await twoLinks()
  const { body } = await openLink(server, foreign, { password: victim.password })
  expect(body.user).toMatchObject({ id: victim.id, name: 'Victim' })
  expect(await isSignedIn(server, body.token ?? '')).toBe(true)
  expect([await isSignedIn(server, victim.headers), await isSignedIn(server, attacker.headers)]).toEqual([true, false])
  expect((await login(email, victim.password)).status).toBe(200)
  expect((await login(email, attacker.password)).body.errors).toEqual({ email: [texts.wrongCredentials] })
})

test('D-23 an attacker who registered first has no access after the victim opens the mail and sets a new password', async () => {
  const attacker = await registerNewMember(server)
  const link = await sendAndReadLink(server, attacker.id)
  const { status, body } = await openLink(server, link, { new_password: NEW })
  expect([status, body.user]).toEqual([200, expect.objectContaining({ email: attacker.email })])
  expect(await isSignedIn(server, attacker.headers)).toBe(false)
  expect((await login(attacker.email, attacker.password)).body.errors).toEqual({ email: [texts.wrongCredentials] })
  expect((await login(attacker.email, NEW)).status).toBe(200)
})

test('D-23 a new password ends every earlier session, also of other registrations', async () => {
  const { victim, attacker, own } = await twoLinks()
  await openLink(server, own, { new_password: NEW }, victim.headers)
  expect([await isSignedIn(server, victim.headers), await isSignedIn(server, attacker.headers)]).toEqual([false, false])
})

test('D-23 a wrong password returns 422 on password, leaves the link unused and counts per link', async () => {
  const { victim, attacker, own, foreign } = await twoLinks()
  for (let tries = 0; tries < 5; tries += 1) {
    const { status, body } = await openLink(server, own, { password: `Wrong-guess-${tries}` })
    expect([status, body.errors]).toEqual([422, { password: ['This is not the password you registered with.'] }])
  }
  const refused = await openLink(server, own, { password: victim.password })
  expect([refused.status, Number(refused.headers['retry-after']) > 60]).toEqual([429, true])
  expect((await openLink(server, foreign, { password: 'Wrong-guess-9' })).status).toBe(422)
  expect([await isSignedIn(server, victim.headers), await isSignedIn(server, attacker.headers)]).toEqual([true, true])
  expect((await openLink(server, foreign, { password: victim.password })).body.user).toMatchObject({ id: victim.id })
})

test('D-23 after too many wrong passwords a new password still verifies the address', async () => {
  const one = await registerNewMember(server)
  const link = await sendAndReadLink(server, one.id)
  for (let tries = 0; tries < 6; tries += 1) await openLink(server, link, { password: 'Wrong-guess-1' })
  expect((await openLink(server, link, { new_password: NEW })).body.user).toMatchObject({ id: one.id })
})

test('D-23 after many wrong passwords from one client address the right one is slowed down there and not rejected', async () => {
  const { victim, own } = await twoLinks()
  await fillLimit(server, 'link-password|address|127.0.0.1', 300)
  const open = async () =>
    expect((await openLink(server, own, { password: victim.password })).body.user).toMatchObject({ id: victim.id })
  expect(await isSlow(open)).toBe(true)
  server.travel(10 * MINUTES)
})

test('D-23 parallel wrong passwords with one link stay within its limit', async () => {
  const one = await registerNewMember(server)
  const link = await sendAndReadLink(server, one.id)
  const guesses = Array.from({ length: 20 }, (_, at) => openLink(server, link, { password: `Wrong-guess-${at}` }))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 422)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
})

test('D-23 D-21 the call accepts a password or a new one, never both, and checks a new one', async () => {
  const one = await registerNewMember(server)
  const link = await sendAndReadLink(server, one.id)
  const errorsOf = async (given: object) => (await openLink(server, link, given)).body.errors
  expect(await errorsOf({ password: one.password, new_password: NEW })).toEqual({
    new_password: ['Send either the password or a new one, not both.'],
  })
  expect(await errorsOf({ new_password: 'short' })).toEqual({ new_password: [texts.passwordTooShort] })
  expect(await errorsOf({ new_password: 'P@ssw0rd' })).toEqual({ new_password: [texts.passwordWellKnown] })
  expect(await errorsOf({ password: '' })).toEqual({ password: [texts.passwordRequired] })
  expect((await openLink(server, link, { password: one.password })).body.token).toBeDefined()
})

test('S-7.03 D-23 the four values of a link are enough to verify and to get token and user', async () => {
  const { victim, attacker, foreign } = await twoLinks()
  const { status, body } = await openLink(server, foreign)
  expect([status, body.user]).toEqual([200, expect.objectContaining({ id: attacker.id })])
  expect((await get(server, '/wallet', { authorization: `Bearer ${body.token}` })).status).toBe(200)
  expect([await isSignedIn(server, victim.headers), await isSignedIn(server, attacker.headers)]).toEqual([false, false])
})

test('D-23 a used link returns 200 without a token and changes no password', async () => {
  const { email, victim, own, foreign } = await twoLinks()
  await openLink(server, own, { password: victim.password })
  for (const link of [own, foreign])
    for (const given of [{}, { password: victim.password }, { new_password: NEW }]) {
      const { status, body } = await openLink(server, link, given)
      expect([status, body]).toEqual([200, { message: texts.alreadyVerified }])
    }
  expect(await isSignedIn(server, victim.headers)).toBe(true)
  expect((await login(email, NEW)).status).toBe(422)
})

test('D-23 two links opened at the same moment verify one registration', async () => {
  for (const given of [{}, { new_password: NEW }]) {
    const { email, own, foreign } = await twoLinks()
    const answers = await Promise.all([openLink(server, own, given), openLink(server, foreign, given)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const tokens = answers.flatMap(({ body }) => body.token ?? [])
    expect(tokens).toHaveLength(1)
    expect(await isSignedIn(server, tokens[0] ?? '')).toBe(true)
    const { rows } = await server.deps.db.pool.query({
      text: 'SELECT id FROM users WHERE email_key = $1 AND email_verified_at IS NOT NULL',
      values: [email],
    })
    expect(rows).toHaveLength(1)
  }
})

test('D-24 neither a password nor a link opens a session for a suspended member', async () => {
  for (const given of [{}, { password: 'Teh-tarik-7' }, { new_password: NEW }]) {
    const one = await registerNewMember(server)
    const link = await sendAndReadLink(server, one.id)
    await suspend(server.deps, one.id)
    const { status, body } = await openLink(server, link, given, one.headers)
    expect([status, body.token, body.user]).toEqual([200, undefined, undefined])
  }
})

test('D-24 while one registration of an address is suspended, no other can be verified', async () => {
  const { email, victim, attacker, own, foreign } = await twoLinks()
  await suspend(server.deps, victim.id)
  for (const given of [{}, { password: attacker.password }, { new_password: NEW }]) {
    const { status, body } = await openLink(server, foreign, given)
    expect([status, body.message, body.token]).toEqual([403, texts.suspended, undefined])
  }
  expect((await openLink(server, own, {}, attacker.headers)).status).toBe(403)
  const { rows } = await server.deps.db.pool.query({
    text: 'SELECT id FROM users WHERE email_key = $1 AND email_verified_at IS NULL AND retired_at IS NULL',
    values: [email],
  })
  expect(rows).toHaveLength(2)
  expect((await login(email, victim.password)).status).toBe(403)
})

test('D-23 checking a link returns its address and whether a password is needed, for valid links only', async () => {
  const { email, victim, foreign } = await twoLinks()
  const stranger = await createSignedInMember(server.deps)
  const asked = async (headers = {}) => (await check(foreign, headers)).body.data
  const open = { email, needs_password: true, is_own: false, is_verified: false }
  expect(await asked()).toEqual(open)
  expect(await asked(stranger.headers)).toEqual(open)
  expect(await asked({ authorization: 'Bearer broken-token-of-nobody' })).toEqual(open)
  expect(await asked(victim.headers)).toEqual({ email, needs_password: false, is_own: true, is_verified: false })
  const forged = { ...foreign, signature: foreign.signature.replace(/./g, '0') }
  const { status, body, headers } = await check(forged)
  expect([status, body, headers['cache-control']]).toEqual([
    422,
    { message: texts.linkInvalid, errors: {} },
    'no-store',
  ])
  await openLink(server, foreign, { password: victim.password })
  expect(await asked()).toEqual({ email, needs_password: false, is_own: false, is_verified: true })
  server.travel(60 * MINUTES)
  expect((await check(foreign)).status).toBe(422)
})

test('D-24 a wrong password has the same cost and answer for one, several and no registration', async () => {
  const { email } = await twoLinks()
  const single = await registerNewMember(server)
  const member = await createMember(server.deps)
  for (const address of [email, single.email, member.email, 'nobody-at-all@campus.edu.my'])
    expect(await login(address, 'Wrong-guess-1')).toMatchObject({
      status: 422,
      body: { errors: { email: [texts.wrongCredentials] } },
    })
  const { rows } = await server.deps.db.pool.query<{ password_hash: string }>({
    text: 'SELECT password_hash FROM users WHERE email_key = $1',
    values: [email],
  })
  // All have the same salt, so comparing with all of them costs one hash.
  expect(new Set(rows.map(({ password_hash }) => password_hash.split('$').at(-2))).size).toBe(1)
})
