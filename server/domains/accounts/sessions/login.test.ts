import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import { createMember, createMemberSession, suspend } from '../../../../tests/support/api/accounts.ts'
import { get, post } from '../../../../tests/support/api/calls.ts'
import { fillLimit, isSlow } from '../../../../tests/support/api/rate-limits.ts'
import { openLink, registerAs, sendAndReadLink } from '../../../../tests/support/api/registrations.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()
let clientsSoFar = 0

function newClientAddress() {
  clientsSoFar += 1
  return `10.3.${Math.floor(clientsSoFar / 250)}.${clientsSoFar % 250}`
}
const login = (given: object, from = newClientAddress()) => post(server, '/login', given, { from })
const bearer = (body: Record<string, unknown>) => ({ authorization: `Bearer ${body.token}` })

test('S-7.01 S-4.04 login returns user and token, also before the address is verified', async () => {
  for (const verified of [true, false]) {
    const { email, password, id } = await createMember(server.deps, { verified })
    const { status, body, headers } = await login({ email: `  ${email.toUpperCase()} `, password })
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body).toMatchObject({ user: { id, email, suspended: false }, token: expect.stringMatching(/^[\w-]{43}$/) })
    expect(body.user?.email_verified_at === null).toBe(!verified)
    expect((await get(server, '/user', bearer(body))).status).toBe(200)
  }
})

test('D-11 login returns no refresh token', async () => {
  const { email, password } = await createMember(server.deps)
  const { status, body } = await login({ email, password })
  expect([status, Object.keys(body).sort()]).toEqual([200, ['token', 'user']])
})

test('S-4.03 S-6.03 login refuses a suspended member who knows the password, and reveals nothing to one who does not', async () => {
  const { email, password } = await createMember(server.deps, { suspended: true })
  const right = await login({ email, password })
  expect([right.status, right.body.message, right.body.token]).toEqual([403, texts.suspended, undefined])
  const wrong = await login({ email, password: 'Wrong-pass-1' })
  expect([wrong.status, wrong.body.errors]).toEqual([422, { email: [texts.wrongCredentials] }])
})

test('D-21 login writes to the database twice: the counted attempt, and the session with its refund', async ({
  skip,
}) => {
  // PostgreSQL counts the writes of all its databases together.
  if (server.deps.db.engine !== 'embedded') skip()
  const { email, password } = await createMember(server.deps)
  const writes = async () => Number((await server.deps.db.pool.query('SELECT pg_current_xact_id() AS id')).rows[0]?.id)
  const before = await writes()
  expect((await login({ email, password })).status).toBe(200)
  expect((await writes()) - before - 1).toBe(2)
})

test('D-06 D-21 S-8.01 a wrong password and an unknown address get the same 422 on email', async () => {
  const { email } = await createMember(server.deps)
  const wrong = await login({ email, password: 'Wrong-pass-1' })
  const unknown = await login({ email: `nobody-${randomUUID()}@campus.edu.my`, password: 'Wrong-pass-1' })
  expect(wrong.body).toEqual({ message: texts.wrongCredentials, errors: { email: [texts.wrongCredentials] } })
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
})

test('D-21 an unknown address takes as much work as a wrong password', async () => {
  const { email } = await createMember(server.deps)
  const workFor = async (address: string) => {
    const before = process.cpuUsage()
    await login({ email: address, password: 'Wrong-pass-1' })
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let at = 0; at < 12; at += 1) {
    known.push(await workFor(email))
    unknown.push(await workFor(`nobody-${randomUUID()}@campus.edu.my`))
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
  for (const payload of [{}, { email: 1, password: [] }, { email: 'a\0@campus.edu.my', password: 'x' }, []]) {
    expect((await login(payload)).status).toBe(422)
  }
  const odd = await login({ email: '\u{d800}@campus.edu.my', password: '\0\u{dfff}'.repeat(10_000) })
  expect(odd.status).toBe(422)
})

test('D-21 of 100 parallel wrong passwords from one client address at most 5 are checked, the rest get 429 with Retry-After', async () => {
  const { email, password } = await createMember(server.deps)
  const from = newClientAddress()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) => {
      const spelt = at % 2 ? email : email.toUpperCase().replace('@', `+${at}@`)
      return login({ email: spelt, password: `Wrong-pass-${at}` }, from)
    }),
  )
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(95)
  expect(refused.every(({ headers }) => Number(headers['retry-after']) > 40)).toBe(true)
  expect((await login({ email, password }, from)).status).toBe(429)
  expect((await login({ email, password })).status).toBe(200)
  server.travel(61_000)
  expect((await login({ email, password }, from)).status).toBe(200)
})

test('D-21 right passwords use up no limit, even five at once for one account from one client address', async () => {
  const { email, password } = await createMember(server.deps)
  const from = newClientAddress()
  for (let round = 0; round < 4; round += 1) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => login({ email, password }, from)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  }
})

test('D-21 rejected attempts take no place in the hashing queue: a flood from one address locks no other member out', async () => {
  const { email, password } = await createMember(server.deps)
  const from = newClientAddress()
  const flood = Array.from({ length: 400 }, () => login({ email: 'flooded@campus.edu.my', password: 'x' }, from))
  const owner = await login({ email, password })
  const statuses = (await Promise.all(flood)).map(({ status }) => status)
  expect(owner.status).toBe(200)
  expect(statuses.filter((status) => status === 422)).toHaveLength(5)
  expect(new Set(statuses)).toEqual(new Set([422, 429]))
})

