import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import { createOperator, createOperatorSession, createSignedInMember } from '../../../../tests/support/api/accounts.ts'
import { connect } from '../../../../tests/support/api/calls.ts'
import { findAuditEntries } from '../../../../tests/support/api/content.ts'
import { fillLimit } from '../../../../tests/support/api/rate-limits.ts'
import { nextClientAddress } from '../../../../tests/support/api/unlocks.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { buildApp } from '../../../app.ts'
import { hashToken } from '../../../platform/security/crypto.ts'
import { addOperator } from '../command.ts'
import { staffCleanUp } from '../staff-clean-up.ts'

const server = serverForTests()

const MINUTE = 60_000
const OWN = { 'sec-fetch-site': 'same-origin' }
const WRONG = 'Wrong-pass-1'

type Headers = Record<string, string>
type Credentials = { email: string; password: string }

/** Signs in with a browser's headers; `session` and `device` are the cookies that the answer sets. */
async function signIn({ email, password }: Credentials, headers: Headers = OWN, from = nextClientAddress()) {
  const call = connect(server, { path: '/api/console', headers, from })
  const answer = await call<{ data: object; message: string; errors: object }>('POST', '/session', { email, password })
  const [session = '', device = ''] = answer.set.map((cookie) => cookie.split(';')[0])
  return { ...answer, set: answer.set, session, device }
}
const statusOf = async (...given: Parameters<typeof signIn>) => (await signIn(...given)).status
const withDevice = (cookie: string) => ({ ...OWN, cookie })
const session = (cookie: string, method: 'GET' | 'DELETE' = 'GET') =>
  connect(server, { path: '/api/console', headers: withDevice(cookie) })(method, '/session')

async function signedInOperator() {
  const operator = await createOperator(server.deps)
  return { operator, ...(await signIn(operator)) }
}

async function cleanUp() {
  for (const part of Object.values(staffCleanUp(server.deps))) await part()
}

test('D-50 the session cookie is HttpOnly and SameSite=Strict', async () => {
  const { id, name, email, role, password } = await createOperator(server.deps)
  const data = { id, name, email, role, second_factor: 'off' }
  const payload = { email, password }
  const answer = await server.app.inject({ method: 'POST', url: '/api/console/session', payload, headers: OWN })
  expect([answer.statusCode, answer.json(), answer.headers['cache-control']]).toEqual([200, { data }, 'no-store'])
  const cookies = [answer.headers['set-cookie']].flat()
  expect(cookies).toEqual([
    expect.stringMatching(/^stampus_console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    expect.stringMatching(/^stampus_console_device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/),
  ])
  const cookie = String(cookies[0]).split(';')[0] ?? ''
  expect(await session(cookie)).toEqual({ status: 200, data })
  const { rows } = await server.sql('SELECT token_hash FROM staff_sessions')
  expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1])
})

test('D-50 D-21 the cookies of an app are Secure where it is served over https', async () => {
  const { email, password } = await createOperator(server.deps)
  for (const [urls, secure] of [
    [{ WEB_URL: 'http://stampus.test', CONSOLE_URL: 'https://console.example' }, true],
    [{ WEB_URL: 'https://rewards.example', CONSOLE_URL: undefined }, true],
    [{ WEB_URL: 'https://rewards.example', CONSOLE_URL: 'http://localhost:4000' }, false],
  ] as const) {
    const app = await buildApp({ ...server.deps, config: { ...server.deps.config, ...urls } })
    const origin = urls.CONSOLE_URL ?? urls.WEB_URL
    const call = connect({ app }, { path: '/api/console', headers: { origin, host: new URL(origin).host } })
    const { set } = await call('POST', '/session', { email, password })
    const member = await connect({ app }, { headers: { host: new URL(urls.WEB_URL).host } })(
      'POST',
      '/browser/unlock-link',
      { email },
    )
    await app.close()
    const isSecure = [...set, ...member.set].map((cookie) => cookie.includes('; Secure'))
    expect([urls, isSecure]).toEqual([urls, [secure, secure, urls.WEB_URL.startsWith('https:')]])
  }
})

test('D-50 an unknown address and a wrong password get the same message, and members cannot sign in', async () => {
  const { email } = await createOperator(server.deps)
  const member = await createSignedInMember(server.deps)
  const errors = { email: [texts.operatorCredentials] }
  for (const given of [{ email, password: WRONG }, { email: 'nobody@office.example', password: WRONG }, member])
    expect(await signIn(given)).toMatchObject({ status: 422, message: texts.operatorCredentials, errors, set: [] })
  expect((await signIn({ email: '', password: '' })).errors).toMatchObject({ email: [texts.emailRequired] })
})

