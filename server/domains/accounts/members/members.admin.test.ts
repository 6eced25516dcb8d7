import type { MemberDetails, MemberRow } from '@stampus/contract/console/members'
import type { Meta } from '@stampus/contract/fields'
import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { createMember, createSignedInMember } from '../../../../tests/support/api/accounts.ts'
import { get, post, takeWaitingMail } from '../../../../tests/support/api/calls.ts'
import { createDesk } from '../../../../tests/support/api/desk.ts'
import { serverForTests } from '../../../../tests/support/server/app.ts'

const server = serverForTests()
let manager: Awaited<ReturnType<typeof createDesk>>
beforeAll(async () => {
  manager = await createDesk(server, { role: 'manager', name: 'Tan Mei Fong' })
})

type Answer = { status: number; message: string; errors: Record<string, string[]>; data: MemberDetails }
type List = { status: number; data: MemberRow[]; meta: Meta }

const list = (query: Record<string, string>) => manager.call<List>('GET', `/members?${new URLSearchParams(query)}`)
const found = async (query: Record<string, string>) => (await list(query)).data.map(({ id }) => id)
const show = (id: number) => manager.call<Answer>('GET', `/members/${id}`)
const suspend = (id: number, reason = 'Forged receipts') =>
  manager.call<Answer>('POST', `/members/${id}/suspension`, { reason })
const reinstate = (id: number) => manager.call<Answer>('DELETE', `/members/${id}/suspension`)
const sql = (text: string, values: unknown[] = []) => server.deps.db.pool.query({ text, values })
const actionsOn = async (id: number) =>
  (
    await sql(
      `SELECT e.operator_id, e.action, v.changes FROM audit_entries e LEFT JOIN audit_values v ON v.entry_id = e.id
       WHERE e.subject_kind = 'member' AND e.subject_id = $1 ORDER BY e.id`,
      [id],
    )
  ).rows

test('D-53 managers find members by name, address, id and state, the newest first', async () => {
  const { deps } = server
  const first = await createMember(deps, { name: 'Qistina 50%_off' })
  const second = await createMember(deps, { name: 'qistina Yusof', verified: false })
  const third = await createMember(deps, { name: 'Qistina Suspended', suspended: true })
  expect(await found({ search: 'QISTINA' })).toEqual([third.id, second.id, first.id])
  expect(await found({ search: '50%_' })).toEqual([first.id])
  expect(await found({ search: second.email.slice(3, 30).toUpperCase() })).toEqual([second.id])
  expect(await found({ search: String(first.id) })).toContain(first.id)
  expect(await found({ search: 'qistina', state: 'verified' })).toEqual([third.id, first.id])
  expect(await found({ search: 'qistina', state: 'unverified' })).toEqual([second.id])
  expect(await found({ search: 'qistina', state: 'suspended' })).toEqual([third.id])
  expect((await list({ search: '50%_' })).data).toEqual([
    {
      id: first.id,
      name: 'Qistina 50%_off',
      email: first.email,
      created_at: expect.any(String),
      verified: true,
      suspended: false,
    },
  ])
})

test('D-53 a search by id respects the state filter', async () => {
  const { id } = await createMember(server.deps)
  expect(await found({ search: String(id), state: 'unverified' })).not.toContain(id)
  expect(await found({ search: String(id), state: 'verified' })).toContain(id)
})

test('D-53 D-20 each registration of an address is listed and its link can be mailed; a replaced one is not listed', async () => {
  const email = 'listed-twice@campus.edu.my'
  const [first, second] = [
    await createMember(server.deps, { email, verified: false }),
    await createMember(server.deps, { email, verified: false }),
  ]
  await takeWaitingMail(server)
  expect(await found({ search: email, state: 'unverified' })).toEqual([second.id, first.id])
  expect((await manager.call<Answer>('POST', `/members/${first.id}/verification`, {})).status).toBe(201)
  expect(await takeWaitingMail(server)).toMatchObject([{ kind: 'verification', id: first.id }])
  await sql('UPDATE users SET retired_at = now() WHERE id = $1', [first.id])
  expect(await found({ search: email })).toEqual([second.id])
  expect(await found({ search: String(first.id) })).not.toContain(first.id)
  expect((await manager.call<Answer>('POST', `/members/${first.id}/verification`, {})).status).toBe(404)
})

test('D-53 D-34 members come in pages of 25', async () => {
  for (let count = 0; count < 26; count += 1) await createMember(server.deps, { name: `Paged ${count}` })
  const [first, second] = [await list({ search: 'paged' }), await list({ search: 'paged', page: '2' })]
  expect([first.data.length, first.meta.has_more, second.data.length, second.meta.has_more]).toEqual([
    25,
    true,
    1,
    false,
  ])
})

test('D-53 D-92 a deleted member is found only by id, and shown without an address', async () => {
  const { id } = await createMember(server.deps)
  await sql("UPDATE users SET name = 'Deleted member', email = 'deleted-' || id, deleted_at = now() WHERE id = $1", [
    id,
  ])
  expect(await found({ search: 'Deleted member' })).toEqual([])
  expect((await list({ search: String(id) })).data[0]).toMatchObject({ id, name: 'Deleted member', email: null })
  expect((await show(id)).data).toMatchObject({ id, email: null, deleted_at: expect.any(String) })
  for (const refused of [
    await suspend(id),
    await reinstate(id),
    await manager.call<Answer>('POST', `/members/${id}/verification`, {}),
  ])
    expect(refused.status).toBe(404)
})

