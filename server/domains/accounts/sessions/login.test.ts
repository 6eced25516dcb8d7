import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import {
  createMember,
  createMemberSession,
  createSignedInMember,
  giveStamps,
  suspend,
} from '../../../../tests/support/api/accounts.ts'
import { connect, get, post } from '../../../../tests/support/api/calls.ts'
import { fillLimit, isSlow } from '../../../../tests/support/api/rate-limits.ts'
import { openLink, registerAs, registerTwice, sendAndReadLink } from '../../../../tests/support/api/registrations.ts'
import { nextClientAddress } from '../../../../tests/support/api/unlocks.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { countHashes } from '../../../../tests/support/server/hashes.ts'
import { accountsCleanUp } from '../clean-up.ts'

const server = serverForTests()

const DAY = 24 * 60 * 60 * 1000
const WRONG = 'Wrong-pass-1'

const login = (given: object, from = nextClientAddress()) => post(server, '/login', given, { from })
const statusOf = async (given: object, from?: string) => (await login(given, from)).status
const userStatus = async (headers: Record<string, string>) => (await get(server, '/user', headers)).status
const endOthers = (headers = {}) => connect(server, { headers })<{ ended: number }>('DELETE', '/user/sessions')
/** When the sessions of a member were last used. It is stored after the response, so poll it before going on. */
async function lastUse({ id }: { id: number }): Promise<number> {
  const { rows } = await server.sql('SELECT max(last_used_at) AS at FROM sessions WHERE user_id = $1', [id])
  return (rows[0].at as Date).getTime()
}
const countSessions = async (ids: number[]) =>
  (await server.sql('SELECT FROM sessions WHERE user_id = ANY($1)', [ids])).rowCount
/** Which of these accounts are left after the clean-up. */
async function leftOf(members: { id: number }[]): Promise<number[]> {
  for (const part of Object.values(accountsCleanUp(server.deps))) await part()
  const ids = members.map(({ id }) => id)
  const { rows } = await server.sql('SELECT id FROM users WHERE id = ANY($1) ORDER BY id', [ids])
  return rows.map(({ id }) => id)
}
const sessionOf = (member: { id: number }) => createMemberSession(server.deps, member)

test('S-7.01 S-4.04 D-11 D-10 login returns user and token and nothing else, also before the address is verified; only the hash of the token is stored', async () => {
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
    const { rows } = await server.sql('SELECT s::text AS stored FROM sessions s WHERE user_id = $1', [id])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(body.token)
  }
})

test('D-06 D-21 D-24 S-8.01 a wrong password for one, several and no account gets the same 422 on email, each after one hash', async () => {
  const several = 'several@campus.edu.my'
  for (const password of ['Teh-tarik-7', 'Bad-guess-88'])
    await registerAs(server, { name: 'Aina', email: several, password }, nextClientAddress())
  const { email } = await createMember(server.deps)
  const hashes = countHashes()
  for (const [at, address] of [email, several, 'nobody@campus.edu.my'].entries()) {
    const { status, body } = await login({ email: address, password: WRONG })
    const rejection = { message: texts.wrongCredentials, errors: { email: [texts.wrongCredentials] } }
    expect([status, body, hashes.taken()]).toEqual([422, rejection, at + 1])
  }
  hashes.stop()
})

test('S-5.15 D-08 a missing or malformed part is named under its field', async () => {
  const { status, body } = await login({ email: ' ', password: '' })
  expect(status).toBe(422)
  expect(body.errors).toEqual({ email: [texts.emailRequired], password: [texts.passwordRequired] })
  for (const email of [1, 'a\0@campus.edu.my', '\u{d800}@campus.edu.my'])
    expect(await statusOf({ email, password: '\0\u{dfff}'.repeat(10_000) })).toBe(422)
  for (const payload of [{}, []]) expect(await statusOf(payload)).toBe(422)
})

test('D-21 of many parallel wrong passwords from one client address at most 5 are checked; the rest get 429', async () => {
  const [{ email, password }, other] = [await createMember(server.deps), await createMember(server.deps)]
  const from = nextClientAddress()
  const flood = Array.from({ length: 40 }, (_, at) => {
    const spelt = at % 2 ? email : email.toUpperCase().replace('@', `+${at}@`)
    return login({ email: spelt, password: WRONG }, from)
  })
  expect(await statusOf({ email: other.email, password: other.password })).toBe(200)
  const answers = await Promise.all(flood)
  const refused = answers.filter(({ status }) => status === 429)
  expect([answers.filter(({ status }) => status === 422).length, refused.length]).toEqual([5, 35])
  expect(refused.every(({ headers }) => Number(headers['retry-after']) > 40)).toBe(true)
  expect([await statusOf({ email, password }, from), await statusOf({ email, password })]).toEqual([429, 200])
  server.travel(61_000)
  expect(await statusOf({ email, password }, from)).toBe(200)
})

test('D-21 right passwords use up no limit, even five at once for one account from one client address', async () => {
  const { email, password } = await createMember(server.deps)
  const from = nextClientAddress()
  for (const length of [5, 1]) {
    const answers = await Promise.all(Array.from({ length }, () => statusOf({ email, password }, from)))
    expect(answers).toEqual(Array(length).fill(200))
  }
})

test('D-21 strangers can use up the 25 attempts at an account in an hour, but not lock out a trusted device, which has 10', async () => {
  const { email, password } = await createMember(server.deps)
  const device_mark = randomUUID()
  expect(await statusOf({ email, password, device_mark })).toBe(200)
  await fillLimit(server, `sign-in|account|${email}`, 24)
  expect(await statusOf({ email, password: WRONG })).toBe(422)
  for (const given of [{}, { device_mark: randomUUID() }])
    expect(await statusOf({ email, password, ...given })).toBe(429)
  expect(await statusOf({ email, password, device_mark })).toBe(200)
  await server.sql('UPDATE rate_counters SET hits = 9 WHERE key LIKE $1', [`device|${email}|%`])
  for (const status of [422, 429]) expect(await statusOf({ email, password: WRONG, device_mark })).toBe(status)
})