test('D-50 a cross-site request is rejected before the password is checked', async () => {
  const operator = await createOperator(server.deps)
  const foreign: Headers[] = [
    {},
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://127.0.0.1:4000', host: '127.0.0.1:4000' },
  ]
  for (const headers of foreign) expect([headers, await statusOf(operator, headers)]).toEqual([headers, 403])
  const { session: cookie } = await signedInOperator()
  const forged = { cookie, 'sec-fetch-site': 'cross-site' }
  const call = connect(server, { path: '/api/console', headers: forged })
  expect((await call('DELETE', '/session')).status).toBe(403)
})

test('D-50 signing out ends the session and clears the cookie', async () => {
  const { session: cookie } = await signedInOperator()
  const { status, set } = await session(cookie, 'DELETE')
  expect([status, set.join()]).toEqual([200, expect.stringMatching(/^stampus_console=; .*Expires=Thu, 01 Jan 1970/)])
  for (const ended of [cookie, 'stampus_console=', 'stampus_console=broken', 'other=1'])
    expect((await session(ended)).status).toBe(401)
})

test('D-50 a console session ends after 30 minutes without use, and after 12 hours in all', async () => {
  const operator = await createOperator(server.deps)
  const [idle, used] = [
    await createOperatorSession(server.deps, operator),
    await createOperatorSession(server.deps, operator),
  ]
  for (let spent = 29; spent < 12 * 60; spent += 29) {
    server.travel(29 * MINUTE)
    expect((await session(used.cookie)).status).toBe(200)
    if (spent === 58) expect((await session(idle.cookie)).status).toBe(401)
  }
  server.travel(29 * MINUTE)
  expect((await session(used.cookie)).status).toBe(401)
  await cleanUp()
  expect((await server.sql('SELECT FROM staff_sessions')).rowCount).toBe(0)
})

test('D-50 D-21 strangers can use up an operator’s 5 attempts a minute and 25 an hour, but not lock out a trusted device, which has 10', async () => {
  const { operator, device } = await signedInOperator()
  const from = nextClientAddress()
  const wrong = { ...operator, password: WRONG }
  await fillLimit(server, `console|account+address|${operator.email}|${from}`, 4)
  const answers = await Promise.all([1, 2].map(() => statusOf(wrong, OWN, from)))
  expect(answers.sort()).toEqual([422, 429])
  await fillLimit(server, `console|account|${operator.email}`, 24)
  expect(await statusOf(wrong)).toBe(422)
  for (const headers of [OWN, withDevice(`stampus_console_device=${'A'.repeat(43)}`)])
    expect(await statusOf(operator, headers)).toBe(429)
  expect(await statusOf(wrong, withDevice(device))).toBe(422)
  await server.sql("UPDATE rate_counters SET hits = 9 WHERE key LIKE 'device|%'")
  for (const status of [422, 429]) expect(await statusOf(wrong, withDevice(device))).toBe(status)
})

test('D-50 a device token that somebody planted in a browser is worth nothing after the sign-in; each browser has one, stored as a hash and deleted when unused', async () => {
  const { operator: first, device: planted } = await signedInOperator()
  const operator = await createOperator(server.deps)
  const { status, device } = await signIn(operator, withDevice(planted))
  expect([status, device === planted]).toEqual([200, false])
  await fillLimit(server, `console|account|${operator.email}`, 25)
  expect(await statusOf(operator, withDevice(planted))).toBe(429)
  const again = await signIn(operator, withDevice(device))
  expect(again.status).toBe(200)
  const { device: newest } = await signIn(first, withDevice(again.device))
  const hash = hashToken(newest.split('=')[1] ?? '')
  const marks = 'SELECT device_hash FROM staff_trusted_devices WHERE staff_id = $1'
  const stored = async () =>
    (await server.sql(marks, [operator.id])).rows.map(({ device_hash }) => hash.equals(device_hash))
  expect(await stored()).toEqual([true])
  server.travel(181 * 24 * 60 * MINUTE)
  await cleanUp()
  expect(await stored()).toEqual([])
})

test('D-64 D-21 D-55 the command adds an operator with any address under the general password rule; that and the sign-ins are in the audit log', async () => {
  const account = { name: 'Tan Mei', email: 'mei@office.example', role: 'manager', password: 'Kopi-0-kosong' } as const
  const add = (given: object) => addOperator(server.deps.db.pool, { ...account, ...given }, server.deps.now())
  for (const [given, error] of [
    [{ password: 'short' }, texts.passwordTooShort],
    [{ password: 'Password123!' }, texts.passwordWellKnown],
    [{ email: 'nobody' }, '"nobody" is no email address'],
    [{ name: ' ' }, 'A name of 1 to 100 characters'],
  ] as const)
    await expect(add(given)).rejects.toThrow(error)
  const id = await add({})
  await session((await signIn(account)).session, 'DELETE')
  const entries = await findAuditEntries(server, 'operator', id)
  expect(entries.map(({ operator_id, action }) => [operator_id, action])).toEqual([
    [null, 'operator.added'],
    [id, 'operator.signed_in'],
    [id, 'operator.signed_out'],
  ])
})
