import type { AdminReward } from '@stampus/contract/console/rewards'
import { addDays, dayIn } from '@stampus/contract/values/days'
import { beforeAll, expect, test } from 'vitest'
import { actorsOf } from '../../../tests/support/api/actors.ts'
import { createMerchant } from '../../../tests/support/api/merchants.ts'
import { createReward, createVoucherDesk } from '../../../tests/support/api/rewards.ts'
import { serverForTests } from '../../../tests/support/server/app.ts'
import { vouchersCleanUp } from './vouchers/vouchers.service.ts'

const server = serverForTests()
const people = actorsOf(server)
let manager: Awaited<ReturnType<typeof createVoucherDesk>>
beforeAll(async () => {
  manager = await createVoucherDesk(server)
})

type Answer = { status: number; message: string; errors: Record<string, string[]>; data: AdminReward }
type List = { data: AdminReward[]; meta: { total: number; has_more: boolean } }

const today = (days = 0) => addDays(dayIn(server.deps.config.TIME_ZONE, server.deps.now()), days)
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
const add = (given: object = {}) => manager.call<Answer>('POST', '/rewards', facts(given))
const change = (id: number, given: object) => manager.call<Answer>('PUT', `/rewards/${id}`, facts(given))
const setState = (id: number, version: number, state: string) =>
  manager.call<Answer>('PUT', `/rewards/${id}/state`, { version, state })
const publicList = (query: string) => {
  server.deps.responseCache.clear()
  return people.guest<List>('GET', `/rewards${query}`)
}
const claimAll = async (...rewards: { id: number; version: number }[]) => {
  for (const reward of rewards) await (await people.member({ stamps: 20 })).claim(reward)
}

test('R-2.01 a manager adds a reward as a draft, with a merchant or for the desk of the scheme', async () => {
  const merchant = await createMerchant(server.deps)
  const given = { owed_sen: 180, stock: 50, end_date: today(30) }
  const { status, data } = await add({ ...given, merchant_id: merchant.id })
  const { merchant_id: _, ...written } = facts(given)
  expect([status, data]).toEqual([
    201,
    {
      ...{ ...written, left: 50, id: expect.any(Number), state: 'draft', is_closed: false, version: 1 },
      ...{ conditions_ms: null, image_url: null, limit_total: null, recalled_at: null, recall_reason: null },
      merchant: { id: merchant.id, name: 'Kopi Kita' },
      vouchers: { ready: 0, ready_stamps: 0, used: 0, ending: 0 },
    },
  ])
  expect((await add()).data).toMatchObject({ merchant: null, stock: null, left: null, end_date: null })
  expect((await manager.call<Answer>('GET', `/rewards/${data.id}`)).data).toEqual(data)
})

test('R-2.01 every wrong field of a reward is rejected', async () => {
  for (const [field, given] of [
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
  ] as const) {
    const { status, errors } = await add(given)
    expect([given, status, Object.keys(errors)]).toEqual([given, 422, [field]])
  }
})

test('R-2.02 a reward goes from draft to published, paused and ended, and not back; only a draft can be removed', async () => {
  const { id } = (await add()).data
  for (const state of ['paused', 'ended']) expect((await setState(id, 1, state)).status).toBe(409)
  expect((await setState(id, 1, 'published')).data).toMatchObject({ state: 'published', version: 2 })
  expect((await setState(id, 1, 'paused')).message).toBe(
    'Someone else changed this reward. Reload it to see the changes.',
  )
  for (const [at, state] of ['paused', 'published', 'ended'].entries())
    expect((await setState(id, at + 2, state)).data.state).toBe(state)
  for (const state of ['published', 'paused', 'ended']) expect((await setState(id, 5, state)).status).toBe(409)
  expect((await change(id, { version: 5 })).status).toBe(409)
  expect((await manager.call('DELETE', `/rewards/${id}`, { version: 5 })).status).toBe(409)
  const published = await createReward(server.deps)
  expect((await manager.call('DELETE', `/rewards/${published.id}`, { version: 2 })).status).toBe(409)
  const draft = (await add()).data.id
  expect((await manager.call('DELETE', `/rewards/${draft}`, { version: 1 })).status).toBe(200)
  expect((await manager.call('GET', `/rewards/${draft}`)).status).toBe(404)
})

