import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import { createMember, createMemberSession, createOperator } from '../../../../tests/support/api/accounts.ts'
import { serverForTests, testApp } from '../../../../tests/support/server/app.ts'
import { hashToken } from '../../../platform/security/crypto.ts'
import { addOperator } from '../command.ts'
import { operatorsCleanUp } from '../operator-accounts.ts'

const server = serverForTests()
let clientsSoFar = 0

const MINUTE = 60_000
const OWN = { 'sec-fetch-site': 'same-origin' }

function signIn(payload: object, headers: Record<string, string> = OWN, from?: string) {
  clientsSoFar += 1
  const remoteAddress = from ?? `10.7.0.${clientsSoFar}`
  return server.app.inject({ method: 'POST', url: '/api/console/session', payload, headers, remoteAddress })
}

const session = (headers: Record<string, string>, method: 'GET' | 'DELETE' = 'GET') =>
  server.app.inject({ method, url: '/api/console/session', headers: { ...OWN, ...headers } })

async function signedInOperator() {
  const operator = await createOperator(server.deps)
  const answer = await signIn({ email: operator.email, password: operator.password })
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  return { operator, answer, headers: { cookie } }
}

test('D-50 the session cookie is HttpOnly and SameSite=Strict', async () => {
  const { operator, answer, headers } = await signedInOperator()
  const { id, name, email, role } = operator
  const data = { id, name, email, role, second_factor: 'off' }
  expect([answer.statusCode, answer.json()]).toEqual([200, { data }])
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^stampus_console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    expect.stringMatching(/^stampus_console_device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/),
  ])
  expect(answer.headers['cache-control']).toBe('no-store')
  expect((await session(headers)).json()).toEqual({ data })
  const { rows } = await server.deps.db.pool.query('SELECT token_hash FROM operator_sessions')
  expect(JSON.stringify(rows)).not.toContain(headers.cookie.split('=')[1])
})

test('D-50 the cookie is Secure where the console is served over https', async () => {
  for (const [settings, secure] of [
    [{ CONSOLE_URL: 'https://console.example' }, true],
    [{ WEB_URL: 'https://rewards.example' }, true],
    [{ WEB_URL: 'https://rewards.example', CONSOLE_URL: 'http://localhost:4000' }, false],
  ] as const) {
    const other = await testApp(settings)
    const { email, password } = await createOperator(other.deps)
    const origin = 'CONSOLE_URL' in settings ? settings.CONSOLE_URL : settings.WEB_URL
    const headers = { origin, host: new URL(origin).host }
    const payload = { email, password }
    const answer = await other.app.inject({ method: 'POST', url: '/api/console/session', payload, headers })
    await other.close()
    const cookies = [answer.headers['set-cookie']].flat()
    expect([settings, cookies.map((cookie) => cookie?.includes('; Secure'))]).toEqual([settings, [secure, secure]])
  }
})

test('D-50 an unknown address and a wrong password get the same message, and members cannot sign in', async () => {
  const operator = await createOperator(server.deps)
  const member = await createMember(server.deps)
  const answers = [
    await signIn({ email: operator.email, password: 'Wrong-pass-1' }),
    await signIn({ email: 'nobody@office.example', password: 'Wrong-pass-1' }),
    await signIn({ email: member.email, password: member.password }),
  ]
  for (const answer of answers) {
    const { statusCode, headers } = answer
    expect([statusCode, answer.json(), headers['set-cookie']]).toEqual([
      422,
      { message: texts.operatorCredentials, errors: { email: [texts.operatorCredentials] } },
      undefined,
    ])
  }
  expect((await session(await createMemberSession(server.deps, member))).statusCode).toBe(401)
  expect((await signIn({ email: '', password: '' })).json().errors).toMatchObject({ email: [texts.emailRequired] })
})

test('D-50 a cross-site request is rejected before the password is checked', async () => {
  const { email, password } = await createOperator(server.deps)
  const foreign = [
    {},
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://127.0.0.1:4000', host: '127.0.0.1:4000' },
  ]
  for (const headers of foreign) {
    expect([headers, (await signIn({ email, password }, headers)).statusCode]).toEqual([headers, 403])
  }
  const { headers } = await signedInOperator()
  const forged = { ...headers, 'sec-fetch-site': 'cross-site' }
  expect((await server.app.inject({ method: 'DELETE', url: '/api/console/session', headers: forged })).statusCode).toBe(
    403,
  )
})

test('D-50 signing out ends the session and clears the cookie', async () => {
  const { headers } = await signedInOperator()
  const answer = await session(headers, 'DELETE')
  expect(answer.statusCode).toBe(200)
  expect(String(answer.headers['set-cookie'])).toMatch(/^stampus_console=; .*Expires=Thu, 01 Jan 1970/)
  expect((await session(headers)).statusCode).toBe(401)
  for (const cookie of ['stampus_console=', 'stampus_console=broken', 'other=1']) {
    expect((await session({ cookie })).statusCode).toBe(401)
  }
})

test('D-50 a console session ends after 30 minutes without use, and after 12 hours in all', async () => {
  const [idle, used] = [await signedInOperator(), await signedInOperator()]
  for (let spent = 29; spent < 12 * 60; spent += 29) {
    server.travel(29 * MINUTE)
    expect((await session(used.headers)).statusCode).toBe(200)
    if (spent === 58) expect((await session(idle.headers)).statusCode).toBe(401)
  }
  server.travel(29 * MINUTE)
  expect((await session(used.headers)).statusCode).toBe(401)
  for (const part of Object.values(operatorsCleanUp(server.deps))) await part()
  expect((await server.deps.db.pool.query('SELECT FROM operator_sessions')).rowCount).toBe(0)
})