test('D-53 S-6.03 a suspended member loses access at once, and their sessions never work again', async () => {
  const { deps } = server
  const member = await createSignedInMember(deps)
  const signIn = () => post(server, '/login', { email: member.email, password: member.password })
  const wallet = () => get(server, '/wallet', member.headers)
  expect(await suspend(member.id, 'Forged\nreceipts')).toMatchObject({ status: 201, data: { suspended: true } })
  expect(await wallet()).toMatchObject({ status: 403, body: { message: texts.suspended } })
  expect(await signIn()).toMatchObject({ status: 403, body: { message: texts.suspended } })
  expect(await suspend(member.id)).toMatchObject({ status: 409, message: texts.suspendedAlready })
  expect((await show(member.id)).data.suspensions).toEqual([
    {
      id: expect.any(Number),
      reason: 'Forged\nreceipts',
      operator: 'Tan Mei Fong',
      created_at: expect.any(String),
      ended_at: null,
      ended_by: null,
    },
  ])
  expect(await reinstate(member.id)).toMatchObject({ status: 200, data: { suspended: false } })
  expect((await show(member.id)).data.suspensions).toMatchObject([
    { ended_at: expect.any(String), ended_by: 'Tan Mei Fong' },
  ])
  expect((await wallet()).status).toBe(401)
  expect((await signIn()).status).toBe(200)
  expect(await reinstate(member.id)).toMatchObject({ status: 409, message: texts.notSuspended })
  expect(await actionsOn(member.id)).toEqual([
    {
      operator_id: manager.id,
      action: 'member.suspended',
      changes: [{ field: 'suspension', before: null, after: 'Forged\nreceipts' }],
    },
    {
      operator_id: manager.id,
      action: 'member.reinstated',
      changes: [{ field: 'suspension', before: 'Forged\nreceipts', after: null }],
    },
  ])
})

test('D-53 a suspension voids a link to a new password, and needs a reason', async () => {
  const member = await createMember(server.deps)
  await manager.call('POST', `/members/${member.id}/reset-link`, {})
  expect((await show(member.id)).data.reset_sent_at).toEqual(expect.any(String))
  expect((await suspend(member.id, ' ')).errors).toEqual({ reason: [texts.reasonRequired] })
  await suspend(member.id)
  expect((await show(member.id)).data.reset_sent_at).toBeNull()
})

test('D-53 when two managers suspend or reinstate at the same time, it happens once', async () => {
  const { id } = await createMember(server.deps)
  const statuses = async (acts: Promise<Answer>[]) => (await Promise.all(acts)).map(({ status }) => status).sort()
  expect(await statuses([suspend(id), suspend(id), suspend(id)])).toEqual([201, 409, 409])
  expect(await statuses([reinstate(id), reinstate(id)])).toEqual([200, 409])
  expect(await actionsOn(id)).toHaveLength(2)
})

test('D-53 D-24 a verification link is resent within the member’s own limits, and only to an unverified address', async () => {
  const { deps } = server
  const waiting = await createMember(deps, { verified: false })
  await takeWaitingMail(server)
  const send = (id: number) => manager.call<Answer>('POST', `/members/${id}/verification`, {})
  expect(await send(waiting.id)).toMatchObject({ status: 201, message: texts.verificationLinkSent })
  expect(await takeWaitingMail(server)).toMatchObject([{ kind: 'verification', id: waiting.id }])
  expect((await send(waiting.id)).status).toBe(429)
  server.travel(61_000)
  expect(await send(waiting.id)).toMatchObject({ status: 201, message: texts.verificationLinkSent })
  expect(await send((await createMember(deps)).id)).toMatchObject({ status: 409, message: texts.alreadyVerified })
  expect((await send((await createMember(deps, { verified: false, suspended: true })).id)).status).toBe(404)
  expect(await actionsOn(waiting.id)).toMatchObject([
    { action: 'member.verification_sent' },
    { action: 'member.verification_sent' },
  ])
})

test('D-50 a manager cannot act on a member account of their own', async () => {
  const { deps } = server
  const [signed, tied] = [await createMember(deps), await createMember(deps, { suspended: true })]
  const own = await createDesk(server, { role: 'manager', email: signed.email })
  await sql(
    'INSERT INTO operator_addresses (operator_id, email, email_key) SELECT $1, email, email_key FROM users WHERE id = $2',
    [own.id, tied.id],
  )
  for (const { id } of [signed, tied])
    for (const refused of [
      await own.call('POST', `/members/${id}/suspension`, { reason: 'Mine' }),
      await own.call('DELETE', `/members/${id}/suspension`),
      await own.call('POST', `/members/${id}/verification`, {}),
      await own.call('POST', `/members/${id}/reset-link`, {}),
    ])
      expect(refused).toMatchObject({ status: 403, message: texts.ownAccount })
  expect([...(await actionsOn(signed.id)), ...(await actionsOn(tied.id))]).toEqual([])
})

test('D-50 only managers see and manage members', async () => {
  const [reviewer, { id }] = [await createDesk(server), await createMember(server.deps)]
  for (const [method, path] of [
    ['GET', '/members'],
    ['GET', `/members/${id}`],
    ['GET', `/members/${id}/wallet`],
    ['POST', `/members/${id}/suspension`],
    ['DELETE', `/members/${id}/suspension`],
    ['POST', `/members/${id}/verification`],
  ] as const)
    expect([path, (await reviewer.call(method, path, method === 'GET' ? undefined : {})).status]).toEqual([path, 403])
})