test('R-2.03 R-2.05 the rewards of a deactivated merchant are not shown and cannot be claimed, and managers see why', async () => {
  const [{ id: merchant_id }, open] = [await createMerchant(server.deps), await createMerchant(server.deps)]
  const { data } = await add({ merchant_id })
  expect((await setState(data.id, 1, 'published')).data).toMatchObject({ state: 'published', is_closed: false })
  const query = `?merchant_id=${merchant_id}`
  expect(await publicList(query)).toMatchObject({ data: [{ id: data.id }], meta: { total: 1 } })
  await server.sql('UPDATE merchants SET is_active = false WHERE id = $1', [merchant_id])
  expect(await publicList(query)).toMatchObject({ data: [], meta: { total: 0 } })
  expect((await people.guest('GET', `/rewards/${data.id}`)).status).toBe(404)
  const member = await people.member({ stamps: 5 })
  expect((await member.claim({ id: data.id, version: 2 })).code).toBe('not_available')
  const shown = await manager.call<List>('GET', `/rewards${query}`)
  expect(shown.data.map(({ id, is_closed }) => [id, is_closed])).toEqual([[data.id, true]])
  expect((await change(data.id, { version: 2, merchant_id: open.id })).data.is_closed).toBe(false)
})

test('R-2.01 R-3.06 the stock cannot be set below what was claimed, and what is over counts as ready no longer, also before the job ends it', async () => {
  const expiring = await createReward(server.deps, { stock: 5, valid_days: 1 })
  const recalled = await createReward(server.deps)
  await claimAll(expiring, expiring, recalled)
  const setStock = (stock: number) => change(expiring.id, { stock, stamps: 9, version: 2 })
  expect((await setStock(1)).errors).toEqual({ stock: ['2 have been claimed, so the stock cannot be lower.'] })
  const vouchers = { ready: 2, ready_stamps: 4, used: 0, ending: 0 }
  expect((await setStock(2)).data).toMatchObject({ stock: 2, left: 0, vouchers })
  const countsOf = async (id: number) => {
    const { data } = await manager.call<List>('GET', '/rewards')
    const shown = (await manager.call<Answer>('GET', `/rewards/${id}`)).data.vouchers
    expect(data.find((reward) => reward.id === id)?.vouchers).toEqual(shown)
    return shown
  }
  const over = { ready: 0, ready_stamps: 0, used: 0 }
  expect(await countsOf(expiring.id)).toEqual(vouchers)
  expect(await manager.recall(recalled.id)).toMatchObject({ data: { vouchers: { ...over, ending: 1 } } })
  expect(await countsOf(recalled.id)).toEqual({ ...over, ending: 1 })
  server.travel(3 * 86_400_000)
  manager = await createVoucherDesk(server)
  expect(await countsOf(expiring.id)).toEqual({ ...over, ending: 2 })
  await vouchersCleanUp(server.deps).vouchers?.()
  for (const { id } of [expiring, recalled]) expect(await countsOf(id)).toEqual({ ...over, ending: 0 })
})

test('R-2.03 everyone sees published rewards of today, the cheapest first, with what is left', async () => {
  const { id: merchant_id } = await createMerchant(server.deps)
  const dear = await createReward(server.deps, { merchant_id, stamps: 20, stock: 3 })
  const cheap = await createReward(server.deps, { merchant_id, stamps: 1 })
  await createReward(server.deps, { merchant_id, start_date: today(1) })
  await createReward(server.deps, { merchant_id, start_date: today(-5), end_date: today(-1) })
  await claimAll(dear)
  const { data, meta } = await publicList(`?merchant_id=${merchant_id}`)
  const limited = { id: dear.id, left: 2 }
  expect(data).toMatchObject([{ id: cheap.id, left: null }, limited])
  expect(meta).toMatchObject({ total: 2, has_more: false })
  expect(data[0]).not.toHaveProperty('owed_sen')
  expect((await people.guest('GET', `/rewards/${(await add()).data.id}`)).status).toBe(404)
})

test('R-2.02 managers find rewards by what their status says, and each change is in the audit log with its values', async () => {
  const { id: ended } = await createReward(server.deps)
  await setState(ended, 2, 'ended')
  const { id } = (await add()).data
  await setState(id, 1, 'published')
  await manager.recall(id)
  for (const [state, ids] of [
    ['ended', [ended]],
    ['recalled', [id]],
    ['', [id, ended]],
  ] as const) {
    const { data } = await manager.call<List>('GET', `/rewards?state=${state}`)
    const found = data.map((reward) => reward.id).filter((one) => one === id || one === ended)
    expect([state, found]).toEqual([state, ids])
  }
  const entries =
    'SELECT action, changed_fields AS fields FROM audit_entries WHERE subject_kind = $1 AND subject_id = $2'
  expect((await server.sql(`${entries} ORDER BY id`, ['reward', id])).rows).toEqual([
    { action: 'reward.added', fields: expect.arrayContaining(['title', 'stamps', 'owed', 'state']) },
    { action: 'reward.changed', fields: ['state'] },
    { action: 'reward.changed', fields: ['state', 'recall_reason'] },
  ])
})
