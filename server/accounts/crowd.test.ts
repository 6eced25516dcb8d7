import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '../testing/accounts.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { post } from '../testing/calls.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

const HALL = '10.77.0.1'
const PEOPLE = 300
const password = 'Kopi-0-kosong'
const anAddress = () => `fresher-${randomUUID()}@student.campus.edu.my`

function register(email: string, from = HALL) {
  const form = { name: 'Aina Rahman', email, password, password_confirmation: password }
  return post(server, '/register', form, { from })
}

/** Fills the window of a key but for so many hits. */
async function fill(key: string, hits: number) {
  await server.deps.db.pool.query({
    text: `INSERT INTO rate_counters (key, hits, expires_at) VALUES ($1, $2, $3)
      ON CONFLICT (key) DO UPDATE SET hits = excluded.hits, expires_at = excluded.expires_at`,
    values: [key, hits, new Date(server.deps.now().getTime() + 600_000)],
  })
}

function counted(statuses: number[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]))
}

test('D-20 a lecture hall of 300 behind one address registers, asks for the link again and signs in, and nobody is refused', async () => {
  const emails = Array.from({ length: PEOPLE }, anAddress)
  const registered = await Promise.all(emails.map((email) => register(email)))
  expect(counted(registered.map(({ status }) => status))).toEqual({ 201: PEOPLE })
  const resent = emails.map((email) => post(server, '/email/verification-notification', { email }, { from: HALL }))
  expect(counted((await Promise.all(resent)).map(({ status }) => status))).toEqual({ 200: PEOPLE })
  const member = await aMember(server.deps)
  expect((await post(server, '/login', member, { from: HALL })).status).toBe(200)
}, 120_000)

test('D-20 registering, asking again and signing in have limits of their own', async () => {
  const from = '10.77.0.2'
  const member = await aMember(server.deps)
  const waiting = anAddress()
  const calls = {
    register: () => register(anAddress(), from),
    resend: () => post(server, '/email/verification-notification', { email: waiting }, { from }),
    'sign-in': () => post(server, '/login', member, { from }),
  }
  for (const full of Object.keys(calls)) {
    for (const kind of Object.keys(calls)) await fill(`${kind}|address|${from}`, kind === full ? 600 : 0)
    for (const [kind, call] of Object.entries(calls)) {
      const { status, headers } = await call()
      expect([full, kind, status === 429]).toEqual([full, kind, kind === full])
      if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(500)
    }
    server.travel(3_600_000)
  }
})

test('D-20 who is signed in asks for their own link again without using up the address they share', async () => {
  const from = '10.77.0.3'
  const email = anAddress()
  const { body } = await register(email, from)
  await fill(`resend|address|${from}`, 600)
  const headers = { authorization: `Bearer ${body.token}` }
  const own = await post(server, '/email/verification-notification', { email }, { from, headers })
  expect(own.status).toBe(200)
  expect((await post(server, '/email/verification-notification', { email: anAddress() }, { from })).status).toBe(429)
})
