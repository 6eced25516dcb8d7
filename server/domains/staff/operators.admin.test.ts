import type { OperatorRow } from '@stampus/contract/console/operators'
import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import { createOperator, createOperatorSession } from '../../../tests/support/api/accounts.ts'
import { catchMail, connect, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { type CardAnswer, consolePost, invite, readMailedLink } from '../../../tests/support/api/operators.ts'
import { parseResetLink } from '../../../tests/support/api/password-resets.ts'
import { fillLimit } from '../../../tests/support/api/rate-limits.ts'
import { createSubmission } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { countHashes } from '../../../tests/support/server/hashes.ts'
import { addOperator } from './staff.admin.service.ts'
import { staffMail } from './staff.mail.ts'
import { staffCleanUp } from './staff-clean-up.ts'

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

test('D-50 an address has one operator, and only managers see the list and when each was last seen', async () => {
  const manager = await createManager()
  const reviewer = await createDesk(server)
  const { email } = await invite(server, manager)
  const add = (address: string) =>
    manager.call('POST', '/operators', { name: 'Other', email: address, role: 'reviewer' })
  expect((await add(`other.${email}`)).status).toBe(201)
  expect(await add(email.toUpperCase())).toMatchObject({ status: 422, errors: { email: [texts.operatorTaken] } })
  server.travel(2 * 60_000)
  await reviewer.call('GET', '/session')
  const { data } = await manager.call<{ data: OperatorRow[] }>('GET', '/operators')
  const row = data.find(({ id }) => id === reviewer.id)
  expect(row).toMatchObject({ role: 'reviewer', invited: false, sessions: 1, last_seen_at: expect.any(String) })
  expect(JSON.stringify(data)).not.toContain('argon2')
})

test('D-50 name, role, own addresses and merchants can be changed, and the second of two managers gets a 409', async () => {
  const manager = await createManager()
  const { id, version } = await invite(server, manager)
  const { id: merchantId } = await createMerchant(server.deps)
  const change = {
    version,
    name: 'Siti Nurhaliza',
    role: 'manager',
    addresses: ['Siti+shop@student.campus.edu.my', 'siti@student.campus.edu.my'],
    merchant_ids: [merchantId, 999_999],
  }
  const changed = await manager.call<CardAnswer>('PUT', `/operators/${id}`, change)
  expect(changed.data).toMatchObject({
    name: 'Siti Nurhaliza',
    role: 'manager',
    addresses: ['Siti+shop@student.campus.edu.my'],
    merchants: [{ id: merchantId }],
  })
  expect(await sql('SELECT email_key FROM operator_addresses WHERE operator_id = $1', [id])).toEqual([
    { email_key: 'siti@student.campus.edu.my' },
  ])
  expect((await manager.call('PUT', `/operators/${id}`, change)).message).toBe(texts.operatorChanged)
  const log = await logged(id)
  expect(log.map(({ action }) => action)).toEqual(['operator.added', 'operator.changed', 'operator.role_changed'])
  expect(JSON.stringify(log)).not.toContain('@')
  expect(log[1]).toMatchObject({
    changes: [
      { field: 'name' },
      { field: 'addresses', before: null, after: '1' },
      { field: 'merchants', before: null, after: `Kopi Kita #${merchantId}` },
    ],
  })
  expect(log[2]).toMatchObject({ changes: [{ field: 'role', before: 'reviewer', after: 'manager' }] })
})

test('D-50 managers cannot remove or demote themselves, reset their second factor, or shorten their own addresses and merchants', async () => {
  const { id, call } = await createManager()
  const [shop, other] = [await createMerchant(server.deps), await createMerchant(server.deps)]
  const change = async (given: { addresses: string[]; merchant_ids: number[] }, role = 'manager') => {
    const { version, name } = (await call<CardAnswer>('GET', `/operators/${id}`)).data
    return call<CardAnswer>('PUT', `/operators/${id}`, { version, name, role, ...given })
  }
  const own = { addresses: [`own-${id}@campus.edu.my`], merchant_ids: [shop.id] }
  expect((await change(own)).status).toBe(200)
  for (const answer of [
    await call('DELETE', `/operators/${id}`),
    await call('DELETE', `/operators/${id}/second-factor`),
    await change(own, 'reviewer'),
    await change({ ...own, addresses: [] }),
    await change({ ...own, addresses: [`else-${id}@campus.edu.my`] }),
    await change({ ...own, merchant_ids: [] }),
    await change({ ...own, merchant_ids: [other.id] }),
  ])
    expect(answer).toMatchObject({ status: 403, message: texts.ownOperator })
  const addresses = [...own.addresses, `more-${id}@campus.edu.my`]
  expect((await change({ addresses, merchant_ids: [shop.id, other.id] })).data.merchants).toHaveLength(2)
})

test('D-50 a manager who was removed a moment ago cannot add an operator', async () => {
  const { deps } = server
  const { id } = await createManager()
  await sql('UPDATE staff SET console_removed_at = now() WHERE id = $1', [id])
  const given = { name: 'Siti', email: `late-${id}@office.example`, role: 'manager', address: '::1' } as const
  await expect(addOperator(deps, { managerId: id, ...given })).rejects.toMatchObject({ status: 403 })
})

test('D-50 when managers remove or demote each other at the same moment, one manager stays', async () => {
  for (let round = 0; round < 2; round += 1) {
    const [one, other] = [await createManager(), await createManager()]
    await sql("UPDATE staff SET console_removed_at = now() WHERE role = 'manager' AND NOT id = ANY($1)", [
      [one.id, other.id],
    ])
    const demoted = { version: 1, name: 'Devi Nair', role: 'reviewer', addresses: [], merchant_ids: [] }
    const answers = await Promise.all([
      one.call('DELETE', `/operators/${other.id}`),
      round === 1 ? other.call('PUT', `/operators/${one.id}`, demoted) : other.call('DELETE', `/operators/${one.id}`),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await sql("SELECT id FROM operators WHERE role = 'manager' AND removed_at IS NULL")).toHaveLength(1)
  }
})

test('D-50 a manager resets another manager’s lost second factor, who is signed out and notified by mail', async () => {
  const [manager, target] = [await createManager(), await createDesk(server)]
  await takeWaitingMail(server)
  expect((await manager.call('DELETE', `/operators/${target.id}/second-factor`)).status).toBe(404)
  await sql("INSERT INTO staff_second_factors (staff_id, secret, added_at) VALUES ($1, 'x', now())", [target.id])
  expect((await manager.call('DELETE', `/operators/${target.id}/second-factor`)).status).toBe(200)
  expect((await target.call('GET', '/session')).status).toBe(401)
  const [job] = await takeWaitingMail(server)
  const mails = catchMail(server)
  expect(job).toMatchObject({ kind: 'second-factor-reset', id: target.id })
  await staffMail(server.deps)['second-factor-reset'](target.id)
  expect(mails[0]?.text).toContain('removed the second factor')
  expect(await logged(target.id)).toMatchObject([{ action: 'operator.second_factor_reset', operator_id: manager.id }])
})

test('D-50 a new operator sets a password with a link that works once, however many bad ones came from its address', async () => {
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
  const from = '10.30.0.1'
  await fillLimit(server, `operator-link|address|${from}`, 60)
  const uses = await Promise.all([1, 2, 3].map(() => setPassword(link, {}, from)))
  expect(uses.map(({ status }) => status).sort()).toEqual([200, 422, 422])
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
  const [early, late] = [await invite(server, await createManager()), await invite(server, await createManager())]
  server.travel(72 * HOUR - 60_000)
  for (const part of Object.values(staffCleanUp(server.deps))) await part()
  expect(await statusOf(early.link)).toBe(200)
  server.travel(60_000)
  expect(await statusOf(late.link)).toBe(422)
  const lost = await createOperator(server.deps)
  await (await createManager()).call('POST', `/operators/${lost.id}/link`)
  const reset = await readMailedLink(server)
  server.travel(HOUR)
  expect(await statusOf(reset)).toBe(422)
})

test('D-50 a second link voids the first, a password change voids both, a link forgets trusted devices, and five are sent a minute', async () => {
  const manager = await createManager()
  const { id, link } = await invite(server, manager)
  await sql(
    "INSERT INTO staff_trusted_devices (staff_id, device_hash, last_used_at, app) VALUES ($1, 'x', now(), 'console')",
    [id],
  )
  expect((await manager.call('POST', `/operators/${id}/link`)).status).toBe(201)
  const second = await readMailedLink(server)
  expect(await statusOf(link)).toBe(422)
  for (const [hash, status] of [
    ['another', 422],
    [null, 200],
  ] as const) {
    await sql('UPDATE staff SET console_password_hash = $2 WHERE id = $1', [id, hash])
    expect(await statusOf(second)).toBe(status)
  }
  expect(await sql("SELECT FROM staff_trusted_devices WHERE device_hash = 'x'")).toEqual([])
  for (const status of [201, 201, 201, 429])
    expect((await manager.call('POST', `/operators/${id}/link`)).status).toBe(status)
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
  expect(await sql('SELECT FROM leases WHERE operator_id = $1', [leaving.id])).toEqual([])
  for (const table of ['staff_sessions', 'staff_trusted_devices', 'staff_second_factors'])
    expect(await sql(`SELECT FROM ${table} WHERE staff_id = $1`, [leaving.id])).toEqual([])
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

test('D-50 D-21 a manager can end all sessions; operators can end their other ones, also by a password change', async () => {
  const manager = await createManager()
  const target = await createDesk(server)
  expect((await manager.call('DELETE', `/operators/${target.id}/sessions`)).status).toBe(200)
  expect((await target.call('GET', '/session')).status).toBe(401)
  const operator = await createOperator(server.deps)
  const { id, password } = operator
  const enter = async () => (await createOperatorSession(server.deps, operator)).cookie
  const [here, there] = [await enter(), await enter()]
  const change = (given: object) => consolePost(server, '/account/password', { password: PASSWORD, ...given }, here)
  expect((await change({ current_password: 'Wrong-pass-1' })).errors).toHaveProperty('current_password')
  const hashes = countHashes()
  expect((await change({ current_password: password, password: 'Password123!' })).errors).toHaveProperty('password')
  expect(hashes.taken()).toBe(0)
  hashes.stop()
  expect((await change({ current_password: password })).status).toBe(200)
  expect([await isIn(there), await isIn(here)]).toEqual([false, true])
  expect((await signIn(operator.email)).status).toBe(200)
  const third = await enter()
  await connectAs(here)('DELETE', '/account/sessions')
  expect([await isIn(third), await isIn(here)]).toEqual([false, true])
  expect((await logged(id)).map(({ action }) => action)).toContain('operator.password_changed')
})

function connectAs(cookie: string) {
  return connect(server, { path: '/api/console', headers: { 'sec-fetch-site': 'same-origin', cookie } })
}

const isIn = async (cookie: string) => (await connectAs(cookie)('GET', '/session')).status === 200
