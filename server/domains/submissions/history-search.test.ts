import { texts } from '@stampus/contract/texts'
import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { connect } from '../../../tests/support/api/calls.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createReversalDesks } from '../../../tests/support/api/reversals.ts'
import { insertReceipt } from '../../../tests/support/api/submissions.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { updateOutcome } from './reviewed-submissions.store.ts'

const COUNT = 17

const server = serverForTests()
const people = actorsOf(server)
let headers: Record<string, string>
/** The ids of the member's receipts, the oldest first. */
let made: number[]

beforeAll(async () => {
  const { deps } = server
  const member = await people.member()
  headers = member.headers
  const merchantId = (await createMerchant(deps)).id
  made = []
  for (let at = 0; at < COUNT; at += 1) {
    made.push((await insertReceipt(deps, { userId: member.id, merchantId })).id)
    server.travel(1000)
  }
  const settle = (at: number, given: { status: 'approved' | 'rejected' } & Record<string, unknown>) =>
    updateOutcome(deps.db.pool, made[at] ?? 0, { reason: null, notes: null, stamps: 0, at: deps.now(), ...given })
  await settle(3, { status: 'approved', stamps: 2, notes: 'Thank you' })
  await settle(5, { status: 'rejected', reason: 'Blurred' })
  await insertReceipt(deps, { merchantId })
})

type List = { status: number; data: { id: number }[]; meta: object; errors: object }
const ask = (query: string, as = headers) => connect(server, { headers: as })<List>('GET', `/submissions${query}`)
const idsOf = async (query: string) => (await ask(query)).data.map(({ id }) => id)
const newestFirst = () => made.toReversed()

test('S-7.08 S-9.02 D-34 the list has only the caller’s submissions, newest first, 15 a page, without a total', async () => {
  for (const [query, ids, meta] of [
    ['', newestFirst().slice(0, 15), { current_page: 1, per_page: 15, has_more: true }],
    ['?page=2', newestFirst().slice(15), { current_page: 2, per_page: 15, has_more: false }],
    ['?page=3', [], { current_page: 3, per_page: 15, has_more: false }],
    ['?limit=2&sort=desc', newestFirst().slice(0, 2), { current_page: 1, per_page: 2, has_more: true }],
    ['?limit=2&sort=asc&page=2', made.slice(2, 4), { current_page: 2, per_page: 2, has_more: true }],
  ] as const) {
    const answer = await ask(query)
    expect([query, answer.status, answer.data.map(({ id }) => id), answer.meta]).toEqual([query, 200, ids, meta])
  }
})

test('S-7.08 S-4.07 D-34 status filters the list, a decided submission shows its decision, and a list that does not exist is a 422', async () => {
  const [approved, rejected] = [made[3], made[5]]
  expect((await ask('?status=approved')).data).toMatchObject([
    { id: approved, status: 'approved', stamps: 2, admin_notes: 'Thank you', rejection_reason: null },
  ])
  const shown = { id: rejected, rejection_reason: 'Blurred', stamps: 0 }
  expect((await ask('?status=rejected')).data).toMatchObject([shown])
  expect(await idsOf('?status=pending&page=1')).toHaveLength(15)
  expect(await idsOf('?status=pending&page=2')).toHaveLength(0)
  for (const query of ['?status=all', '?status=']) expect(await ask(query)).toEqual(await ask(''))
  const values = ['status=lost', 'limit=0', 'limit=16', 'limit=x', 'sort=up', 'page=0', 'page=1001', 'page=1&page=2']
  for (const query of values) {
    const { status, errors } = await ask(`?${query}`)
    expect([query, status, Object.keys(errors).length]).toEqual([query, 422, 1])
  }
})

test('S-7.10 D-08 S-6.02 D-92 only its owner sees a submission, unless the account is deleted; for other members it is a 404, for a guest a 401', async () => {
  const path = `/${made[0]}`
  expect(await ask(path)).toMatchObject({ status: 200, data: { id: made[0] } })
  const { headers: stranger, id: userId } = await people.member()
  expect(await ask(path, stranger)).toEqual({ status: 404, message: texts.notFound, errors: {} })
  expect((await ask('/999999999')).status).toBe(404)
  expect((await ask('/0')).status).toBe(422)
  for (const at of ['', path]) expect((await ask(at, {})).status).toBe(401)
  const { id } = await insertReceipt(server.deps, { userId })
  const removed = 'original_key = NULL, picture_key = NULL, thumb_key = NULL, placeholder = NULL'
  await server.sql(`UPDATE submissions SET ${removed} WHERE id = $1`, [id])
  await server.sql('UPDATE users SET deleted_at = now() WHERE id = $1', [userId])
  expect((await ask('', stranger)).data).toEqual([])
  expect((await ask(`/${id}`, stranger)).status).toBe(404)
})

test('S-2.26 a member searches the own history by part of a shop name or by an amount', async () => {
  const { deps } = server
  const [member, other] = [await people.member(), await people.member()]
  const [cafe, press] = [
    await createMerchant(deps, { name: 'Café 100% Kopi' }),
    await createMerchant(deps, { name: 'Print Shop' }),
  ]
  const send = async (userId: number, merchantId: number, amountSen: number) =>
    (await insertReceipt(deps, { userId, merchantId, amountSen })).id
  const [first, second] = [await send(member.id, cafe.id, 1250), await send(member.id, press.id, 123_450)]
  await send(other.id, cafe.id, 1250)
  for (const [query, ids] of [
    ['search=cafe', [first]],
    ['search=SHOP', [second]],
    ['search=100%25', [first]],
    ['search=_', []],
    ['search=12.50', [first]],
    ['search=RM 1,234.50', [second]],
    ['search=12.50&status=approved', []],
    ['search=%20', [second, first]],
  ] as const)
    expect([query, (await ask(`?${query}`, member.headers)).data.map(({ id }) => id)]).toEqual([query, ids])
  expect((await ask(`?search=${'a'.repeat(101)}`, member.headers)).status).toBe(422)
})

test('S-2.26 a month begins at midnight on the campus, and counts only the own stamps that are in force', async () => {
  const { deps } = server
  expect(deps.config.TIME_ZONE).toBe('Asia/Kuala_Lumpur')
  const { desk, reverse, decided } = await createReversalDesks(server)
  const [{ id: userId, call }, other] = [await people.member(), await people.member()]
  const sentAt = (id: number, at: string) =>
    server.sql('UPDATE submissions SET created_at = $2 WHERE id = $1', [id, at])
  const [october, november] = ['2026-10-31T15:59:00Z', '2026-10-31T16:01:00Z']
  const approved = async (at: string, amountSen: number, owner = userId) => {
    const { id } = await decided('approved', { userId: owner, amountSen })
    await sentAt(id, at)
    return id
  }
  await approved(october, 2000)
  await approved(november, 3000)
  await reverse(await approved(october, 4000), { status: 'rejected' })
  await approved(november, 6000, other.id)
  const undone = (await insertReceipt(deps, { userId, amountSen: 5000 })).id
  await sentAt(undone, november)
  await desk.approve(undone)
  await desk.undo(undone)
  expect((await call<{ data: object }>('GET', '/submission-months')).data).toEqual([
    { month: '2026-11', stamps: 3 },
    { month: '2026-10', stamps: 2 },
  ])
})
