import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMember, createSignedInMember } from '../../../../tests/support/api/accounts.ts'
import { post, postForm } from '../../../../tests/support/api/calls.ts'
import { fillLimit, isSlow } from '../../../../tests/support/api/rate-limits.ts'
import { registerNewMember, sendAndReadLink } from '../../../../tests/support/api/registrations.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()

const HALL = '10.77.0.1'
const password = 'Kopi-0-kosong'
const createEmailAddress = () => `fresher-${randomUUID()}@student.campus.edu.my`

const register = (email: string, from: string) =>
  post(server, '/register', { name: 'Aina', email, password, password_confirmation: password }, { from })
const resend = (email: string, from: string, headers = {}) =>
  post(server, '/email/verification-notification', { email }, { from, headers })
const logIn = (account: object, from: string) => post(server, '/login', account, { from })
const hitsOf = async (key: string) =>
  (await server.sql('SELECT hits FROM rate_counters WHERE key = $1', [key])).rows[0]?.hits

test('D-20 the last of a lecture hall of 300 behind one address register and request the link again at full speed', async () => {
  const emails = [1, 2, 3].map(createEmailAddress)
  for (const [kind, send, status] of [
    ['register', register, 201],
    ['resend', resend, 200],
  ] as const) {
    await fillLimit(server, `${kind}|address|${HALL}`, 297)
    const answers = await Promise.all(emails.map((email) => send(email, HALL)))
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status])
    expect([kind, await hitsOf(`${kind}|address|${HALL}`)]).toEqual([kind, 300])
  }
})

test('D-20 D-21 D-22 D-23 D-25 far above the limit of one kind of call an address is slowed down and not rejected', async () => {
  const from = '10.77.0.2'
  const [member, waiting] = [await createSignedInMember(server.deps), await registerNewMember(server)]
  const link = await sendAndReadLink(server, waiting.id)
  const profile = { name: member.name, email: createEmailAddress(), current_password: member.password }
  const badLink = { id: 1, hash: 'x', expires: 1, signature: 'x', password, password_confirmation: password }
  const calls: [limit: string, call: () => Promise<{ status: number }>, status: number][] = [
    [`register|address|${from}`, () => register(createEmailAddress(), from), 201],
    [`resend|address|${from}`, () => resend(createEmailAddress(), from), 200],
    [`unlock|address|${from}`, () => post(server, '/browser/unlock-link', { email: member.email }, { from }), 200],
    [`sign-in|address|${from}`, () => logIn(member, from), 200],
    [
      `link-password|address|${from}`,
      () => post(server, `/email/verify/${link.id}/${link.hash}`, { ...link, password }, { from }),
      200,
    ],
    [`reset|address|${from}`, () => post(server, '/password/reset', badLink, { from }), 422],
    ['email-change|address|127.0.0.1', () => postForm(server, '/user/profile', profile, member.headers), 200],
  ]
  for (const [key] of calls) await fillLimit(server, key, 600)
  const answers = await Promise.all(
    calls.map(async ([key, call, status]) => {
      const slow = await isSlow(async () => expect([key, (await call()).status]).toEqual([key, status]))
      return [key, slow]
    }),
  )
  expect(answers).toEqual(calls.map(([key]) => [key, true]))
})

test('D-21 far above the limit attempts at one account get a 429, leave room for another member, and end with their senders', async () => {
  const key = 'sign-in|address|127.0.0.1'
  const url = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const [attacked, member] = [await createMember(server.deps), await createMember(server.deps)]
  const send = (payload: object, signal?: AbortSignal) => {
    const headers = { 'content-type': 'application/json' }
    return fetch(`${url}/api/login`, { method: 'POST', headers, body: JSON.stringify(payload), signal: signal ?? null })
  }
  // From here on each attempt waits for 3 seconds, one after the other.
  await fillLimit(server, key, 600)
  const senders = new AbortController()
  const guesses = [1, 2, 3, 4].map(() => send({ email: attacked.email, password: 'wrong' }, senders.signal))
  const refused = await Promise.any(guesses)
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 9])
  const login = send(member)
  await expect.poll(() => hitsOf(key)).toBe(604)
  senders.abort()
  await Promise.allSettled(guesses)
  expect((await login).status).toBe(200)
  // The aborted attempts and the right password are refunded.
  await expect.poll(() => hitsOf(key)).toBe(600)
})

test('D-20 a logged-in member can resend their link without using up a shared client address', async () => {
  const from = '10.77.0.3'
  const { email, headers } = await createSignedInMember(server.deps, { verified: false })
  await fillLimit(server, `resend|address|${from}`, 600)
  expect((await resend(email, from, headers)).status).toBe(200)
  expect(await hitsOf(`resend|address|${from}`)).toBe(600)
})
