import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMember, createMemberSession } from '../../../../tests/support/api/accounts.ts'
import { post, postForm } from '../../../../tests/support/api/calls.ts'
import { fillLimit, isSlow } from '../../../../tests/support/api/rate-limits.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()

const HALL = '10.77.0.1'
/** Of 300 people the last, who all act within seconds. The others are counted before, as minutes ago. */
const [BEFORE, AT_ONCE] = [240, 60]
const password = 'Kopi-0-kosong'
const createEmailAddress = () => `fresher-${randomUUID()}@student.campus.edu.my`

function register(email: string, from = HALL) {
  const form = { name: 'Aina Rahman', email, password, password_confirmation: password }
  return post(server, '/register', form, { from })
}

function counted(statuses: number[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]))
}

test('D-20 a lecture hall of 300 behind one address registers, requests the link again and logs in, and none is rejected', async () => {
  const emails = Array.from({ length: AT_ONCE }, createEmailAddress)
  const resend = (email: string) => post(server, '/email/verification-notification', { email }, { from: HALL })
  for (const [kind, send, status] of [
    ['register', (email: string) => register(email), 201],
    ['resend', resend, 200],
  ] as const) {
    await fillLimit(server, `${kind}|address|${HALL}`, BEFORE)
    const answers = await Promise.all(emails.map(send))
    expect(counted(answers.map((answer) => answer.status))).toEqual({ [status]: AT_ONCE })
    const { rows } = await server.sql('SELECT hits FROM rate_counters WHERE key = $1', [`${kind}|address|${HALL}`])
    expect([kind, rows[0].hits]).toEqual([kind, BEFORE + AT_ONCE])
  }
  const member = await createMember(server.deps)
  expect((await post(server, '/login', member, { from: HALL })).status).toBe(200)
})

test('D-20 20 simultaneous registrations above the first limit are slowed down, and none is rejected', async () => {
  const from = '10.77.0.4'
  await fillLimit(server, `register|address|${from}`, 300)
  const registered = await Promise.all(Array.from({ length: 20 }, () => register(createEmailAddress(), from)))
  expect(counted(registered.map(({ status }) => status))).toEqual({ 201: 20 })
})

test('D-20 D-21 far above the limit most calls get a 429 with a short Retry-After, and aborted ones free their places', async () => {
  const key = 'register|address|127.0.0.1'
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const senders = new AbortController()
  const answers: Response[] = []
  const send = async (signal?: AbortSignal) => {
    const form = { name: 'Aina Rahman', email: createEmailAddress(), password, password_confirmation: password }
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(form)
    return fetch(`${url}/api/register`, { method: 'POST', headers, body, ...(signal && { signal }) })
  }
  // From here on each call waits for 3 seconds.
  await fillLimit(server, key, 600)
  const crowd = Array.from({ length: 20 }, () =>
    send(senders.signal).then(
      (answer) => answers.push(answer),
      () => undefined,
    ),
  )
  const refused = () => answers.filter(({ status }) => status === 429)
  await expect.poll(() => refused().length).toBeGreaterThan(9)
  senders.abort()
  await Promise.all(crowd)
  for (const { headers } of refused()) expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(18)
  const hits = async () => (await server.sql('SELECT hits FROM rate_counters WHERE key = $1', [key])).rows[0]
  const served = answers.filter(({ status }) => status === 201).length
  // One or two may have been served while the others were aborted.
  await expect.poll(async () => (await hits()).hits).toBeLessThan(600 + served + 3)
  expect((await send()).status).toBe(201)
})

test('D-20 registration, resending and login have separate limits', async () => {
  const from = '10.77.0.2'
  const member = await createMember(server.deps)
  const waiting = createEmailAddress()
  const calls = {
    register: () => register(createEmailAddress(), from),
    resend: () => post(server, '/email/verification-notification', { email: waiting }, { from }),
    'sign-in': () => post(server, '/login', member, { from }),
  }
  for (const full of Object.keys(calls)) {
    for (const kind of Object.keys(calls)) await fillLimit(server, `${kind}|address|${from}`, kind === full ? 600 : 0)
    for (const [kind, call] of Object.entries(calls)) {
      const slow = await isSlow(async () => expect((await call()).status).toBeLessThan(300))
      expect([full, kind, slow]).toEqual([full, kind, kind === full])
    }
    server.travel(3_600_000)
  }
})

test('D-21 above the limit many attempts at one account leave room for another member of the address', async () => {
  const from = '10.77.0.5'
  await fillLimit(server, `sign-in|address|${from}`, 600)
  const [attacked, member] = [await createMember(server.deps), await createMember(server.deps)]
  const guess = () => post(server, '/login', { email: attacked.email, password: 'wrong' }, { from })
  const calls = [...Array.from({ length: 5 }, guess), post(server, '/login', member, { from })]
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  expect(statuses.pop()).toBe(200)
  expect(counted(statuses)).toEqual({ 422: 3, 429: 2 })
})

test('D-20 a logged-in member can resend their link without using up a shared client address', async () => {
  const from = '10.77.0.3'
  const email = createEmailAddress()
  const { body } = await register(email, from)
  const key = `resend|address|${from}`
  await fillLimit(server, key, 600)
  const headers = { authorization: `Bearer ${body.token}` }
  const own = await post(server, '/email/verification-notification', { email }, { from, headers })
  expect(own.status).toBe(200)
  const counted = 'SELECT hits FROM rate_counters WHERE key = $1'
  expect((await server.sql(counted, [key])).rows).toEqual([{ hits: 600 }])
})

test('D-22 changes of address from a full client address are slowed down, and calls of operators there do not count', async () => {
  await fillLimit(server, 'mail-call|address|127.0.0.1', 300)
  await fillLimit(server, 'email-change|address|127.0.0.1', 600)
  const member = await createMember(server.deps)
  const headers = await createMemberSession(server.deps, member)
  const form = { name: member.name, email: createEmailAddress(), current_password: member.password }
  expect(
    await isSlow(async () => expect((await postForm(server, '/user/profile', form, headers)).status).toBe(200)),
  ).toBe(true)
})