test('D-21 strangers can use up an account’s attempts, but not lock out a trusted device', async () => {
  const { email, password } = await createMember(server.deps)
  const device_mark = randomUUID()
  expect((await login({ email, password, device_mark })).status).toBe(200)
  for (let at = 0; at < 25; at += 1) expect((await login({ email, password: 'Wrong-pass-1' })).status).toBe(422)
  expect((await login({ email, password })).status).toBe(429)
  expect((await login({ email, password, device_mark: randomUUID() })).status).toBe(429)
  expect((await login({ email, password, device_mark })).status).toBe(200)
  for (let at = 0; at < 10; at += 1)
    expect((await login({ email, password: 'Wrong-pass-1', device_mark })).status).toBe(422)
  expect((await login({ email, password, device_mark })).status).toBe(429)
})

/** Two registrations of one address, the victim's and the attacker's. */
async function twoRegistrations() {
  const email = `twice-${randomUUID()}@campus.edu.my`
  const victim = await registerAs(server, { name: 'Victim', email, password: 'Teh-tarik-7' }, newClientAddress())
  const attacker = await registerAs(server, { name: 'Attacker', email, password: 'Bad-guess-88' }, newClientAddress())
  return { email, victim, attacker }
}

test('D-20 D-21 registering another member’s address gives no extra attempts at their password, with any trusted device', async () => {
  const { email, victim, attacker } = await twoRegistrations()
  const marks = Array.from({ length: 4 }, () => randomUUID())
  for (const device_mark of marks)
    expect((await login({ email, password: attacker.password, device_mark })).status).toBe(200)
  const statuses = []
  for (const device_mark of marks)
    for (let at = 0; at < 10; at += 1)
      statuses.push((await login({ email, password: `Wrong-guess-${at}`, device_mark })).status)
  expect(statuses.filter((status) => status === 422)).toHaveLength(25)
  expect((await login({ email, password: victim.password, device_mark: marks[0] })).status).toBe(429)
})

test('D-21 a browser that logged in to a registration is a trusted device once the address is verified', async () => {
  const { email, victim } = await twoRegistrations()
  const own = { email, password: victim.password, device_mark: randomUUID() }
  expect((await login(own)).status).toBe(200)
  await openLink(server, await sendAndReadLink(server, victim.id), { password: victim.password })
  for (let at = 0; at < 25; at += 1) await login({ email, password: 'Wrong-guess-1' })
  expect((await login({ ...own, device_mark: randomUUID() })).status).toBe(429)
  expect((await login(own)).status).toBe(200)
})

test('D-21 above 300 attempts in 5 minutes over all accounts, one client address is slowed down and not rejected', async () => {
  await fillLimit(server, 'sign-in|address|2001:db8:0:7', 300)
  const { email, password } = await createMember(server.deps)
  const own = { email, password, device_mark: randomUUID() }
  const guess = { email: 'somebody@campus.edu.my', password: 'Wrong-pass-1' }
  const slow = (given: object, from: string, status: number) =>
    isSlow(async () => expect((await login(given, from)).status).toBe(status))
  expect(await slow(guess, '2001:db8:0:7:ffff::9', 422)).toBe(true)
  expect(await slow(guess, '2001:db8:0:8::1', 422)).toBe(false)
  expect(await slow(own, '2001:db8:0:7::1', 200)).toBe(true)
  expect(await slow(own, '2001:db8:0:7::1', 200)).toBe(false)
})

test('S-7.05 S-6.04 GET /user works with a valid bearer token and returns 401 for any other', async () => {
  const member = await createMember(server.deps)
  const headers = await createMemberSession(server.deps, member)
  const { status, body } = await get(server, '/user', headers)
  expect([status, body.data]).toEqual([200, expect.objectContaining({ id: member.id, email: member.email })])
  const { authorization } = headers
  const broken = [
    '',
    'Bearer',
    'Bearer x',
    `Bearer ${authorization}`,
    `Basic ${authorization.slice(7)}`,
    `${authorization}x`,
  ]
  for (const wrong of broken) {
    const answer = await get(server, '/user', { authorization: wrong })
    expect([wrong, answer.status, answer.body.message]).toEqual([wrong, 401, texts.unauthenticated])
  }
})

test('D-07 S-4.01 logout ends the session and leaves the other sessions', async () => {
  const member = await createMember(server.deps)
  const [here, there] = [await createMemberSession(server.deps, member), await createMemberSession(server.deps, member)]
  expect((await post(server, '/logout', {}, { headers: here })).status).toBe(200)
  expect((await get(server, '/user', here)).status).toBe(401)
  expect((await get(server, '/user', there)).status).toBe(200)
  expect((await post(server, '/logout', {}, { headers: here })).status).toBe(401)
})

test('D-10 only the hash of a token is stored', async () => {
  const { authorization } = await createMemberSession(server.deps, await createMember(server.deps))
  const token = authorization.slice('Bearer '.length)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const { rows } = await server.deps.db.pool.query('SELECT token_hash FROM sessions')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('D-04 S-6.02 unverified and suspended members get the reason on member calls, and only there', async () => {
  const unverified = await createMemberSession(server.deps, await createMember(server.deps, { verified: false }))
  const blocked = await createMember(server.deps)
  const suspended = await createMemberSession(server.deps, blocked)
  await suspend(server.deps, blocked.id)
  for (const [headers, text] of [
    [unverified, texts.verificationRequired],
    [suspended, texts.suspended],
  ] as const) {
    const wallet = await get(server, '/wallet', headers)
    expect([wallet.status, wallet.body.message]).toEqual([403, text])
    expect((await get(server, '/user', headers)).status).toBe(200)
    expect((await get(server, '/merchants', headers)).status).toBe(200)
  }
  expect((await get(server, '/user', suspended)).body).toMatchObject({ data: { suspended: true } })
  expect((await get(server, '/merchants', { authorization: 'Bearer gone-gone-gone-gone' })).status).toBe(200)
  expect((await post(server, '/logout', {}, { headers: suspended })).status).toBe(200)
})
