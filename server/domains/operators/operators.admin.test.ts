import type { OperatorRow } from '@stampus/contract/console/operators'
import { texts } from '@stampus/contract/texts'
import { expect, test } from 'vitest'
import { catchMail, takeWaitingMail } from '../../../tests/support/api/calls.ts'
import { findAuditEntries } from '../../../tests/support/api/content.ts'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { type CardAnswer, invite } from '../../../tests/support/api/operators.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { addOperator } from './operators.admin.service.ts'
import { operatorsMail } from './operators.mail.ts'

const server = serverForTests()

const createManager = () => createDesk(server, { role: 'manager' })
const sql = async (text: string, values: unknown[] = []) => (await server.sql(text, values)).rows
const logged = (id: number) => findAuditEntries(server, 'operator', id)

test('D-50 an address has one operator, and only managers see the list and when each was last seen', async () => {
  const manager = await createManager()
  const reviewer = await createDesk(server)
  const { email } = await invite(server, manager)
  const add = (address: string) =>
    manager.call('POST', '/operators', { name: 'Other', email: address, role: 'reviewer' })
  expect((await add(`other.${email}`)).status).toBe(201)
  expect(await add(email.toUpperCase())).toMatchObject({ status: 422, errors: { email: [texts.operatorTaken] } })
  expect((await reviewer.call('GET', '/operators')).status).toBe(403)
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

test('D-50 managers cannot remove or demote themselves or reset their own second factor', async () => {
  const manager = await createManager()
  const { data } = await manager.call<CardAnswer>('GET', `/operators/${manager.id}`)
  const same = { version: data.version, name: data.name, addresses: [], merchant_ids: [] }
  for (const answer of [
    await manager.call('DELETE', `/operators/${manager.id}`),
    await manager.call('DELETE', `/operators/${manager.id}/second-factor`),
    await manager.call('PUT', `/operators/${manager.id}`, { ...same, role: 'reviewer' }),
  ])
    expect(answer).toMatchObject({ status: 403, message: texts.ownOperator })
  expect((await manager.call('PUT', `/operators/${manager.id}`, { ...same, role: 'manager' })).status).toBe(200)
})

test('D-50 managers cannot remove their own addresses and merchants, but can add to them', async () => {
  const { id, call } = await createManager()
  const [shop, other] = [await createMerchant(server.deps), await createMerchant(server.deps)]
  const change = async (given: { addresses: string[]; merchant_ids: number[] }) => {
    const { data } = await call<CardAnswer>('GET', `/operators/${id}`)
    const { version, name } = data
    return call<CardAnswer>('PUT', `/operators/${id}`, { version, name, role: 'manager', ...given })
  }
  const addresses = [`own-${id}@campus.edu.my`]
  expect((await change({ addresses, merchant_ids: [shop.id] })).status).toBe(200)
  for (const fewer of [
    { addresses: [], merchant_ids: [shop.id] },
    { addresses: [`else-${id}@campus.edu.my`], merchant_ids: [shop.id] },
    { addresses, merchant_ids: [] },
    { addresses, merchant_ids: [other.id] },
  ])
    expect(await change(fewer)).toMatchObject({ status: 403, message: texts.ownOperator })
  const more = { addresses: [...addresses, `more-${id}@campus.edu.my`], merchant_ids: [shop.id, other.id] }
  expect((await change(more)).data.merchants).toHaveLength(2)
  const { data } = await (await createManager()).call<CardAnswer>('GET', `/operators/${id}`)
  const freed = { version: data.version, name: data.name, role: 'manager', addresses: [], merchant_ids: [] }
  expect((await (await createManager()).call('PUT', `/operators/${id}`, freed)).status).toBe(200)
})

test('D-50 a manager who was removed a moment ago cannot add an operator', async () => {
  const { deps } = server
  const { id } = await createManager()
  await sql('UPDATE operators SET removed_at = now() WHERE id = $1', [id])
  const given = { name: 'Siti', email: `late-${id}@office.example`, role: 'manager', address: '::1' } as const
  await expect(addOperator(deps, { managerId: id, ...given })).rejects.toMatchObject({ status: 403 })
})

test('D-50 when managers remove or demote each other at the same moment, one manager stays', async () => {
  for (let round = 0; round < 3; round += 1) {
    const [one, other] = [await createManager(), await createManager()]
    await sql("UPDATE operators SET removed_at = now() WHERE role = 'manager' AND NOT id = ANY($1)", [
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
  await sql("INSERT INTO second_factors (operator_id, secret, added_at) VALUES ($1, 'x', now())", [target.id])
  expect((await manager.call('DELETE', `/operators/${target.id}/second-factor`)).status).toBe(200)
  expect((await target.call('GET', '/session')).status).toBe(401)
  const [job] = await takeWaitingMail(server)
  const mails = catchMail(server)
  expect(job).toMatchObject({ kind: 'second-factor-reset', id: target.id })
  await operatorsMail(server.deps)['second-factor-reset'](target.id)
  expect(mails[0]?.text).toContain('removed the second factor')
  expect(await logged(target.id)).toMatchObject([{ action: 'operator.second_factor_reset', operator_id: manager.id }])
})