test('D-50 wrong passwords are limited as for members', async () => {
  const { email, password } = await createOperator(server.deps)
  const guess = (at: number) => signIn({ email, password: `Wrong-pass-${at}` }, OWN, '10.8.0.1')
  const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => guess(at)))
  expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5)
  expect((await signIn({ email, password }, OWN, '10.8.0.1')).statusCode).toBe(429)
  expect((await signIn({ email, password })).statusCode).toBe(200)
})

/** The cookie of the trusted device that a sign-in sets. */
const deviceCookie = ({ headers }: { headers: { 'set-cookie'?: string | string[] | undefined } }) =>
  String([headers['set-cookie']].flat()[1]).split(';')[0] ?? ''

test('D-50 strangers can use up an operator’s attempts, but not lock out a trusted device', async () => {
  const { operator, answer } = await signedInOperator()
  const { email, password } = operator
  const wrong = { email, password: 'Wrong-pass-1' }
  for (let at = 0; at < 25; at += 1) expect((await signIn(wrong)).statusCode).toBe(422)
  expect((await signIn({ email, password })).statusCode).toBe(429)
  const forged = `stampus_console_device=${'A'.repeat(43)}`
  expect((await signIn({ email, password }, { ...OWN, cookie: forged })).statusCode).toBe(429)
  const again = await signIn({ email, password }, { ...OWN, cookie: deviceCookie(answer) })
  expect(again.statusCode).toBe(200)
  const mark = deviceCookie(again)
  for (let at = 0; at < 10; at += 1) expect((await signIn(wrong, { ...OWN, cookie: mark })).statusCode).toBe(422)
  expect((await signIn({ email, password }, { ...OWN, cookie: mark })).statusCode).toBe(429)
})

test('D-50 a device token that somebody planted in a browser is worth nothing after the sign-in', async () => {
  const planted = deviceCookie((await signedInOperator()).answer)
  const { email, password } = await createOperator(server.deps)
  const answer = await signIn({ email, password }, { ...OWN, cookie: planted })
  expect(answer.statusCode).toBe(200)
  expect(deviceCookie(answer)).not.toBe(planted)
  for (let at = 0; at < 25; at += 1) await signIn({ email, password: 'Wrong-pass-1' })
  expect((await signIn({ email, password }, { ...OWN, cookie: planted })).statusCode).toBe(429)
  expect((await signIn({ email, password }, { ...OWN, cookie: deviceCookie(answer) })).statusCode).toBe(200)
})

test('D-50 a browser has one device token for all its operators, stored as a hash and deleted when unused', async () => {
  const { operator, answer } = await signedInOperator()
  const other = await createOperator(server.deps)
  const headers = { ...OWN, cookie: deviceCookie(answer) }
  const mark = deviceCookie(await signIn({ email: other.email, password: other.password }, headers))
  const marks = async () => {
    const text = 'SELECT operator_id, device_hash FROM operator_trusted_devices WHERE operator_id IN ($1, $2)'
    return (await server.deps.db.pool.query({ text, values: [operator.id, other.id] })).rows
  }
  expect(await marks()).toHaveLength(2)
  const hash = hashToken(mark.split('=')[1] ?? '')
  expect((await marks()).map(({ device_hash }) => Buffer.compare(device_hash, hash))).toEqual([0, 0])
  server.travel(181 * 24 * 60 * MINUTE)
  for (const part of Object.values(operatorsCleanUp(server.deps))) await part()
  expect(await marks()).toEqual([])
})

test('D-55 adding an operator, signing in and signing out are in the audit log', async () => {
  const email = 'audited@office.example'
  const account = { name: 'Audited', email, role: 'reviewer', password: 'Kopi-0-kosong' } as const
  const id = await addOperator(server.deps.db.pool, account, server.deps.now())
  const answer = await signIn({ email, password: account.password })
  const cookie = String([answer.headers['set-cookie']].flat()[0]).split(';')[0] ?? ''
  await session({ cookie }, 'DELETE')
  const text = `SELECT operator_id, action, changed_fields FROM audit_entries
    WHERE subject_kind = 'operator' AND subject_id = $1 ORDER BY id`
  expect((await server.deps.db.pool.query({ text, values: [id] })).rows).toEqual([
    { operator_id: null, action: 'operator.added', changed_fields: ['name', 'email', 'role', 'password'] },
    { operator_id: id, action: 'operator.signed_in', changed_fields: [] },
    { operator_id: id, action: 'operator.signed_out', changed_fields: [] },
  ])
})

test('D-64 D-21 the command adds an operator with any address, once, under the general password rule', async () => {
  const { pool } = server.deps.db
  const account = { name: 'Tan Mei', email: 'mei@office.example', role: 'manager', password: 'Kopi-0-kosong' } as const
  const add = (given: object) => addOperator(pool, { ...account, ...given }, server.deps.now())
  await expect(add({ password: 'short' })).rejects.toThrow(texts.passwordTooShort)
  await expect(add({ password: 'Password123!' })).rejects.toThrow(texts.passwordWellKnown)
  await expect(add({ email: 'nobody' })).rejects.toThrow('"nobody" is no email address')
  await expect(add({ name: ' ' })).rejects.toThrow('A name of 1 to 100 characters')
  expect(await add({})).toBeGreaterThan(0)
  await expect(add({ email: 'MEI+x@office.example' })).rejects.toThrow('already')
  expect((await signIn({ email: account.email, password: account.password })).json().data.role).toBe('manager')
})
