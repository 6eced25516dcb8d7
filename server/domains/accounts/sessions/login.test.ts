import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import {
  createMember,
  createMemberSession,
  createSignedInMember,
  suspend,
} from '../../../../tests/support/api/accounts.ts'
import { connect, get, post } from '../../../../tests/support/api/calls.ts'
import { fillLimit, isSlow } from '../../../../tests/support/api/rate-limits.ts'
import { openLink, registerTwice, sendAndReadLink } from '../../../../tests/support/api/registrations.ts'
import { nextClientAddress } from '../../../../tests/support/api/unlocks.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()

const WRONG = 'Wrong-pass-1'

const login = (given: object, from = nextClientAddress()) => post(server, '/login', given, { from })
const statusOf = async (given: object, from?: string) => (await login(given, from)).status
const userStatus = async (headers: Record<string, string>) => (await get(server, '/user', headers)).status
const endOthers = (headers = {}) => connect(server, { headers })<{ ended: number }>('DELETE', '/user/sessions')
const sessionOf = (member: { id: number }) => createMemberSession(server.deps, member)

test('S-7.01 S-4.04 D-11 login returns user and token and nothing else, also before the address is verified', async () => {
  for (const verified of [true, false]) {
    const { email, password, id } = await createMember(server.deps, { verified })
    const { status, body, headers } = await login({ email: `  ${email.toUpperCase()} `, password })
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body).toEqual({
      user: expect.objectContaining({ id, email, suspended: false }),
      token: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(body.user?.email_verified_at === null).toBe(!verified)
    expect(await userStatus({ authorization: `Bearer ${body.token}` })).toBe(200)
  }
})

test('S-4.03 S-6.03 login refuses a suspended member who knows the password, and reveals nothing to one who does not', async () => {
  const { email, password } = await createMember(server.deps, { suspended: true })
  const right = await login({ email, password })
  expect([right.status, right.body.message, right.body.token]).toEqual([403, texts.suspended, undefined])
  const wrong = await login({ email, password: WRONG })
  expect([wrong.status, wrong.body.errors]).toEqual([422, { email: [texts.wrongCredentials] }])
})

test('D-06 D-21 S-8.01 a wrong password and an unknown address get the same 422 on email, with the same work', async () => {
  const { email } = await createMember(server.deps)
  const tryWith = async (address: string) => {
    const before = process.cpuUsage()
    const { status, body } = await login({ email: address, password: WRONG })
    expect([status, body]).toEqual([
      422,
      { message: texts.wrongCredentials, errors: { email: [texts.wrongCredentials] } },
    ])
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let at = 0; at < 8; at += 1) {
    known.push(await tryWith(email))
    unknown.push(await tryWith(`nobody-${randomUUID()}@campus.edu.my`))
  }
  // Other work of this process only adds time, so compare the smallest values.
  const ratio = Math.min(...unknown) / Math.min(...known)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

test('S-5.15 D-08 a missing or malformed part is named under its field', async () => {
  const { status, body } = await login({ email: ' ', password: '' })
  expect(status).toBe(422)
  expect(body.errors).toEqual({ email: [texts.emailRequired], password: [texts.passwordRequired] })
  for (const payload of [
    {},
    { email: 1, password: [] },
    { email: 'a\0@campus.edu.my', password: 'x' },
    [],
    { email: '\u{d800}@campus.edu.my', password: '\0\u{dfff}'.repeat(10_000) },
  ])
    expect(await statusOf(payload)).toBe(422)
})

test('D-21 of 400 parallel wrong passwords from one client address at most 5 are checked; the rest get 429 and keep nobody else waiting', async () => {
  const [{ email, password }, other] = [await createMember(server.deps), await createMember(server.deps)]
  const from = nextClientAddress()
  const flood = Array.from({ length: 400 }, (_, at) => {
    const spelt = at % 2 ? email : email.toUpperCase().replace('@', `+${at}@`)
    return login({ email: spelt, password: `Wrong-pass-${at}` }, from)
  })
  expect(await statusOf({ email: other.email, password: other.password })).toBe(200)
  const answers = await Promise.all(flood)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(395)
  expect(refused.every(({ headers }) => Number(headers['retry-after']) > 40)).toBe(true)
  expect(await statusOf({ email, password }, from)).toBe(429)
  expect(await statusOf({ email, password })).toBe(200)
  server.travel(61_000)
  expect(await statusOf({ email, password }, from)).toBe(200)
})

test('D-21 right passwords use up no limit, even five at once for one account from one client address', async () => {
  const { email, password } = await createMember(server.deps)
  const from = nextClientAddress()
  for (let round = 0; round < 3; round += 1) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => statusOf({ email, password }, from)))
    expect(answers).toEqual([200, 200, 200, 200, 200])
  }
})

test('D-21 strangers can use up an account’s attempts, but not lock out a trusted device', async () => {
  const { email, password } = await createMember(server.deps)
  const device_mark = randomUUID()
  expect(await statusOf({ email, password, device_mark })).toBe(200)
  for (let at = 0; at < 25; at += 1) expect(await statusOf({ email, password: WRONG })).toBe(422)
  for (const given of [{}, { device_mark: randomUUID() }])
    expect(await statusOf({ email, password, ...given })).toBe(429)
  expect(await statusOf({ email, password, device_mark })).toBe(200)
  for (let at = 0; at < 10; at += 1) expect(await statusOf({ email, password: WRONG, device_mark })).toBe(422)
  expect(await statusOf({ email, password, device_mark })).toBe(429)
})

