import type { AdminReward } from '@stampus/contract/console/rewards'
import { addDays, dayIn } from '@stampus/contract/values/days'
import { beforeAll, expect, test } from 'vitest'
import { createDesk } from '../../../tests/support/api/desk.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createClaimant, createReward, vouchersOf } from '../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { vouchersCleanUp } from './vouchers/vouchers.service.ts'

const server = serverForTests()
let manager: Awaited<ReturnType<typeof createDesk>>
beforeAll(async () => {
  manager = await createDesk(server, { role: 'manager', name: 'Tan Mei Fong' })
})

const DAY_MS = 86_400_000

type Answer = { status: number; message: string; errors: Record<string, string[]>; data: AdminReward }

const today = () => dayIn(server.deps.config.TIME_ZONE, server.deps.now())
const facts = (given: object = {}) => ({
  merchant_id: '',
  title: 'Kopi O',
  title_ms: 'Kopi O',
  conditions: 'One hot cup.',
  conditions_ms: '',
  image_key: null,
  stamps: 4,
  owed_sen: 0,
  stock: '',
  limit_total: '',
  limit_30_days: 2,
  start_date: today(),
  end_date: '',
  valid_days: 14,
  ...given,
})
const add = (given: object = {}, by = manager) => by.call<Answer>('POST', '/rewards', facts(given))
const setState = (id: number, version: number, state: string) =>
  manager.call<Answer>('PUT', `/rewards/${id}/state`, { version, state })
const publicList = async (query = '') => {
  server.deps.responseCache.clear()
  return (await server.app.inject({ url: `/api/rewards${query}` })).json()
}

test('R-2.01 a manager adds a reward as a draft, with a merchant or for the desk of the scheme', async () => {
  const merchant = await createMerchant(server.deps)
  const { status, data } = await add({
    merchant_id: merchant.id,
    owed_sen: 180,
    stock: 50,
    end_date: addDays(today(), 30),
  })
  expect(status).toBe(201)
  expect(data).toEqual({
    id: expect.any(Number),
    title: 'Kopi O',
    title_ms: 'Kopi O',
    conditions: 'One hot cup.',
    conditions_ms: null,
    image_key: null,
    image_url: null,
    stamps: 4,
    owed_sen: 180,
    stock: 50,
    left: 50,
    limit_total: null,
    limit_30_days: 2,
    start_date: today(),
    end_date: addDays(today(), 30),
    valid_days: 14,
    state: 'draft',
    recalled_at: null,
    recall_reason: null,
    merchant: { id: merchant.id, name: 'Kopi Kita' },
    is_closed: false,
    vouchers: { ready: 0, ready_stamps: 0, used: 0, ending: 0 },
    version: 1,
  })
  expect((await add()).data).toMatchObject({ merchant: null, stock: null, left: null, end_date: null })
  expect((await manager.call<Answer>('GET', `/rewards/${data.id}`)).data).toEqual(data)
})

test.each([
  ['title', { title: ' ' }],
  ['conditions', { conditions: '' }],
  ['stamps', { stamps: 0 }],
  ['stamps', { stamps: 10_001 }],
  ['owed_sen', { owed_sen: -1 }],
  ['owed_sen', { owed_sen: 180 }],
  ['stock', { stock: 0 }],
  ['limit_total', { limit_total: 'two' }],
  ['limit_30_days', { limit_30_days: 1001 }],
  ['start_date', { start_date: '2026-02-30' }],
  ['end_date', { start_date: '2026-02-03', end_date: '2026-02-02' }],
  ['valid_days', { valid_days: 181 }],
  ['merchant_id', { merchant_id: 999_999_999 }],
])('R-2.01 a wrong %s is rejected: %j', async (field, given) => {
  const { status, errors } = await add(given)
  expect([status, Object.keys(errors)]).toEqual([422, [field]])
})

test('R-2.02 a reward goes from draft to published, paused and ended, and not back', async () => {
  const { data } = await add()
  const { id } = data
  for (const state of ['paused', 'ended']) expect((await setState(id, 1, state)).status).toBe(409)
  expect((await setState(id, 1, 'published')).data).toMatchObject({ state: 'published', version: 2 })
  expect((await setState(id, 1, 'paused')).message).toBe(
    'Someone else changed this reward. Reload it to see the changes.',
  )
  expect((await setState(id, 2, 'paused')).data.state).toBe('paused')
  expect((await setState(id, 3, 'published')).data.state).toBe('published')
  expect((await setState(id, 4, 'ended')).data.state).toBe('ended')
  for (const state of ['published', 'paused', 'ended']) expect((await setState(id, 5, state)).status).toBe(409)
  expect((await manager.call('PUT', `/rewards/${id}`, facts({ version: 5 }))).status).toBe(409)
})

test('R-2.03 managers see that the merchant of a reward is deactivated, so that members do not see the reward', async () => {
  const [closed, open] = [await createMerchant(server.deps, { is_active: false }), await createMerchant(server.deps)]
  const { data } = await add({ merchant_id: closed.id })
  expect(data.is_closed).toBe(true)
  expect((await setState(data.id, 1, 'published')).data).toMatchObject({ state: 'published', is_closed: true })
  expect((await publicList(`?merchant_id=${closed.id}`)).data).toEqual([])
  const shown = await manager.call<{ data: AdminReward[] }>('GET', `/rewards?merchant_id=${closed.id}`)
  expect(shown.data.map(({ id, is_closed }) => [id, is_closed])).toEqual([[data.id, true]])
  const moved = await manager.call<Answer>('PUT', `/rewards/${data.id}`, facts({ version: 2, merchant_id: open.id }))
  expect(moved.data.is_closed).toBe(false)
  expect((await add()).data.is_closed).toBe(false)
})

