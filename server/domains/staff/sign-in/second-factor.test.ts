import { randomUUID } from 'node:crypto'
import { texts } from '@stampus/contract/texts'
import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { createOperatorSession } from '../../../../tests/support/api/accounts.ts'
import { connect } from '../../../../tests/support/api/calls.ts'
import { totpCode as codeAt } from '../../../../tests/support/api/codes.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { consolePost } from '../../../../tests/support/api/operators.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { countHashes } from '../../../../tests/support/server/hashes.ts'
import { buildApp } from '../../../app.ts'

const server = serverForTests()
const MINUTE = 60_000
const current_password = 'Kopi-0-kosong'

const sql = async (text: string, values: unknown[] = []) => (await server.sql(text, values)).rows

const totpCode = (secret: string, steps = 0) => codeAt(secret, server.deps.now(), steps)

type Started = { status: number; data: { secret: string; uri: string; recovery_codes: string[] } }

/** An operator with a second factor that was turned on some time ago. */
async function guarded() {
  const desk = await createDesk(server)
  const { data } = await desk.call<Started>('POST', '/account/second-factor', { current_password })
  const { secret } = data
  const on = await desk.call<Started>('POST', '/account/second-factor/code', { code: totpCode(secret) })
  server.travel(2 * MINUTE)
  return { ...desk, secret, recovery: on.data.recovery_codes }
}

/** The cookie of a sign-in that waits for its code. */
async function halfIn(email: string): Promise<string> {
  const half = await consolePost(server, '/session', { email, password: current_password })
  expect(half.data).toBeNull()
  return half.cookie
}

const confirm = (code: string, cookie: string, from?: string) =>
  consolePost(server, '/session/code', { code }, cookie, from)

test('D-50 after the right password the same browser needs a code, once, within 5 minutes', async () => {
  const { email, secret } = await guarded()
  const first = await consolePost(server, '/session', { email, password: current_password })
  expect(first.set).toMatch(/^stampus_console_pending=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict$/)
  const refused = await consolePost(server, '/session', { email, password: 'Wrong-pass-1' })
  expect(refused.message).toBe(texts.operatorCredentials)
  const pending = first.cookie
  expect(await confirm(totpCode(secret), '')).toMatchObject({ status: 401, message: texts.signInExpired })
  const wrong = await confirm('000000', pending)
  expect([wrong.status, wrong.errors, wrong.set]).toEqual([422, { code: [texts.secondFactorCodeWrong] }, ''])
  const right = await confirm(totpCode(secret), pending)
  expect([right.status, right.data]).toMatchObject([200, { email, second_factor: 'on' }])
  expect(right.set).toContain('stampus_console_pending=; ')
  server.travel(MINUTE)
  expect((await confirm(totpCode(secret), pending)).status).toBe(401)
  const late = await halfIn(email)
  server.travel(5 * MINUTE)
  expect((await confirm(totpCode(secret), late)).status).toBe(401)
})