test('D-20 D-21 registering another member’s address gives no extra attempts at their password, with any trusted device', async () => {
  const { email, victim, attacker } = await registerTwice(server)
  const marks = Array.from({ length: 4 }, () => randomUUID())
  for (const device_mark of marks) expect(await statusOf({ email, password: attacker.password, device_mark })).toBe(200)
  const statuses = []
  for (const device_mark of marks)
    for (let at = 0; at < 10; at += 1) statuses.push(await statusOf({ email, password: WRONG, device_mark }))
  expect(statuses.filter((status) => status === 422)).toHaveLength(25)
  expect(await statusOf({ email, password: victim.password, device_mark: marks[0] })).toBe(429)
})

test('D-21 a browser that logged in to a registration is a trusted device once the address is verified', async () => {
  const { email, victim } = await registerTwice(server)
  const own = { email, password: victim.password, device_mark: randomUUID() }
  expect(await statusOf(own)).toBe(200)
  await openLink(server, await sendAndReadLink(server, victim.id), { password: victim.password })
  await fillLimit(server, `sign-in|account|${email}`, 25)
  expect(await statusOf({ ...own, device_mark: randomUUID() })).toBe(429)
  expect(await statusOf(own)).toBe(200)
})

test('D-21 above 300 attempts in 5 minutes over all accounts, one client address is slowed down and not rejected', async () => {
  await fillLimit(server, 'sign-in|address|2001:db8:0:7', 300)
  const { email, password } = await createMember(server.deps)
  const own = { email, password, device_mark: randomUUID() }
  const guess = { email: 'somebody@campus.edu.my', password: WRONG }
  for (const [given, from, status, slow] of [
    [guess, '2001:db8:0:7:ffff::9', 422, true],
    [guess, '2001:db8:0:8::1', 422, false],
    [own, '2001:db8:0:7::1', 200, true],
    [own, '2001:db8:0:7::1', 200, false],
  ] as const)
    expect(await isSlow(async () => expect(await statusOf(given, from)).toBe(status))).toBe(slow)
})

test('S-7.05 S-6.04 GET /user works with a valid bearer token and returns 401 for any other', async () => {
  const { id, email, headers } = await createSignedInMember(server.deps)
  const { authorization } = headers
  expect(await get(server, '/user', headers)).toMatchObject({ status: 200, body: { data: { id, email } } })
  for (const wrong of [
    '',
    'Bearer',
    'Bearer x',
    `Bearer ${authorization}`,
    `Basic ${authorization.slice(7)}`,
    `${authorization}x`,
  ]) {
    const answer = await get(server, '/user', { authorization: wrong })
    expect([wrong, answer.status, answer.body.message]).toEqual([wrong, 401, texts.unauthenticated])
  }
})

test('D-07 S-4.01 logout ends the session and leaves the other sessions', async () => {
  const member = await createMember(server.deps)
  const [here, there] = [await sessionOf(member), await sessionOf(member)]
  const logOut = async () => (await post(server, '/logout', {}, { headers: here })).status
  expect(await logOut()).toBe(200)
  expect([await userStatus(here), await userStatus(there)]).toEqual([401, 200])
  expect(await logOut()).toBe(401)
})

test('D-10 a member ends all their other sessions, and no other member’s; also an unverified or suspended one, and no guest', async () => {
  const member = await createMember(server.deps)
  const { headers: others } = await createSignedInMember(server.deps)
  const [own, ...elsewhere] = [await sessionOf(member), await sessionOf(member), await sessionOf(member)]
  expect(await endOthers(own)).toEqual({ status: 200, message: texts.otherSessionsEnded, ended: 2 })
  for (const headers of elsewhere) expect(await userStatus(headers)).toBe(401)
  for (const headers of [own, others]) expect(await userStatus(headers)).toBe(200)
  expect((await endOthers(own)).ended).toBe(0)
  for (const given of [{ verified: false }, { suspended: true }]) {
    const { id, headers } = await createSignedInMember(server.deps, given)
    await sessionOf({ id })
    expect((await endOthers(headers)).ended).toBe(1)
  }
  expect((await endOthers()).status).toBe(401)
})

test('D-10 only the hash of a token is stored', async () => {
  const { headers } = await createSignedInMember(server.deps)
  const token = headers.authorization.slice('Bearer '.length)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const { rows } = await server.sql('SELECT token_hash FROM sessions')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('D-04 S-6.02 unverified and suspended members get the reason on member calls, and only there', async () => {
  const { headers: unverified } = await createSignedInMember(server.deps, { verified: false })
  const { id, headers: suspended } = await createSignedInMember(server.deps)
  await suspend(server.deps, id)
  for (const [headers, message] of [
    [unverified, texts.verificationRequired],
    [suspended, texts.suspended],
  ] as const) {
    expect(await get(server, '/wallet', headers)).toMatchObject({ status: 403, body: { message } })
    for (const path of ['/user', '/merchants']) expect((await get(server, path, headers)).status).toBe(200)
  }
  expect((await get(server, '/user', suspended)).body).toMatchObject({ data: { suspended: true } })
  expect((await get(server, '/merchants', { authorization: 'Bearer gone-gone-gone-gone' })).status).toBe(200)
  expect((await post(server, '/logout', {}, { headers: suspended })).status).toBe(200)
})