test('R-2.02 only a draft can be removed', async () => {
  const [draft, published] = [(await add()).data, (await add()).data]
  await setState(published.id, 1, 'published')
  expect((await manager.call('DELETE', `/rewards/${published.id}`, { version: 2 })).status).toBe(409)
  expect((await manager.call('DELETE', `/rewards/${draft.id}`, { version: 1 })).status).toBe(200)
  expect((await manager.call('GET', `/rewards/${draft.id}`)).status).toBe(404)
})

test('R-2.01 the stock cannot be set below what was claimed', async () => {
  const reward = await createReward(server.deps, { stock: 5 })
  for (let times = 0; times < 2; times += 1)
    await vouchersOf(server, await createClaimant(server.deps, 5)).claim(reward)
  const change = (stock: number) =>
    manager.call<Answer>('PUT', `/rewards/${reward.id}`, facts({ stock, stamps: 9, version: 2 }))
  expect((await change(1)).errors).toEqual({ stock: ['2 have been claimed, so the stock cannot be lower.'] })
  expect((await change(2)).data).toMatchObject({
    stock: 2,
    left: 0,
    vouchers: { ready: 2, ready_stamps: 4, used: 0, ending: 0 },
  })
})

test('R-2.01 R-3.06 a voucher that has expired or was recalled counts as ready no longer, also before the job ends it', async () => {
  const expiring = await createReward(server.deps, { valid_days: 1 })
  const recalled = await createReward(server.deps)
  for (const reward of [expiring, recalled])
    await vouchersOf(server, await createClaimant(server.deps, 5)).claim(reward)
  const countsOf = async (id: number) => {
    const { data } = await manager.call<{ data: AdminReward[] }>('GET', '/rewards')
    const shown = (await manager.call<Answer>('GET', `/rewards/${id}`)).data.vouchers
    expect(data.find((reward) => reward.id === id)?.vouchers).toEqual(shown)
    return shown
  }
  const ending = { ready: 0, ready_stamps: 0, used: 0, ending: 1 }
  expect(await countsOf(expiring.id)).toEqual({ ready: 1, ready_stamps: 2, used: 0, ending: 0 })
  const recall = { version: recalled.version, reason: 'The stall has closed.' }
  expect((await manager.call<Answer>('POST', `/rewards/${recalled.id}/recall`, recall)).data.vouchers).toEqual(ending)
  expect(await countsOf(recalled.id)).toEqual(ending)
  server.travel(3 * DAY_MS)
  manager = await createDesk(server, { role: 'manager' })
  expect(await countsOf(expiring.id)).toEqual(ending)
  await vouchersCleanUp(server.deps).vouchers?.()
  expect(await countsOf(expiring.id)).toEqual({ ...ending, ending: 0 })
  expect(await countsOf(recalled.id)).toEqual({ ...ending, ending: 0 })
})

test('R-2.02 managers filter rewards by what their status says: a recalled one is not among the ended ones', async () => {
  const [ended, recalled] = [await createReward(server.deps), await createReward(server.deps)]
  await setState(ended.id, ended.version, 'ended')
  await manager.call('POST', `/rewards/${recalled.id}/recall`, { version: recalled.version, reason: 'Closed' })
  const found = async (state: string) => {
    const { data } = await manager.call<{ data: AdminReward[] }>('GET', `/rewards?state=${state}`)
    return data.map(({ id }) => id).filter((id) => id === ended.id || id === recalled.id)
  }
  expect(await found('ended')).toEqual([ended.id])
  expect(await found('recalled')).toEqual([recalled.id])
  expect(await found('')).toEqual([recalled.id, ended.id])
})

test('R-2.03 everyone sees published rewards of today, the cheapest first, with what is left', async () => {
  const merchant = await createMerchant(server.deps)
  const [dear, cheap] = await Promise.all([
    createReward(server.deps, { merchant_id: merchant.id, stamps: 20, stock: 3 }),
    createReward(server.deps, { merchant_id: merchant.id, stamps: 1 }),
  ])
  await createReward(server.deps, { merchant_id: merchant.id, start_date: addDays(today(), 1) })
  await createReward(server.deps, {
    merchant_id: merchant.id,
    start_date: addDays(today(), -5),
    end_date: addDays(today(), -1),
  })
  await vouchersOf(server, await createClaimant(server.deps, 20)).claim(dear)
  const { data, meta } = await publicList(`?merchant_id=${merchant.id}`)
  expect(data.map(({ id, left }: { id: number; left: number | null }) => [id, left])).toEqual([
    [cheap.id, null],
    [dear.id, 2],
  ])
  expect(meta).toMatchObject({ total: 2, has_more: false })
  expect(data[0]).not.toHaveProperty('owed_sen')
  const draft = (await add()).data
  expect((await server.app.inject({ url: `/api/rewards/${draft.id}` })).statusCode).toBe(404)
})

test('R-2.02 D-50 only managers keep rewards, and each change is in the audit log with its values', async () => {
  const reviewer = await createDesk(server)
  expect((await add({}, reviewer)).status).toBe(403)
  const { data } = await add()
  await setState(data.id, 1, 'published')
  await manager.call('POST', `/rewards/${data.id}/recall`, { version: 2, reason: 'A mistake' })
  const { rows } = await server.deps.db.pool.query({
    text: `SELECT action, changed_fields FROM audit_entries WHERE subject_kind = 'reward' AND subject_id = $1 ORDER BY id`,
    values: [data.id],
  })
  expect(rows).toEqual([
    { action: 'reward.added', changed_fields: expect.arrayContaining(['title', 'stamps', 'owed', 'state']) },
    { action: 'reward.changed', changed_fields: ['state'] },
    { action: 'reward.changed', changed_fields: ['state', 'recall_reason'] },
  ])
})