test('D-50 a code is valid one step of 30 seconds around now, and once; two right codes for one sign-in open one session', async () => {
  const { email, secret, recovery } = await guarded()
  for (const steps of [-3, 3]) expect((await confirm(totpCode(secret, steps), await halfIn(email))).status).toBe(422)
  const code = totpCode(secret, 1)
  const halves = [await halfIn(email), await halfIn(email), await halfIn(email)]
  const answers = await Promise.all(halves.map((pending) => confirm(code, pending)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  expect((await confirm(totpCode(secret), await halfIn(email))).status).toBe(422)
  const pending = await halfIn(email)
  const both = await Promise.all(recovery.slice(0, 2).map((each) => confirm(each, pending)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('D-50 wrong codes count together with wrong passwords', async () => {
  const { email, secret } = await guarded()
  const pending = await halfIn(email)
  const from = '10.14.9.9'
  expect((await consolePost(server, '/session', { email, password: 'Wrong-pass-1' }, '', from)).status).toBe(422)
  const guesses = await Promise.all(Array.from({ length: 6 }, () => confirm('000000', pending, from)))
  expect(guesses.filter(({ status }) => status === 422)).toHaveLength(4)
  expect((await confirm(totpCode(secret), pending, from)).status).toBe(429)
  expect((await confirm(totpCode(secret), pending)).status).toBe(200)
})

test('D-50 each recovery code works once, in any spelling, and new ones void the old', async () => {
  const { email, secret, recovery, call } = await guarded()
  expect(new Set(recovery).size).toBe(10)
  const [first = '', second = '', third = ''] = recovery
  const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `
  const pending = await halfIn(email)
  expect((await confirm(typed, pending)).status).toBe(200)
  const again = await halfIn(email)
  expect((await confirm(first, again)).status).toBe(422)
  const own = await call<{ data: object }>('GET', '/account')
  expect(own.data).toEqual({ other_sessions: 1, has_second_factor: true, recovery_codes_left: 9 })
  const given = { current_password, code: totpCode(secret) }
  const renewed = await call<Started>('POST', '/account/recovery-codes', given)
  expect(renewed.data.recovery_codes).toHaveLength(10)
  const last = await halfIn(email)
  expect((await confirm(second, last)).status).toBe(422)
  expect((await confirm(renewed.data.recovery_codes[0] ?? '', last)).status).toBe(200)
  const stored = JSON.stringify(await sql('SELECT code_hash::text FROM staff_recovery_codes'))
  expect(stored).not.toContain(Buffer.from(third.replaceAll('-', '')).toString('hex'))
})

test('D-50 D-21 the secret is shown once, stored encrypted, and active after its first code; turning it off needs password and code', async () => {
  const { id, email, call } = await createDesk(server)
  const hashes = countHashes()
  const off = (given: object) => call('DELETE', '/account/second-factor', given)
  const guess = { current_password, code: '204826' }
  const early = [await off(guess), await call('POST', '/account/recovery-codes', guess)]
  expect([...early.map(({ status }) => status), hashes.taken()]).toEqual([409, 409, 0])
  hashes.stop()
  const start = (password = current_password) =>
    call<Started & { errors: object }>('POST', '/account/second-factor', { current_password: password })
  expect((await start('Wrong-pass-1')).errors).toEqual({ current_password: [texts.currentPasswordWrong] })
  const { data } = await start()
  expect(data.uri).toMatch(/^otpauth:\/\/totp\/Stampus:.*secret=[A-Z2-7]{32}&/)
  const add = (code: string) => call('POST', '/account/second-factor/code', { code })
  expect((await add('000000')).status).toBe(422)
  expect(await call<{ data: object }>('GET', '/session')).toMatchObject({ data: { second_factor: 'off' } })
  const { secret } = (await start()).data
  expect([(await add(totpCode(data.secret))).status, (await add(totpCode(secret))).status]).toEqual([422, 200])
  expect((await start()).status).toBe(409)
  const [row] = await sql("SELECT encode(secret, 'hex') AS hex FROM staff_second_factors WHERE staff_id = $1", [id])
  expect(row.hex).not.toContain(Buffer.from(Secret.fromBase32(secret).bytes).toString('hex'))

  server.travel(2 * MINUTE)
  const wrong = await off({ current_password: 'Wrong-pass-1', code: totpCode(secret) })
  expect(wrong.errors).toEqual({ current_password: [texts.currentPasswordWrong] })
  // The repeat of a wrong code is wrong again, that of the right one right.
  const bothOf = async (code: string) => {
    const keyed = { 'idempotency-key': randomUUID() }
    const send = async () => (await call('DELETE', '/account/second-factor', { current_password, code }, keyed)).status
    return [await send(), await send()]
  }
  expect([await bothOf('000000'), await bothOf(totpCode(secret))]).toEqual([
    [422, 422],
    [200, 200],
  ])
  expect((await consolePost(server, '/session', { email, password: current_password })).data).toMatchObject({ id })
  expect(await sql('SELECT action FROM audit_entries WHERE subject_id = $1 ORDER BY id', [id])).toEqual([
    { action: 'operator.second_factor_added' },
    { action: 'operator.second_factor_dropped' },
    { action: 'operator.signed_in' },
  ])
})

test('D-50 an operator without a required second factor can only turn it on', async () => {
  const config = { ...server.deps.config, SECOND_FACTOR: 'managers' as const }
  const app = await buildApp({ ...server.deps, config })
  const demanding = { ...server, app }
  const [manager, reviewer] = [await createDesk(demanding, { role: 'manager' }), await createDesk(demanding)]
  expect((await reviewer.call('POST', '/leases', {})).status).toBe(200)
  for (const path of ['/operators', '/audit', '/appeals'])
    expect(await manager.call('GET', path)).toMatchObject({ status: 403, message: texts.secondFactorDue })
  expect(await manager.call<{ data: object }>('GET', '/session')).toMatchObject({ data: { second_factor: 'due' } })
  const { data } = await manager.call<Started>('POST', '/account/second-factor', { current_password })
  const code = totpCode(data.secret)
  expect((await manager.call('POST', '/account/second-factor/code', { code })).status).toBe(200)
  expect((await manager.call('GET', '/operators')).status).toBe(200)
  const off = { current_password, code: totpCode(data.secret, 1) }
  expect(await manager.call('DELETE', '/account/second-factor', off)).toMatchObject({
    status: 409,
    message: texts.secondFactorRequired,
  })
  await app.close()
})

test('D-50 turning a second factor on or off, or changing it, ends the operator’s other sessions', async () => {
  const desk = await createDesk(server)
  let thief = connect(server)
  const isThiefIn = async () => (await thief('GET', '/session')).status === 200
  const stealSession = async () => {
    const headers = await createOperatorSession(server.deps, desk)
    thief = connect(server, { path: '/api/console', headers })
    expect(await isThiefIn()).toBe(true)
  }
  await stealSession()
  const { data } = await desk.call<Started>('POST', '/account/second-factor', { current_password })
  expect(await isThiefIn()).toBe(true)
  await desk.call('POST', '/account/second-factor/code', { code: totpCode(data.secret) })
  expect(await isThiefIn()).toBe(false)
  server.travel(2 * MINUTE)
  const pending = await halfIn(desk.email)
  await stealSession()
  await desk.call('POST', '/account/recovery-codes', { current_password, code: totpCode(data.secret) })
  expect(await isThiefIn()).toBe(false)
  expect((await confirm(totpCode(data.secret, 1), pending)).status).toBe(401)
  await stealSession()
  server.travel(2 * MINUTE)
  await desk.call('DELETE', '/account/second-factor', { current_password, code: totpCode(data.secret) })
  expect(await isThiefIn()).toBe(false)
  expect((await desk.call('GET', '/session')).status).toBe(200)
})