test('D-20 D-21 a browser that logged in to a registration gets no attempts of its own, until the address is verified', async () => {
  const { email, victim, attacker } = await registerTwice(server)
  const withDevice = ({ password }: { password: string }) => ({ email, password, device_mark: randomUUID() })
  const [own, foreign] = [withDevice(victim), withDevice(attacker)]
  for (const given of [own, foreign]) expect(await statusOf(given)).toBe(200)
  await fillLimit(server, `sign-in|account|${email}`, 25)
  for (const given of [own, foreign]) expect(await statusOf(given)).toBe(429)
  await openLink(server, await sendAndReadLink(server, victim.id), { password: victim.password })
  expect(await statusOf({ ...own, device_mark: randomUUID() })).toBe(429)
  expect(await statusOf(own)).toBe(200)
})

test('D-21 above 300 attempts in 5 minutes over all accounts, one household is slowed down, but not its trusted devices', async () => {
  const { email, password } = await createMember(server.deps)
  const own = { email, password, device_mark: randomUUID() }
  expect(await statusOf(own)).toBe(200)
  await fillLimit(server, 'sign-in|address|2001:db8:0:7', 299)
  const guess = { email: 'somebody@campus.edu.my', password: WRONG }
  for (const [given, from, status, slow] of [
    [own, '2001:db8:0:7::1', 200, false],
    [guess, '2001:db8:0:8::1', 422, false],
    [guess, '2001:db8:0:7:ffff::9', 422, true],
  ] as const)
    expect(await isSlow(async () => expect(await statusOf(given, from)).toBe(status))).toBe(slow)
})

test('S-7.05 S-6.04 GET /user works with a valid bearer token and returns 401 for any other', async () => {
  const { id, email, headers } = await createSignedInMember(server.deps)
  const { authorization } = headers
  expect(await get(server, '/user', headers)).toMatchObject({ status: 200, body: { data: { id, email } } })
  for (const wrong of ['', 'Bearer', 'Bearer x', `Basic ${authorization.slice(7)}`, `${authorization}x`]) {
    const answer = await get(server, '/user', { authorization: wrong })
    expect([wrong, answer.status, answer.body.message]).toEqual([wrong, 401, texts.unauthenticated])
  }
})

test('D-07 S-4.01 D-10 a member ends all their other sessions, and no other member’s; logout ends only its own', async () => {
  const member = await createMember(server.deps)
  const { headers: others } = await createSignedInMember(server.deps)
  const [own, ...elsewhere] = [await sessionOf(member), await sessionOf(member), await sessionOf(member)]
  expect(await endOthers(own)).toEqual({ status: 200, message: texts.otherSessionsEnded, ended: 2 })
  for (const headers of elsewhere) expect(await userStatus(headers)).toBe(401)
  for (const headers of [own, others]) expect(await userStatus(headers)).toBe(200)
  const there = await sessionOf(member)
  expect((await post(server, '/logout', {}, { headers: own })).status).toBe(200)
  expect([await userStatus(own), await userStatus(there)]).toEqual([401, 200])
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
})

test('D-10 a session ends after 30 days without use, and after 90 days in all', async () => {
  const member = await createMember(server.deps)
  const [idle, used] = [await createMemberSession(server.deps, member), await createMemberSession(server.deps, member)]
  for (const day of [29, 58, 87]) {
    server.travel(29 * DAY)
    const now = server.deps.now().getTime()
    expect((await get(server, '/user', used)).status).toBe(200)
    await expect.poll(() => lastUse(member)).toBeGreaterThanOrEqual(now)
    if (day === 58) expect((await get(server, '/user', idle)).status).toBe(401)
  }
  server.travel(4 * DAY)
  expect((await get(server, '/user', used)).status).toBe(401)
  expect(await leftOf([member])).toEqual([member.id])
  expect(await countSessions([member.id])).toBe(0)
})

test('D-10 the last use of a session is stored at most once a minute', async () => {
  const member = await createSignedInMember(server.deps)
  const first = await lastUse(member)
  server.travel(50_000)
  expect(await userStatus(member.headers)).toBe(200)
  // A use that is stored is stored after these queries.
  for (let asked = 0; asked < 20; asked += 1) await server.sql('SELECT')
  expect(await lastUse(member)).toBe(first)
  server.travel(20_000)
  expect(await userStatus(member.headers)).toBe(200)
  await expect.poll(() => lastUse(member)).toBeGreaterThanOrEqual(first + 60_000)
})

test('D-20 D-45 accounts not verified within 7 days are deleted with their sessions; verified and suspended ones and those with stamps stay', async () => {
  const { deps } = server
  const waiting = await createSignedInMember(deps, { verified: false })
  const verified = await createMember(deps)
  const suspended = await createMember(deps, { verified: false, suspended: true })
  const rich = await createMember(deps, { verified: false })
  await giveStamps(deps, rich.id)
  server.travel(6 * DAY)
  const young = await createMember(deps, { verified: false })
  const all = [waiting, verified, suspended, rich, young]
  expect(await leftOf(all)).toHaveLength(5)
  server.travel(2 * DAY)
  expect(await leftOf(all)).toEqual([verified, suspended, rich, young].map(({ id }) => id))
  expect(await countSessions(all.map(({ id }) => id))).toBe(0)
})
