import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import { createOperator } from '../../../../tests/support/api/accounts.ts'
import { connect } from '../../../../tests/support/api/calls.ts'
import { findAuditEntries } from '../../../../tests/support/api/content.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { consolePost, invite, readMailedLink } from '../../../../tests/support/api/operators.ts'
import { parseResetLink } from '../../../../tests/support/api/password-resets.ts'
import { createSubmission } from '../../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'
import { operatorsCleanUp } from '../operator-accounts.ts'

const server = serverForTests()

const HOUR = 3_600_000
const PASSWORD = 'Teh-0-kosong'

const createManager = () => createDesk(server, { role: 'manager' })
const sql = async (text: string, values: unknown[] = []) => (await server.sql(text, values)).rows
const logged = (id: number) => findAuditEntries(server, 'operator', id)
const signIn = (email: string, password = PASSWORD) => consolePost(server, '/session', { email, password })
/** Opens a mailed link and sets a password. */
const setPassword = (link: string, given: object = {}, from?: string) =>
  consolePost(server, '/password', { ...parseResetLink(link), password: PASSWORD, ...given }, '', from)
const statusOf = async (link: string) => (await setPassword(link)).status

test('D-50 a new operator sets a password with a link that works once', async () => {
  const manager = await createManager()
  const { id, email, link, status, invited } = await invite(server, manager)
  expect([status, invited, link]).toMatchObject([201, true, /^http:\/\/stampus\.test\/console\/password\?/])
  expect((await signIn(email)).status).toBe(422)
  for (const [password, text] of [
    ['short', texts.passwordTooShort],
    ['Password123!', texts.passwordWellKnown],
  ])
    expect((await setPassword(link, { password })).errors).toEqual({ password: [text] })
  const invalid = { status: 422, message: texts.operatorLinkInvalid }
  expect(await setPassword(link, { id: id + 1 })).toMatchObject(invalid)
  expect(await statusOf(link)).toBe(200)
  expect(await setPassword(link)).toMatchObject(invalid)
  expect((await signIn(email)).data).toMatchObject({ id, role: 'reviewer' })
  expect(await logged(id)).toMatchObject([
    {
      action: 'operator.added',
      operator_id: manager.id,
      changes: [
        { field: 'name', before: null, after: 'Siti Aminah' },
        { field: 'role', before: null, after: 'reviewer' },
      ],
    },
    { action: 'operator.password_set', operator_id: id, changes: null },
    { action: 'operator.signed_in' },
  ])
})

test('D-50 an invitation works for 72 hours, and a link to a new password for 60 minutes', async () => {
  const { link, email } = await invite(server, await createManager())
  server.travel(72 * HOUR - 60_000)
  for (const part of Object.values(operatorsCleanUp(server.deps))) await part()
  expect(await statusOf(link)).toBe(200)
  expect((await signIn(email)).status).toBe(200)
  const second = await invite(server, await createManager())
  server.travel(72 * HOUR)
  expect(await statusOf(second.link)).toBe(422)
  const lost = await createOperator(server.deps)
  await (await createManager()).call('POST', `/operators/${lost.id}/link`)
  const reset = await readMailedLink(server)
  server.travel(HOUR)
  expect(await statusOf(reset)).toBe(422)
})

test('D-50 a second link voids the first, and neither works after its time or after a password change', async () => {
  const manager = await createManager()
  const { id, link } = await invite(server, manager)
  expect((await manager.call('POST', `/operators/${id}/link`)).status).toBe(201)
  const second = await readMailedLink(server)
  expect(await statusOf(link)).toBe(422)
  server.travel(72 * HOUR)
  expect(await statusOf(second)).toBe(422)
  await (await createManager()).call('POST', `/operators/${id}/link`)
  const third = await readMailedLink(server)
  for (const [hash, status] of [
    ['another', 422],
    [null, 200],
  ] as const) {
    await sql('UPDATE operators SET password_hash = $2 WHERE id = $1', [id, hash])
    expect(await statusOf(third)).toBe(status)
  }
})

test('D-50 bad links from one address are slowed down and not rejected, and a good one works there, once', async () => {
  const { link } = await invite(server, await createManager())
  const statuses = async (count: number, given: object = {}) => {
    const tries = Array.from({ length: count }, () => setPassword(link, given, '10.30.0.1'))
    return (await Promise.all(tries)).map(({ status }) => status).sort()
  }
  expect(await statuses(61, { id: '999999' })).toEqual(Array(61).fill(422))
  const [first, ...others] = await statuses(8)
  expect(first).toBe(200)
  expect(others.filter((status) => status !== 422 && status !== 429)).toEqual([])
})

test('D-50 a removal ends sessions and links at once, releases leases, and frees the address', async () => {
  const manager = await createManager()
  const email = 'leaving@office.example'
  const leaving = await createDesk(server, { email })
  const receipt = await createSubmission(server.deps)
  await leaving.renew(receipt.id)
  expect((await manager.call('DELETE', `/operators/${leaving.id}`)).status).toBe(200)
  expect((await leaving.call('GET', '/session')).status).toBe(401)
  expect((await signIn(email, 'Kopi-0-kosong')).message).toBe(texts.operatorCredentials)
  for (const table of ['leases', 'operator_sessions', 'operator_trusted_devices', 'second_factors'])
    expect(await sql(`SELECT FROM ${table} WHERE operator_id = $1`, [leaving.id])).toEqual([])
  expect((await manager.renew(receipt.id)).status).toBe(200)
  for (const [method, of] of [
    ['DELETE', ''],
    ['POST', '/link'],
    ['DELETE', '/sessions'],
    ['DELETE', '/second-factor'],
  ] as const)
    expect((await manager.call(method, `/operators/${leaving.id}${of}`)).status).toBe(404)
  const addedAgain = await invite(server, manager, { email })
  expect(addedAgain.id).toBeGreaterThan(leaving.id)
  await setPassword(addedAgain.link)
  expect((await signIn(email)).data).toMatchObject({ id: addedAgain.id })
})

test('D-50 a manager can end all sessions; operators can end their other ones, also by a password change', async () => {
  const manager = await createManager()
  const target = await createDesk(server)
  expect((await manager.call('DELETE', `/operators/${target.id}/sessions`)).status).toBe(200)
  expect((await target.call('GET', '/session')).status).toBe(401)
  const { id, email, password } = await createOperator(server.deps)
  const enter = async (word: string) => (await signIn(email, word)).cookie
  const [here, there] = [await enter(password), await enter(password)]
  const change = (given: object) => consolePost(server, '/account/password', { password: PASSWORD, ...given }, here)
  expect((await change({ current_password: 'Wrong-pass-1' })).errors).toHaveProperty('current_password')
  expect((await change({ current_password: password, password: 'Password123!' })).errors).toHaveProperty('password')
  expect((await change({ current_password: password })).status).toBe(200)
  expect([await isIn(there), await isIn(here)]).toEqual([false, true])
  expect((await signIn(email, password)).status).toBe(422)
  const third = await enter(PASSWORD)
  await connectAs(here)('DELETE', '/account/sessions')
  expect([await isIn(third), await isIn(here)]).toEqual([false, true])
  expect((await logged(id)).map(({ action }) => action)).toContain('operator.password_changed')
})

function connectAs(cookie: string) {
  return connect(server, { path: '/api/console', headers: { 'sec-fetch-site': 'same-origin', cookie } })
}

const isIn = async (cookie: string) => (await connectAs(cookie)('GET', '/session')).status === 200
